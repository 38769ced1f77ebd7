const named: ReadonlyMap<string, string> = new Map([
  ["\u0007", "\\a"],
  ["\b", "\\b"],
  ["\f", "\\f"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
  ["\v", "\\v"],
  ['"', '\\"'],
  ["\\", "\\\\"],
]);
const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;
const loneSurrogate = /^\p{Cs}$/u;

/** No value that a method takes comes near; a longer one would cost seconds. */
const charactersMax = 8_192;

/** A string in quotes as Go's %q prints it, as in error messages. A very long one is cut, and ends with an ellipsis. */
export function formatGoQuoted(text: string): string {
  const isCut = text.length > charactersMax;
  let quoted = '"';
  for (const character of isCut ? text.slice(0, charactersMax) : text) {
    quoted += named.get(character) ?? unnamed(character);
  }
  return isCut ? `${quoted}..."` : `${quoted}"`;
}

function unnamed(character: string): string {
  if (printable.test(character)) return character;
  // Go has read it from JSON, and has no lone surrogates.
  if (loneSurrogate.test(character)) return "\ufffd";
  const code = character.codePointAt(0)!.toString(16);
  if (code.length <= 2 && character < "\u0080") return `\\x${code.padStart(2, "0")}`;
  return code.length <= 4 ? `\\u${code.padStart(4, "0")}` : `\\U${code.padStart(8, "0")}`;
}
