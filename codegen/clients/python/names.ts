import { snakeName } from "../names.ts";

const keywords = new Set(
  "and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield None True False".split(
    " ",
  ),
);

export function isKeyword(name: string): boolean {
  return keywords.has(name);
}

/** `getL1Validator` as `get_l1_validator`; a keyword gets an underscore at the end. */
export function pythonName(name: string): string {
  const snake = snakeName(name);
  return isKeyword(snake) ? `${snake}_` : snake;
}

/** Type names stay as they are in the documents: `PlatformGetBlockResult`. */
export function className(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** `AliasNotFound` as `AliasNotFoundError`, which `ParseError` is already. */
export function errorClass(name: string): string {
  return name.endsWith("Error") ? name : `${name}Error`;
}
