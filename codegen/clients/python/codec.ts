import { quoted } from "../literals.ts";
import { fixedTextsFirst } from "../lookup.ts";
import type { ClientModel, Type, Union, UnionForm } from "../model.ts";
import { words } from "../names.ts";
import { className } from "./names.ts";

/** An expression that converts parsed JSON to a typed value, or raises an exception that names the member. */
export function decodeExpression(
  type: Type,
  value: string,
  model: ClientModel,
  name = memberName(value),
): string {
  const read = (reader: string) => `${reader}(${value}, ${name})`;
  switch (type.kind) {
    case "integer":
      return read(integerReaders[type.size]);
    case "text":
      return read("text");
    case "boolean":
      return read("boolean");
    case "float":
      return read("number");
    case "null":
      return read("null");
    case "list": {
      const item = decodeExpression(type.item, "item", model, name);
      return `[${item} for item in ${read("items")}]`;
    }
    case "map": {
      const item = decodeExpression(type.value, "item", model, name);
      return `{key: ${item} for key, item in ${read("members")}.items()}`;
    }
    case "nullable": {
      const inner = decodeExpression(type.inner, value, model, name);
      return inner === value ? value : `None if ${value} is None else ${inner}`;
    }
    case "named": {
      const def = model.types.get(type.name);
      if (def?.kind === "struct") return `${className(def.name)}.from_json(${read("members")})`;
      if (def?.kind === "union") return `${decoderName(def)}(${value}, ${name})`;
      if (def?.kind === "enum") return read("text");
      return def?.kind === "alias" ? decodeExpression(def.target, value, model, name) : value;
    }
    default:
      return value;
  }
}

const integerReaders = {
  uint16: "uint16",
  uint32: "uint32",
  uint64: "integer",
  int64: "signed",
  uint53: "uint53",
  int53: "whole",
} as const;

const readers = [
  "boolean",
  "integer",
  "items",
  "listed",
  "members",
  "nothing",
  "null",
  "number",
  "signed",
  "text",
  "uint16",
  "uint32",
  "uint53",
  "unknown",
  "whole",
];

/** The names of `_codec` that code uses for values, in order. */
export function usedReaders(code: string): string[] {
  return readers.filter((name) => new RegExp(`(?<![\\w.])${name}\\(`).test(code));
}

/** The literal of the member that an expression reads. */
function memberName(value: string): string {
  const [, name] = /\[("[^"]+")\]$/.exec(value) ?? [];
  return name ?? '""';
}

/** An expression that converts a typed value to JSON; 64-bit integers become text unless the model sends numbers. */
export function encodeExpression(type: Type, value: string, model: ClientModel): string {
  switch (type.kind) {
    case "integer":
      return isWide(type) && !model.sendsNumbers ? `str(${value})` : value;
    case "list": {
      const item = encodeExpression(type.item, "item", model);
      return item === "item" ? `listed(${value})` : `[${item} for item in ${value}]`;
    }
    case "map": {
      const item = encodeExpression(type.value, "item", model);
      return item === "item"
        ? `dict(${value})`
        : `{key: ${item} for key, item in ${value}.items()}`;
    }
    case "nullable": {
      const inner = encodeExpression(type.inner, value, model);
      return inner === value ? value : `None if ${value} is None else ${inner}`;
    }
    case "named": {
      const def = model.types.get(type.name);
      if (def?.kind === "struct") return `${value}.to_json()`;
      if (def?.kind === "union") return `encode(${value})`;
      return def?.kind === "alias" ? encodeExpression(def.target, value, model) : value;
    }
    default:
      return value;
  }
}

function isWide({ size }: Type & { readonly kind: "integer" }): boolean {
  return size === "uint64" || size === "int64";
}

export function decoderName({ name }: Union): string {
  return `decode_${words(name).join("_")}`;
}

/** Prints the function that reads a union. */
export function printUnionDecoder(union: Union, model: ClientModel): string {
  const byType = new Map<Type, UnionForm[]>();
  // A bool is an int in Python.
  const isBoolean = ({ json }: UnionForm) => json === "boolean";
  const forms = fixedTextsFirst(union.forms);
  for (const form of [...forms.filter(isBoolean), ...forms.filter((each) => !isBoolean(each))]) {
    byType.set(form.type, [...(byType.get(form.type) ?? []), form]);
  }
  const cases = [...byType].map(([type, forms]) => {
    const words = forms
      .flatMap(({ tests }) => tests)
      .flatMap((test) => ("equals" in test ? [quoted(test.equals)] : []));
    if (words.length > 0)
      return words.map((word) => `    if value == ${word}:\n        return ${word}\n`).join("");
    const conditions = forms.map((form) => condition(form, model));
    const test =
      conditions.length === 1
        ? (conditions[0] ?? "").replace(/^\((.*)\)$/, "$1")
        : `(\n        ${conditions.join("\n        or ")}\n    )`;
    const read = decodeExpression(type, "value", model);
    if (type.kind === "named" && model.types.get(type.name)?.kind === "enum") {
      return `    if ${test}:\n        form: ${className(type.name)} = ${read}\n        return form\n`;
    }
    // The test has shown that it is text.
    return `    if ${test}:\n        return ${read.startsWith("text(") ? "value" : read}\n`;
  });
  const kinds = [...new Set(union.forms.map(({ json }) => json))];
  return `def ${decoderName(union)}(value: Any, name: str = "") -> ${className(union.name)}:
    """Read the form that the value has."""
${cases.join("")}    return unknown(value, name, ${kinds.map(quoted).join(", ")})
`;
}

const kindTests = {
  object: "isinstance(value, dict)",
  list: "isinstance(value, list)",
  text: "isinstance(value, str)",
  number: "isinstance(value, int | float)",
  boolean: "isinstance(value, bool)",
  null: "value is None",
} as const satisfies Record<UnionForm["json"], string>;

function condition({ json, tests, exact, type }: UnionForm, model: ClientModel): string {
  const paths = tests.flatMap((test) => ("path" in test ? [test.path] : []));
  const words = tests.flatMap((test) =>
    "member" in test ? [`value.get(${quoted(test.member)}) == ${quoted(test.word)}`] : [],
  );
  const has = paths.map((path) => `has(value, ${path.map(quoted).join(", ")})`);
  const parts = [...(words.length === 0 ? [] : [kindTests[json]]), ...words, ...has];
  if (exact) {
    const def = type.kind === "named" ? model.types.get(type.name) : undefined;
    const names = def?.kind === "struct" ? def.members.map(({ name }) => quoted(name)) : [];
    parts.push(`only(${["value", ...names].join(", ")})`);
  }
  if (parts.length > 1) return `(${parts.join(" and ")})`;
  return parts[0] ?? kindTests[json];
}
