import type { Description, Route } from "./description.ts";
import type { Services } from "./dialect.ts";
import type { Asked, DeclaredError, Handler, Lifetime, MethodEntry } from "./method.ts";
import type { RouteMetrics } from "./metrics.ts";

/** A route made ready to serve. */
export type Service = Services & {
  readonly methods: ReadonlyMap<string, ServedMethod>;
  readonly context: unknown;
  readonly unready: (() => string | undefined) | undefined;
  readonly metrics: RouteMetrics;
};

export type ServedMethod = {
  readonly entry: MethodEntry;
  readonly handler: (params: unknown, context: unknown, asked: Asked) => unknown;
  /** Why this server does not answer it. */
  readonly refusal: DeclaredError | undefined;
  /** Where the cache may have an answer: that of its lifetime, or `immutable` where an answer may be settled. */
  readonly remembered: Lifetime;
  /** Begins its keys in the cache; ends in no digit. */
  readonly key: string;
  /** The key of a call without params. */
  readonly plainKey: string;
};

/** Joins a route's methods with their handlers; throws where one is missing. */
export const serve = (
  route: Route,
  index: number,
  description: Description,
  metrics: RouteMetrics,
): Service => {
  const methods = new Map<string, ServedMethod>();
  for (const entry of Object.values(route.methods)) {
    const handler = route.handlers[entry.name];
    if (handler === undefined) throw new Error(`no handler for ${entry.name} on ${route.base}`);
    methods.set(entry.name, {
      entry,
      handler: untyped(handler),
      refusal: description.refuse?.(entry),
      remembered: entry.settled === undefined ? entry.lifetime : "immutable",
      key: `${index}/${entry.name}`,
      plainKey: `${index}/${entry.name}~`,
    });
  }
  const services = new Set([...methods.keys()].map((name) => name.split(".", 1)[0]!));
  return {
    methods,
    names: [...methods.keys()],
    context: route.context,
    unready: route.unready,
    metrics,
    hasService: (name) => services.has(name),
    pathOf: (name) =>
      description.routes.find((other) => other !== route && Object.hasOwn(other.methods, name))
        ?.paths[0],
  };
};

// The table and the handlers are generated from the same document, which is what makes their types
// fit.
const untyped = (handler: Handler): ServedMethod["handler"] => handler as ServedMethod["handler"];
