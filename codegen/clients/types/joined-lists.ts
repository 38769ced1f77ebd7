import { componentName } from "../../foreign/pointers.ts";
import { isObject, type Json, type JsonObject } from "../../load/json.ts";
import { kindOf } from "./schema-kind.ts";

/**
 * The forms of a union with its lists as one: a list whose items are those of any of them. Nothing distinguishes two lists
 * if they are empty.
 */
export function joinLists(
  forms: readonly JsonObject[],
  schemas: ReadonlyMap<string, Json>,
): readonly JsonObject[] {
  const items = new Map(forms.map((form) => [form, itemsOf(form, schemas)]));
  const lists = forms.filter((form) => items.get(form) !== undefined);
  if (lists.length < 2) return forms;
  const anyOf = lists.map((form) => items.get(form) as JsonObject);
  const joined: JsonObject = { type: "array", items: { anyOf } };
  return forms.flatMap((form) => {
    if (form === lists[0]) return [joined];
    return lists.includes(form) ? [] : [form];
  });
}

/** The schema of the items of a list, also of one that is a component. */
function itemsOf(form: JsonObject, schemas: ReadonlyMap<string, Json>): JsonObject | undefined {
  const name = componentName(form);
  const schema = name === undefined ? form : schemas.get(name);
  if (!isObject(schema) || kindOf(schema) !== "array" || "prefixItems" in schema) return undefined;
  const { items } = schema;
  return isObject(items) ? items : undefined;
}
