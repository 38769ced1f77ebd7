import { nameOf } from "../document-parts.ts";
import { isObject, type JsonObject, listAt } from "../load/json.ts";
import { follow } from "./forms.ts";

/** A method, or a part of one, with the document that its references are of. */
export type Placed = { readonly json: JsonObject; readonly document: JsonObject };

/** The params of a method by name. */
export function paramsOf({ json, document }: Placed): ReadonlyMap<string, Placed> {
  return new Map(
    listAt(json, "params").flatMap((param) => {
      const { value } = follow(param, document);
      return isObject(value) ? [[nameOf(value), { json: value, document }]] : [];
    }),
  );
}
