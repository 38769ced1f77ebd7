import { isObject, type Json, objectAt, textAt } from "../../load/json.ts";
import type { Schema } from "../../model.ts";
import { integerKind, referenceName, type SchemaMap, unionForms } from "../../schema.ts";
import { table } from "./markdown.ts";

/** Describes a schema, with links to the types on the same page. */
export function typeText(schema: Schema): string {
  const name = referenceName(schema);
  if (name !== undefined) return `[${name}](#${name.toLowerCase()})`;
  const kind = integerKind(schema);
  if (kind !== undefined) return `${kind} number`;
  if (Array.isArray(schema["enum"])) return schema["enum"].map(code).join(" or ");
  if ("const" in schema) return code(schema["const"]);
  const forms = unionForms(schema);
  if (forms !== undefined) return [...new Set(forms.map(typeText))].join(" or ");
  if (isObject(schema["items"])) return `list of ${typeText(schema["items"])}`;
  const values = schema["additionalProperties"];
  if (isObject(values)) return `map to ${typeText(values)}`;
  const type = textAt(schema, "type");
  return type === "string" ? "text" : (type ?? "any");
}

/** Describes the limits that are not part of the type: lengths, ranges, patterns. */
function limitsText(schema: Schema): string {
  const parts = [
    range("characters", schema["minLength"], schema["maxLength"]),
    range("items", schema["minItems"], schema["maxItems"]),
    integerKind(schema) === undefined ? range("", schema["minimum"], schema["maximum"]) : "",
    textAt(schema, "pattern") === undefined ? "" : `pattern ${code(textAt(schema, "pattern"))}`,
    schema["uniqueItems"] === true ? "no item twice" : "",
  ];
  return parts.filter((part) => part !== "").join(", ");
}

function range(unit: string, least: unknown, most: unknown): string {
  if (least === undefined && most === undefined) return "";
  const bounds =
    most === undefined
      ? `at least ${least}`
      : least === undefined
        ? `at most ${most}`
        : `${least} to ${most}`;
  return unit === "" ? bounds : `${bounds} ${unit}`;
}

/** A description, and the limits of its schema. */
export function withLimits(description: string, schema: Schema): string {
  return [description, limitsText(schema)].filter((text) => text !== "").join(" Limits: ");
}

/** Whether a param must be given, or what stands for it. */
export function needText(isRequired: boolean, fallback: Json | undefined): string {
  if (isRequired) return "required";
  return fallback === undefined ? "optional" : `default ${code(fallback)}`;
}

/** A section that describes a component. */
export function typeSection(name: string, schema: Schema): string {
  const rows = memberRows(schema);
  const shape =
    rows.length > 0
      ? table(["Member", "Type", "", ""], rows)
      : `${[typeText(schema), limitsText(schema)].filter((text) => text !== "").join(", ")}\n`;
  return `### ${name}\n\n${String(schema["description"] ?? "")}\n\n${shape}`;
}

/** The members of an object as rows of a table: those of each form, if the object is one of several. */
export function memberRows(schema: Schema): string[][] {
  const required = new Set(Array.isArray(schema["required"]) ? schema["required"].map(String) : []);
  return Object.entries(objectAt(schema, "properties")).map(([name, value]) => {
    const member = isObject(value) ? value : {};
    const text = withLimits(textAt(member, "description") ?? "", member);
    return [code(name), typeText(member), required.has(name) ? "always" : "may be left out", text];
  });
}

/** The components that a schema refers to, and those that these refer to, by name. */
export function referredComponents(schemas: readonly Schema[], all: SchemaMap): string[] {
  const found = new Set<string>();
  const visit = (text: string): void => {
    for (const [, name = ""] of text.matchAll(/#\/components\/schemas\/(\w+)/g)) {
      if (found.has(name)) continue;
      found.add(name);
      visit(print(all.get(name)));
    }
  };
  for (const schema of schemas) visit(print(schema));
  return [...found].sort();
}

function print(value: unknown): string {
  return (
    JSON.stringify(value, (_key, each) => (typeof each === "bigint" ? String(each) : each)) ?? ""
  );
}

export function code(value: unknown): string {
  return `\`${typeof value === "string" ? value : print(value)}\``;
}
