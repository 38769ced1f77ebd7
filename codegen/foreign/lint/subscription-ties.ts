import { nameOf, paramsIn, schemaOf } from "../../document-parts.ts";
import { isObject, type Json, type JsonObject, listAt, objectAt, textAt } from "../../load/json.ts";
import type { Way } from "../places.ts";
import type { Validators } from "../validators.ts";
import type { Found } from "./finding.ts";

const rule = "subscriptions" as const;

/** What `x-subscription` names and the document does not have. */
export function subscriptionTies(methods: readonly JsonObject[], validators: Validators): Found[] {
  const byName = new Map(methods.map((method) => [nameOf(method), method]));
  return methods.flatMap((method, index) => {
    const written = method["x-subscription"];
    const way: Way = ["methods", index, "x-subscription"];
    if (written === undefined) return [];
    if (!isObject(written)) return [{ rule, way, text: "it is not an object" }];
    return [
      ...membersOf(written, members, way),
      ...listAt(written, "kinds").flatMap((kind, at) =>
        isObject(kind) ? membersOf(kind, kindMembers, [...way, "kinds", at]) : [],
      ),
      ...endOf(method, written, way, byName),
      ...notificationOf(written, way, byName),
      ...listAt(written, "kinds").flatMap((kind, at) =>
        kindOf(method, kind, [...way, "kinds", at], validators),
      ),
      ...invalidPushes(written, way, validators),
      ...["kinds", "also"].flatMap((key) =>
        listAt(written, key).flatMap((push, at) =>
          invalidPushes(push, [...way, key, at], validators),
        ),
      ),
    ];
  });
}

/** The meta-schema does not cover fields of our own. */
function invalidPushes(push: Json, way: Way, validators: Validators): Found[] {
  const schema = isObject(push) ? push["schema"] : undefined;
  const text = schema === undefined ? undefined : validators.invalid(schema);
  return text === undefined ? [] : [{ rule: "valid-schemas", way: [...way, "schema"], text }];
}

type Form = "text" | "list" | "any";
type Forms = Readonly<Record<string, Form>>;

const kindMembers: Forms = {
  name: "text",
  summary: "text",
  notification: "text",
  when: "any",
  params: "list",
  schema: "any",
};

const members: Forms = {
  notification: "text",
  id: "text",
  payload: "text",
  end: "text",
  schema: "any",
  kinds: "list",
  also: "list",
};

/** A misspelled member would be ignored, so that nothing ends the subscription or types what it pushes. */
function membersOf(written: JsonObject, forms: Forms, way: Way): Found[] {
  return Object.entries(written).flatMap(([name, value]): Found[] => {
    if (name.startsWith("x-")) return [];
    const at: Way = [...way, name];
    const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
    if (form === undefined) {
      const known = Object.keys(forms).join(", ");
      return [{ rule, way: at, text: `there is no member ${name}: the members are ${known}` }];
    }
    if (form === "text" && typeof value !== "string") {
      return [{ rule, way: at, text: `${name} is text` }];
    }
    return form === "list" && !Array.isArray(value)
      ? [{ rule, way: at, text: `${name} is a list` }]
      : [];
  });
}

type Methods = ReadonlyMap<string, JsonObject>;

function endOf(method: JsonObject, written: JsonObject, way: Way, methods: Methods): Found[] {
  const name = textAt(method, "name");
  const result: Found[] =
    "result" in method
      ? []
      : [{ rule, way, text: `${name} has no result, which would be the ID of the subscription` }];
  const end = textAt(written, "end");
  if (end === undefined) return result;
  const ending = methods.get(end);
  if (ending === undefined) {
    return [...result, { rule, way: [...way, "end"], text: `there is no method ${end}` }];
  }
  if (paramsIn(ending).length > 0) return result;
  const text = `${end} has no param for the ID of the subscription`;
  return [...result, { rule, way: [...way, "end"], text }];
}

function notificationOf(written: JsonObject, way: Way, methods: Methods): Found[] {
  const pushes = [written, ...listAt(written, "kinds"), ...listAt(written, "also")];
  const names = pushes.map(
    (push) => textAt(push, "notification") ?? textAt(written, "notification"),
  );
  if (names.includes(undefined)) {
    return [{ rule, way, text: "the method of its notification is not named" }];
  }
  return [...new Set(names as string[])].flatMap((name) => {
    const declared = methods.get(name);
    if (declared === undefined) return [];
    const at: Way = [...way, "notification"];
    if ("result" in declared) {
      return [{ rule, way: at, text: `${name} has a result, so that it is no notification` }];
    }
    const params = paramsIn(declared).map(nameOf);
    return [textAt(written, "id") ?? "subscription", textAt(written, "payload") ?? "result"]
      .filter((member) => !params.includes(member))
      .map((member) => ({ rule, way: at, text: `${name} has no param ${member}` }));
  });
}

function kindOf(method: JsonObject, kind: Json, way: Way, validators: Validators): Found[] {
  const params = paramsIn(method);
  const find = (name: string) => params.find((param) => nameOf(param) === name);
  const chosen = Object.entries(objectAt(kind, "when"));
  const wrong = chosen.flatMap(([name, value]): Found[] => {
    const at: Way = [...way, "when", name];
    const param = find(name);
    const own = textAt(method, "name");
    if (param === undefined) return [{ rule, way: at, text: `${own} has no param ${name}` }];
    const schema = schemaOf(param);
    // Another rule reports a schema that is not valid.
    if (validators.invalid(schema) !== undefined) return [];
    const problem = validators.problem(schema, value);
    return problem === undefined ? [] : [{ rule, way: at, text: `${name}: ${problem}` }];
  });
  const unknown = listAt(kind, "params").flatMap((name, index): Found[] =>
    find(String(name)) === undefined
      ? [{ rule, way: [...way, "params", index], text: `there is no param ${String(name)}` }]
      : [],
  );
  const nothing: Found[] =
    chosen.length === 0 ? [{ rule, way, text: "`when` names no param that chooses it" }] : [];
  return [...nothing, ...wrong, ...unknown];
}
