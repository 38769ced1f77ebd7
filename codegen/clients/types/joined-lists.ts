import { componentName } from "../../foreign/pointers.ts";
import { isObject, type Json, type JsonObject } from "../../load/json.ts";
import { kindOf } from "../../schema-kind.ts";
import { itemsOf } from "./collections.ts";

/**
 * The forms of a union with its lists as one: a list whose items are those of any of them. Nothing distinguishes two lists
 * if they are empty.
 */
export function joinLists(
  forms: readonly JsonObject[],
  schemas: ReadonlyMap<string, Json>,
): readonly JsonObject[] {
  const items = new Map(forms.map((form) => [form, componentItems(form, schemas)]));
  const lists = forms.filter((form) => isObject(items.get(form)));
  if (lists.length < 2) return forms;
  const anyOf = lists.map((form) => items.get(form) as JsonObject);
  const joined: JsonObject = { type: "array", items: { anyOf } };
  return forms.flatMap((form) => {
    if (form === lists[0]) return [joined];
    return lists.includes(form) ? [] : [form];
  });
}

/** The schema of the items of a list, also of one that is a component. */
function componentItems(form: JsonObject, schemas: ReadonlyMap<string, Json>): Json | undefined {
  const name = componentName(form);
  const schema = name === undefined ? form : schemas.get(name);
  return isObject(schema) && kindOf(schema) === "array" ? itemsOf(schema) : undefined;
}
