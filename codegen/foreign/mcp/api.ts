import { methodsIn, nameOf, paramsIn } from "../../document-parts.ts";
import { type Json, type JsonObject, objectAt } from "../../load/json.ts";
import { withoutSubscriptions } from "../subscriptions/find.ts";

/** A method of a self-contained document, as the bridge offers it. */
export type Method = {
  readonly name: string;
  readonly json: JsonObject;
  readonly document: JsonObject;
  /** Whether the document says that the method changes nothing. */
  readonly isReading: boolean;
  /** Paths that serve different data: an argument chooses one. */
  readonly paths?: readonly string[];
};

/** How a call ended: with a result, or with the error of the server. */
export type Outcome =
  | { readonly result: Json }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: Json } };

/**
 * Calls a method of the server with params by name, at the given one of its paths. Rejects if there is no valid response. A
 * notification has the result null.
 */
export type Call = (method: Method, params: JsonObject, path?: string) => Promise<Outcome>;

/** The methods that `x-changes-state` marks as reading, or all, without those that need a stream. */
export function methodsOf(document: JsonObject, allowWrites: boolean): Method[] {
  return methodsIn(withoutSubscriptions(document))
    .map((json) => ({
      name: nameOf(json),
      json,
      document,
      isReading: json["x-changes-state"] === false,
    }))
    .filter(({ name, isReading }) => name !== "rpc.discover" && (allowWrites || isReading));
}

/** Methods that are not offered, and the flag that offers them. */
export type Withheld = { readonly names: ReadonlySet<string>; readonly flag: string };

/** The names of what `all` has and `offered` lacks. */
export function withheldFrom(
  all: readonly Method[],
  offered: readonly Method[],
  flag: string,
): Withheld {
  const names = new Set(offered.map(({ name }) => name));
  return { names: new Set(all.map(({ name }) => name).filter((name) => !names.has(name))), flag };
}

/** The declared params, required and optional. */
export function paramsOf({ json }: Method): readonly JsonObject[] {
  return paramsIn(json);
}

/** Schemas of the document by name. */
export function schemasOf({ document }: Method): JsonObject {
  return objectAt(document["components"], "schemas");
}
