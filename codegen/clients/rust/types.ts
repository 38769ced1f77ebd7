import { integerOf, type Types, target } from "../lookup.ts";
import type { IntegerType, Type } from "../model.ts";
import { snakeName, wordName } from "../names.ts";

/** The Rust type of a value. `scope` is prefixed to the names of generated types. */
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
      const integer = integerOf(type, types);
      return integer === undefined ? scope + wordName(type.name) : rustIntegers[integer.size];
    }
  }
}

const rustIntegers = {
  uint16: "u16",
  uint32: "u32",
  uint64: "u64",
  int64: "i64",
  uint53: "i64",
  int53: "i64",
} as const;

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

const keywords = new Set(
  (
    "abstract as async await become box break const continue do dyn else enum extern final fn for gen if impl in let loop " +
    "macro match mod move mut override priv pub ref return static struct trait try type typeof unsafe unsized use " +
    "virtual where while yield"
  ).split(" "),
);

/** A member, argument or method name. */
export function rustName(name: string): string {
  const snake = snakeName(name);
  return keywords.has(snake) ? `r#${snake}` : snake;
}
