import type { Param } from "../contract/contract.ts";
import type { Schema } from "../contract/packed.ts";
import {
  choices,
  descriptionOf,
  follow,
  integerKind,
  membersOf,
  referenceName,
  type SchemaMap,
  unionForms,
} from "../contract/schema.ts";
import { isObject, type Json } from "../json/parse.ts";

/** An input of a form, derived from a schema. */
export type Field = {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** The server's default for an empty field. */
  readonly fallback: Json | undefined;
  readonly input: Input;
};

export type Input =
  | TextInput
  | { readonly kind: "boolean" }
  | { readonly kind: "choice"; readonly values: readonly Json[] }
  | { readonly kind: "list"; readonly item: Input; readonly itemsMax: number | undefined }
  | { readonly kind: "object"; readonly fields: readonly Field[] }
  | { readonly kind: "map"; readonly value: Input }
  | { readonly kind: "union"; readonly forms: readonly Form[] }
  /** Schemas without an input of their own are edited as JSON. */
  | { readonly kind: "json" };

export type TextInput = {
  readonly kind: "text";
  readonly secret: boolean;
  readonly pattern: string | undefined;
  /** A short description of the accepted text. */
  readonly expected: string | undefined;
  /** Suggested values. */
  readonly suggestions: readonly string[];
  /** Whether digits are sent as a number, and whether the schema also accepts them as text. */
  readonly number: { readonly asText: boolean } | undefined;
  readonly multiline: boolean;
};

/** One of the forms that a value may have. */
export type Form = { readonly label: string; readonly input: Input };

/** The fields of a method's form. */
export function fieldsOf(params: readonly Param[], schemas: SchemaMap): readonly Field[] {
  return params.map((param) =>
    fieldOf(param.name, param.schema, param.required, param.description, schemas),
  );
}

function fieldOf(
  name: string,
  schema: Schema,
  required: boolean,
  description: string,
  schemas: SchemaMap,
  open: readonly string[] = [],
): Field {
  const fallback = follow(schema, schemas)["default"];
  return { name, description, required, fallback, input: inputOf(schema, schemas, open) };
}

// A schema that is this deep inside others, or inside itself, is edited as JSON.
const depthMax = 8;

/** The input for a schema; `open` has the components that it is inside of. */
export function inputOf(written: Schema, schemas: SchemaMap, open: readonly string[] = []): Input {
  const name = referenceName(written);
  if (name !== undefined) {
    if (open.includes(name) || open.length >= depthMax) return { kind: "json" };
    return inputIn(follow(written, schemas), schemas, [...open, name]);
  }
  return inputIn(written, schemas, open);
}

function inputIn(schema: Schema, schemas: SchemaMap, open: readonly string[]): Input {
  const forms = unionForms(schema);
  if (forms.length > 0) return unionOf(forms, schemas, open);
  const values = choices(schema);
  if (values.length > 0) return { kind: "choice", values };
  const types = typesOf(schema);
  if (types.includes("integer") || types.includes("number")) return numberInput(schema, types);
  switch (types[0]) {
    case "boolean":
      return { kind: "boolean" };
    case "string":
      return textInput(schema);
    case "array":
      return listInput(schema, schemas, open);
    case "object":
      return objectInput(schema, schemas, open);
    default:
      return { kind: "json" };
  }
}

function typesOf(schema: Schema): readonly string[] {
  const type = schema["type"];
  return Array.isArray(type) ? type.map(String) : typeof type === "string" ? [type] : [];
}

const noText: TextInput = {
  kind: "text",
  secret: false,
  pattern: undefined,
  expected: undefined,
  suggestions: [],
  number: undefined,
  multiline: false,
};

function numberInput(schema: Schema, types: readonly string[]): TextInput {
  const expected = textAt(schema, "x-expected") ?? integerKind(schema) ?? "number";
  const pattern = types.includes("integer") ? "^-?[0-9]+$" : "^-?[0-9]+(\\.[0-9]+)?$";
  return { ...noText, expected, pattern, number: { asText: types.includes("string") } };
}

// Longer texts are bytes in hexadecimal: transactions, blocks, users.
const singleLineMax = 1_100;

function textInput(schema: Schema): TextInput {
  const bytes = /^\^0x/.test(textAt(schema, "pattern") ?? "");
  const lengthMax = schema["maxLength"];
  const unbounded = lengthMax === undefined || Number(lengthMax) > singleLineMax;
  return {
    ...noText,
    secret: schema["x-secret"] === true,
    pattern: textAt(schema, "pattern"),
    expected: textAt(schema, "x-expected"),
    multiline: bytes && unbounded,
  };
}

function listInput(schema: Schema, schemas: SchemaMap, open: readonly string[]): Input {
  const items = schema["items"];
  const most = schema["maxItems"];
  return {
    kind: "list",
    item: isObject(items) ? inputOf(items, schemas, open) : { kind: "json" },
    itemsMax: typeof most === "number" ? most : undefined,
  };
}

function objectInput(schema: Schema, schemas: SchemaMap, open: readonly string[]): Input {
  const members = membersOf(schema);
  if (members.length > 0) {
    const fields = members.map((member) =>
      fieldOf(
        member.name,
        member.schema,
        member.required,
        descriptionOf(member.schema),
        schemas,
        open,
      ),
    );
    return { kind: "object", fields };
  }
  const values = schema["additionalProperties"];
  return isObject(values)
    ? { kind: "map", value: inputOf(values, schemas, open) }
    : { kind: "json" };
}

/**
 * Texts and numbers with fixed words become one input that suggests the words; other unions become
 * a choice of forms.
 */
function unionOf(forms: readonly Schema[], schemas: SchemaMap, open: readonly string[]): Input {
  const inputs = forms.map((form) => inputOf(form, schemas, open));
  const texts = inputs.filter((input) => input.kind === "text");
  const words = inputs.flatMap((input) => (input.kind === "choice" ? input.values : []));
  const simple = texts.length === 1 && words.every((word) => typeof word === "string");
  if (simple && inputs.every(({ kind }) => kind === "text" || kind === "choice")) {
    const [text] = texts as [TextInput];
    const expected = [text.expected ?? "text", ...words].join(" or ");
    const pattern = text.pattern && [text.pattern, ...words.map((word) => `^${word}$`)].join("|");
    return { ...text, suggestions: words as readonly string[], expected, pattern };
  }
  return {
    kind: "union",
    forms: forms.map((form, index) => ({
      label: labelOf(form, inputs[index]!, schemas),
      input: inputs[index]!,
    })),
  };
}

const kindWords = {
  text: "text",
  boolean: "true or false",
  choice: "a word",
  list: "a list",
  object: "an object",
  map: "a map",
  union: "one of several",
  json: "JSON",
} as const satisfies Record<Input["kind"], string>;

function labelOf(form: Schema, input: Input, schemas: SchemaMap): string {
  const title = textAt(follow(form, schemas), "title");
  return title ?? kindWords[input.kind];
}

function textAt(schema: Schema, key: string): string | undefined {
  const text = schema[key];
  return typeof text === "string" ? text : undefined;
}
