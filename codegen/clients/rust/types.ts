import { snakeName, wordName } from "../cases.ts";
import type { Enum, IntegerType, Type, TypeDef } from "../model.ts";

export type Types = ReadonlyMap<string, TypeDef>;

/** The Rust type of a value. `scope` stands before the names of generated types. */
export function rustType(type: Type, types: Types, scope = ""): string {
  switch (type.kind) {
    case "text":
      return "String";
    case "boolean":
      return "bool";
    case "float":
      return "f64";
    case "null":
    case "json":
      return "serde_json::Value";
    case "integer":
      return rustIntegers[type.size];
    case "list":
      return `Vec<${rustType(type.item, types, scope)}>`;
    case "map":
      return `BTreeMap<String, ${rustType(type.value, types, scope)}>`;
    case "nullable":
      return `Option<${rustType(type.inner, types, scope)}>`;
    case "named": {
      const integer = plainInteger(type, types);
      return integer === undefined ? scope + wordName(type.name) : rustIntegers[integer.size];
    }
  }
}

const rustIntegers = {
  uint16: "u16",
  uint32: "u32",
  uint64: "u64",
  int64: "i64",
  int53: "i64",
} as const;

/** What an alias stands for in the end. */
export function target(type: Type, types: Types): Type {
  const def = type.kind === "named" ? types.get(type.name) : undefined;
  return def?.kind === "alias" ? target(def.target, types) : type;
}

/** The integer that a type is, under whatever name. */
export function plainInteger(type: Type, types: Types): IntegerType | undefined {
  const end = target(type, types);
  return end.kind === "integer" ? end : undefined;
}

/** The integer that a type is, or is a list, map or option of. */
export function heldInteger(type: Type, types: Types): IntegerType | undefined {
  const end = target(type, types);
  switch (end.kind) {
    case "integer":
      return end;
    case "list":
      return heldInteger(end.item, types);
    case "map":
      return heldInteger(end.value, types);
    case "nullable":
      return heldInteger(end.inner, types);
    default:
      return undefined;
  }
}

/** Whether it is written as text: decimal text, and 64 bits in params. */
export function isWrittenAsText({ size, wire }: IntegerType): boolean {
  return wire === "text" || (wire === "either" && (size === "uint64" || size === "int64"));
}

/** Whether each value of an enum can be a name; what has others stays text. */
export function isNameable({ values }: Enum): boolean {
  return values.every((value) => /^[A-Za-z][A-Za-z0-9]{0,20}$/.test(value));
}

const keywords = new Set(["as", "box", "in", "match", "move", "mut", "ref", "self", "type", "use"]);

/** A member, argument or method name. */
export function rustName(name: string): string {
  const snake = snakeName(name);
  return keywords.has(snake) ? `r#${snake}` : snake;
}
