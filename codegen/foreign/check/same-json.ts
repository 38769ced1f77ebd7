import { isObject, type Json } from "../../load/json.ts";

/** Whether two values are the same JSON, members in any order and integers with every digit. */
export function sameJson(a: Json, b: Json): boolean {
  if (Array.isArray(a)) {
    const [own, other] = [a as readonly Json[], b];
    if (!Array.isArray(other) || own.length !== other.length) return false;
    return own.every((each, index) => sameJson(each, (other as readonly Json[])[index] ?? null));
  }
  if (!isObject(a)) return a === b;
  if (!isObject(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && sameJson(a[name] ?? null, b[name] ?? null))
  );
}
