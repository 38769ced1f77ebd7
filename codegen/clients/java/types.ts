import { definition, integerOf, isNameable, labelOf, type Types, target } from "../lookup.ts";
import type { Member, Type } from "../model.ts";
import { lowerWordName, wordName } from "../names.ts";

/** The Java type of a value; `boxed` where Java allows no primitive. */
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
  uint53: "long",
  int53: "long",
} as const;
const boxedIntegers = {
  uint16: "Integer",
  uint32: "Long",
  uint64: "BigInteger",
  int64: "Long",
  uint53: "Long",
  int53: "Long",
} as const;

/** Whether a type is an enum that stays text because a value cannot be an identifier. */
export function isText(type: Type, types: Types): boolean {
  const def = definition(type, types);
  return def?.kind === "enum" && !isNameable(def);
}

/** The words that no name can be. */
export const keywords: ReadonlySet<string> = new Set(
  (
    "abstract assert boolean break byte case catch char class const continue default do double else enum extends final " +
    "finally float for goto if implements import instanceof int interface long native new package private protected " +
    "public return short static strictfp super switch synchronized this throw throws transient try void volatile while " +
    "true false null"
  ).split(" "),
);

/** The name of a member, argument or method. */
export function javaName(name: string): string {
  const own = lowerWordName(name);
  return keywords.has(own) || own === "yield" ? `${own}_` : own;
}

/** The name of a member in code. */
export function memberName(member: Pick<Member, "name" | "label">): string {
  return javaName(labelOf(member));
}

/** The imports that a file needs, sorted. */
export function imports(text: string, known: readonly string[]): string {
  const needed = known.filter((each) => {
    const name = each.split(".").at(-1) ?? "";
    return new RegExp(`(?<![\\w.])${name}\\b`).test(text.replaceAll(/\/\*\*[\s\S]*?\*\//g, ""));
  });
  const lines = [...needed].sort().map((each) => `import ${each};\n`);
  return lines.length === 0 ? "" : `${lines.join("")}\n`;
}

/** An expression that makes a `long` a value of a type that holds big integers; undefined for another type. */
export function fromLong(type: Type, value: string, types: Types): string | undefined {
  if (integerOf(type, types)?.size === "uint64") return `BigInteger.valueOf(${value})`;
  const def = definition(type, types);
  if (def?.kind !== "union") return undefined;
  const holdsBig = def.forms.some((form) => integerOf(form.type, types)?.size === "uint64");
  return holdsBig ? `${wordName(def.name)}.of(${value})` : undefined;
}
