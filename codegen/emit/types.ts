import { compile, type JSONSchema } from "json-schema-to-typescript";
import ts from "typescript";
import { isObject, type Json, objectAt } from "../load/json.ts";
import type { Schema } from "../model.ts";
import { type IntegerKind, integerKind, referenceName } from "../schema.ts";
import { docComment } from "./writer.ts";

/** How one side of the wire writes what JSON Schema has no type for. */
export type TypeMapping = {
  readonly integer: (kind: IntegerKind, schema: Schema) => string;
  /** Components whose type differs from their schema, by name. */
  readonly named?: ReadonlyMap<string, string>;
};

/**
 * Prints one exported type for each definition, by its own name, all members readonly. References
 * become names before json-schema-to-typescript sees them, so that it can neither inline nor rename.
 */
export async function printTypes(
  definitions: ReadonlyMap<string, Schema>,
  mapping: TypeMapping,
): Promise<string> {
  const converted = [...definitions].map(([name, schema]) => {
    const replaced = mapping.named?.get(name);
    const own = toPlainSchema(schema, mapping);
    return [
      name,
      replaced === undefined ? own : { ...describe(schema), tsType: replaced },
    ] as const;
  });
  const root = { definitions: Object.fromEntries(converted) } as JSONSchema;
  const printed = await compile(root, "UnusedRoot", {
    additionalProperties: false,
    bannerComment: "",
    ignoreMinAndMaxItems: true,
    style: { printWidth: 100 },
    unreachableDefinitions: true,
  });
  const text = makeReadonly(tidy(printed));
  for (const name of definitions.keys()) {
    if (!new RegExp(`^export (interface|type) ${name}\\b`, "m").test(text)) {
      throw new Error(`json-schema-to-typescript printed no type ${name}: rename the component`);
    }
  }
  return text;
}

/** A TypeScript expression for a schema that is a reference or an integer, the parts we name ourselves. */
function ownType(schema: Schema, mapping: TypeMapping): string | undefined {
  const name = referenceName(schema);
  if (name !== undefined) return name;
  const kind = integerKind(schema);
  if (kind !== undefined) return mapping.integer(kind, schema);
  const isEmpty = Object.keys(objectAt(schema, "properties")).length === 0;
  const closed = schema["type"] === "object" && schema["additionalProperties"] === false;
  return closed && isEmpty ? "Record<string, never>" : undefined;
}

const copied = ["type", "enum", "const", "required"];

function toPlainSchema(schema: Schema, mapping: TypeMapping): Record<string, unknown> {
  const own = ownType(schema, mapping);
  if (own !== undefined) return { ...describe(schema), tsType: own };
  const plain: Record<string, unknown> = describe(schema);
  const inner = (value: Json | undefined) =>
    isObject(value) ? toPlainSchema(value, mapping) : value;
  for (const key of copied) {
    if (key in schema) plain[key] = schema[key];
  }
  for (const key of ["items", "additionalProperties"]) {
    if (key in schema) plain[key] = inner(schema[key]);
  }
  for (const key of ["oneOf", "anyOf", "allOf"]) {
    const forms = schema[key];
    if (Array.isArray(forms)) plain[key] = forms.map(inner);
  }
  if ("properties" in schema) {
    const properties = Object.entries(objectAt(schema, "properties"));
    plain["properties"] = Object.fromEntries(properties.map(([key, value]) => [key, inner(value)]));
  }
  return plain;
}

function describe(schema: Schema): Record<string, unknown> {
  return "description" in schema ? { description: schema["description"] } : {};
}

/** Removes the library's comments on its input, and its root type. */
function tidy(printed: string): string {
  return printed
    .replaceAll(/\n \*\n \* This interface was referenced by `.*`'s JSON-Schema\n \* via .*/g, "")
    .replaceAll(/\/\*\*\n \* This interface was referenced by .*\n \* via .*\n \*\/\n/g, "")
    .replace(/export interface UnusedRoot \{[^}]*\}\n/, "")
    .replaceAll(/\n{2,}/g, "\n")
    .replaceAll(/^(\/\*\*|export )/gm, "\n$1")
    .replaceAll(/ \*\/\n\nexport /g, " */\nexport ")
    .replaceAll(/^( *)\/\*\*\n(?: *\*.*\n)+? *\*\/\n/gm, rewrap)
    .trim()
    .concat("\n");
}

/** The same doc comment in lines of a decent length. */
function rewrap(comment: string, indent: string): string {
  const lines = comment.split("\n").map((line) => line.trim().replace(/^\* ?/, ""));
  return docComment(lines.slice(1, -2).join("\n").split("\n\n"), indent);
}

/** Marks every member and every list readonly. */
function makeReadonly(text: string): string {
  const file = ts.createSourceFile("types.ts", text, ts.ScriptTarget.Latest, true);
  const insertions: { readonly at: number; readonly text: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertySignature(node)) insert(node.name.getStart(file), "readonly ");
    if (ts.isIndexSignatureDeclaration(node)) insert(node.getStart(file), "readonly ");
    if (ts.isArrayTypeNode(node)) {
      const nested = ts.isArrayTypeNode(node.parent);
      insert(node.getStart(file), nested ? "(readonly " : "readonly ");
      if (nested) insert(node.getEnd(), ")");
    }
    ts.forEachChild(node, visit);
  };
  const insert = (at: number, added: string) => insertions.push({ at, text: added });
  visit(file);
  return insertions
    .toSorted((a, b) => b.at - a.at)
    .reduce((done, { at, text: added }) => done.slice(0, at) + added + done.slice(at), text);
}
