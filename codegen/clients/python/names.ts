import { words } from "../words.ts";

const keywords = new Set(
  "and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield None True False".split(
    " ",
  ),
);

/** `getL1Validator` as `get_l1_validator`; a word of the language gets an underscore after it. */
export function pythonName(name: string): string {
  const snake = words(name).join("_");
  return keywords.has(snake) ? `${snake}_` : snake;
}

/** Names of types stay as the documents have them: `PlatformGetBlockResult`. */
export function className(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** `AliasNotFound` as `AliasNotFoundError`, which `ParseError` is already. */
export function errorClass(name: string): string {
  return name.endsWith("Error") ? name : `${name}Error`;
}
