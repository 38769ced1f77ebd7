import { lowerWordName, wordName } from "../cases.ts";
import type { Enum, IntegerType, Type, TypeDef } from "../model.ts";

export type Types = ReadonlyMap<string, TypeDef>;

/** The Java type of a value; `boxed` where a primitive cannot stand. */
export function javaType(type: Type, types: Types, boxed = false): string {
  const end = target(type, types);
  switch (end.kind) {
    case "text":
      return "String";
    case "boolean":
      return boxed ? "Boolean" : "boolean";
    case "float":
      return boxed ? "Double" : "double";
    case "null":
    case "json":
      return "JsonNode";
    case "integer":
      return (boxed ? boxedIntegers : javaIntegers)[end.size];
    case "list":
      return `List<${javaType(end.item, types, true)}>`;
    case "map":
      return `Map<String, ${javaType(end.value, types, true)}>`;
    case "nullable":
      return `Optional<${javaType(end.inner, types, true)}>`;
    case "named":
      return isText(end, types) ? "String" : wordName(end.name);
  }
}

const javaIntegers = {
  uint16: "int",
  uint32: "long",
  uint64: "BigInteger",
  int64: "long",
  int53: "long",
} as const;
const boxedIntegers = {
  uint16: "Integer",
  uint32: "Long",
  uint64: "BigInteger",
  int64: "Long",
  int53: "Long",
} as const;

/** What an alias stands for in the end. */
export function target(type: Type, types: Types): Type {
  const def = type.kind === "named" ? types.get(type.name) : undefined;
  return def?.kind === "alias" ? target(def.target, types) : type;
}

/** The definition that a type leads to, unless it is a plain value. */
export function definition(type: Type, types: Types): TypeDef | undefined {
  const end = target(type, types);
  return end.kind === "named" ? types.get(end.name) : undefined;
}

/** An enum whose words cannot all be names stays text. */
export function isText(type: Type, types: Types): boolean {
  const def = definition(type, types);
  return def?.kind === "enum" && !isNameable(def);
}

export function isNameable({ values }: Enum): boolean {
  return values.every((value) => /^[A-Za-z][A-Za-z0-9]{0,20}$/.test(value));
}

export function integerOf(type: Type, types: Types): IntegerType | undefined {
  const end = target(type, types);
  return end.kind === "integer" ? end : undefined;
}

/** Whether it is written as text: decimal text, and 64 bits in params. */
export function isWrittenAsText(integer: IntegerType | undefined): boolean {
  if (integer === undefined) return false;
  const { size, wire } = integer;
  return wire === "text" || (wire === "either" && (size === "uint64" || size === "int64"));
}

const keywords = new Set(["default", "package", "import", "switch", "case", "class", "final"]);

/** The name of a member, argument or method. */
export function javaName(name: string): string {
  const own = lowerWordName(name);
  return keywords.has(own) ? `${own}_` : own;
}

/** The imports that the text of a file needs, sorted. */
export function imports(text: string, known: readonly string[]): string {
  const needed = known.filter((each) => {
    const name = each.split(".").at(-1) ?? "";
    return new RegExp(`(?<![\\w.])${name}\\b`).test(text.replaceAll(/\/\*\*[\s\S]*?\*\//g, ""));
  });
  const lines = [...needed].sort().map((each) => `import ${each};\n`);
  return lines.length === 0 ? "" : `${lines.join("")}\n`;
}
