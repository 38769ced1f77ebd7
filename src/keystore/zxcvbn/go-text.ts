/** One character and the byte that it starts at. */
export type Rune = { readonly text: string; readonly start: number };

/** The characters of UTF-8 as Go's range loop finds them: each byte that is part of none is U+FFFD. */
export function runesOf(bytes: Uint8Array): Rune[] {
  const runes: Rune[] = [];
  for (let start = 0; start < bytes.length; ) {
    const length = utf8Length(bytes[start]!);
    const text = decode(bytes.subarray(start, start + length));
    runes.push({ text: text ?? "\ufffd", start });
    start += text === undefined ? 1 : length;
  }
  return runes;
}

/** Go's unicode.ToLower: one character never becomes two. */
export function lowerRune(rune: string): string {
  return String.fromCodePoint(rune.toLowerCase().codePointAt(0)!);
}

export function isLower(rune: string): boolean {
  return /^\p{Ll}$/u.test(rune);
}

export function isUpper(rune: string): boolean {
  return /^\p{Lu}$/u.test(rune);
}

export function isDigit(rune: string): boolean {
  return /^\p{Nd}$/u.test(rune);
}

const strictDecoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decode(bytes: Uint8Array): string | undefined {
  try {
    return strictDecoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** How many bytes a character takes by its first one. */
function utf8Length(lead: number): number {
  if (lead < 0xc0) return 1;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}
