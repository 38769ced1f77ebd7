import type { Lifetime } from "../../generated/profile.ts";
import type { JsonRpcDescription, Route } from "./description.ts";
import type { Services } from "./dialect.ts";
import type { Asked, DeclaredError, Handler, MethodEntry } from "./method.ts";

/** A route, ready to serve. */
export type Service = Services & {
  readonly methods: ReadonlyMap<string, ServedMethod>;
  readonly context: unknown;
  readonly path: string;
  readonly needs: string | undefined;
};

export type ServedMethod = {
  readonly entry: MethodEntry;
  readonly handler: (params: unknown, context: unknown, asked: Asked) => unknown;
  /** The error with which this server refuses it. */
  readonly refusal: DeclaredError | undefined;
  readonly ownPagesOnly: boolean;
  /** The lifetime under which the cache stores its results: `immutable` where a result may settle, else the method's own. */
  readonly remembered: Lifetime;
  /** Prefix of its cache keys; does not end in a digit. */
  readonly key: string;
  /** The cache key of a call without params. */
  readonly plainKey: string;
};

/** Joins a route's methods with their handlers. Throws where a handler is missing. */
export const serve = (route: Route, index: number, description: JsonRpcDescription): Service => {
  const methods = new Map<string, ServedMethod>();
  for (const entry of Object.values(route.methods)) {
    const handler = route.handlers[entry.name];
    if (handler === undefined) throw new Error(`no handler for ${entry.name} on ${route.base}`);
    methods.set(entry.name, {
      entry,
      handler: untyped(handler),
      refusal: description.refuse?.(entry),
      ownPagesOnly: route.ownPagesOnly === true || description.ownPagesOnly?.(entry) === true,
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
    path: route.paths[0]!,
    needs: route.needs,
    hasService: (name) => services.has(name),
    pathOf: (name) =>
      description.routes.find((other) => other !== route && Object.hasOwn(other.methods, name))
        ?.paths[0],
  };
};

// The types fit because the table and the handlers are generated from the same document.
const untyped = (handler: Handler): ServedMethod["handler"] => handler as ServedMethod["handler"];
