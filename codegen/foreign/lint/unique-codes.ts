import { isObject, type JsonObject, listAt } from "../../load/json.ts";
import type { Way } from "../places.ts";
import type { Found } from "./finding.ts";

/** Errors of a method with the code of another one: one finding for each code, at the first error that repeats it. */
export function repeatedCodes(method: JsonObject, way: Way): Found[] {
  const places = new Map<string, number[]>();
  for (const [index, error] of listAt(method, "errors").entries()) {
    if (!isObject(error) || error["code"] === undefined) continue;
    const code = String(error["code"]);
    places.set(code, [...(places.get(code) ?? []), index]);
  }
  return [...places].flatMap(([code, [first, second, ...others]]): Found[] => {
    if (second === undefined) return [];
    const all = [first, second, ...others];
    const text = `errors ${all.slice(0, -1).join(", ")} and ${all.at(-1)} of the method have the code ${code}`;
    return [{ rule: "unique-codes", way: [...way, "errors", second], text }];
  });
}
