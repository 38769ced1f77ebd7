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

/** A string in quotes as Go's %q prints it, as in error messages. */
export function formatGoQuoted(text: string): string {
  let quoted = '"';
  for (const character of text) quoted += named.get(character) ?? unnamed(character);
  return `${quoted}"`;
}

function unnamed(character: string): string {
  if (printable.test(character)) return character;
  const code = character.codePointAt(0)!.toString(16);
  if (code.length <= 2 && character < "\u0080") return `\\x${code.padStart(2, "0")}`;
  return code.length <= 4 ? `\\u${code.padStart(4, "0")}` : `\\U${code.padStart(8, "0")}`;
}
