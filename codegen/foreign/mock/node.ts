import { methodsIn, nameOf, paramsIn } from "../../document-parts.ts";
import type { Json, JsonObject } from "../../load/json.ts";
import { selfContainedAlone } from "../self-contained.ts";
import { openAnswers } from "./router.ts";

/** The result of a method of a node for params that it has validated, as they were sent. */
export type NodeAnswers = (name: string, params: JsonObject) => Promise<Json>;

/** Answers the methods of an API of a node with the examples of its document. */
export async function nodeAnswers(api: string, written: JsonObject): Promise<NodeAnswers> {
  const document = selfContainedAlone(api, written);
  const { result } = await openAnswers(document);
  const declared = new Map(
    methodsIn(document).map((method) => [nameOf(method), paramsIn(method).map(nameOf)]),
  );
  return async (name, params) => result(name, namedParams(declared.get(name) ?? [], params));
}

/** Params by the names that a document declares, as a node reads them: names match in any case, and null means absent. */
export function namedParams(declared: readonly string[], given: JsonObject): JsonObject {
  const names = new Map(declared.map((name) => [name.toLowerCase(), name]));
  const named = Object.entries(given).flatMap(([written, value]): [string, Json][] => {
    const name = names.get(written.toLowerCase());
    return name === undefined || value === null ? [] : [[name, value]];
  });
  return Object.fromEntries(named);
}
