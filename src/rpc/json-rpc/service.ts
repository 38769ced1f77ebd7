import type { Lifetime } from "../../generated/profile.ts";
import type { JsonRpcDescription, Route } from "./description.ts";
import type { Asked, DeclaredError, Handler, MethodEntry } from "./method.ts";

/** A route, ready to serve. */
export class Service {
  readonly methods: ReadonlyMap<string, ServedMethod>;
  /** What is before the dot in the names of its methods. */
  readonly prefixes: ReadonlySet<string>;
  readonly route: Route;
  readonly #others: readonly Route[];

  /** `index` is the route's place among those of the description. Throws where a method has no handler. */
  constructor(route: Route, index: number, description: JsonRpcDescription) {
    const methods = new Map<string, ServedMethod>();
    for (const entry of Object.values(route.methods)) {
      const handler = route.handlers[entry.name];
      if (handler === undefined) throw new Error(`no handler for ${entry.name} on ${route.base}`);
      methods.set(entry.name, {
        entry,
        handler: untyped(handler),
        refusal: entry.nodeLocal ? description.nodeLocalRefusal : undefined,
        ownPagesOnly:
          route.ownPagesOnly === true || description.ownPagesOnly?.has(entry.name) === true,
        remembered: entry.settled === undefined ? entry.lifetime : "immutable",
        key: `${index}/${entry.name}`,
        plainKey: `${index}/${entry.name}~`,
      });
    }
    this.route = route;
    this.methods = methods;
    this.prefixes = prefixesOf(methods.keys());
    this.#others = description.routes.filter((other) => other !== route);
  }

  /** The first path of another route that has the method. */
  pathOf(method: string): string | undefined {
    return this.#others.find(({ methods }) => Object.hasOwn(methods, method))?.paths[0];
  }
}

export function prefixesOf(methods: Iterable<string>): ReadonlySet<string> {
  return new Set(Array.from(methods, (name) => name.split(".", 1)[0]!));
}

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

// The types fit because the table and the handlers are generated from the same document.
const untyped = (handler: Handler): ServedMethod["handler"] => handler as ServedMethod["handler"];
