/** A piece of pretty-printed JSON with its color. */
export type Token = { readonly kind: TokenKind; readonly text: string };

export type TokenKind = "name" | "string" | "number" | "literal" | "plain";

// The loop over characters that are not escaped needs no memory for each of them: texts can have megabytes.
const source = /[ \t\n\r]+|"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^\s{}[\]:,"]+/gy;

/**
 * Splits JSON into lines with an indent of two spaces. Numbers and strings are copied, not parsed,
 * so nothing is rounded. Invalid JSON is returned unchanged, in one color.
 */
export function jsonLines(text: string): readonly (readonly Token[])[] {
  if (!isJson(text)) return text.split("\n").map((line) => [{ kind: "plain", text: line }]);
  const lines: Token[][] = [[]];
  let depth = 0;
  const add = (kind: TokenKind, piece: string): void => {
    lines.at(-1)!.push({ kind, text: piece });
  };
  const breakLine = (): void => {
    lines.push(depth === 0 ? [] : [{ kind: "plain", text: "  ".repeat(depth) }]);
  };
  const pieces = text.match(source)!.filter((piece) => piece.trim() !== "");
  for (const [index, piece] of pieces.entries()) {
    const next = pieces[index + 1];
    if (piece === "{" || piece === "[") {
      add("plain", piece);
      depth += 1;
      if (next !== "}" && next !== "]") breakLine();
    } else if (piece === "}" || piece === "]") {
      depth -= 1;
      const before = pieces[index - 1];
      if (before !== "{" && before !== "[") breakLine();
      add("plain", piece);
    } else if (piece === ",") {
      add("plain", piece);
      breakLine();
    } else if (piece === ":") add("plain", ": ");
    else add(kindOf(piece, next), piece);
  }
  return lines;
}

function kindOf(piece: string, next: string | undefined): TokenKind {
  if (piece.startsWith('"')) return next === ":" ? "name" : "string";
  return /^[-0-9]/.test(piece) ? "number" : "literal";
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
