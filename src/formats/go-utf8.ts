const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Text in which each byte that is not part of a character is U+FFFD, as in Go. A TextDecoder has one for several of them. */
export function decodeGoUtf8(bytes: Uint8Array): string {
  const whole = decoded(bytes);
  if (whole !== undefined) return whole;
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const next = characterAt(bytes, at);
    parts.push(next?.text ?? "\ufffd");
    at += next?.length ?? 1;
  }
  return parts.join("");
}

function characterAt(bytes: Uint8Array, at: number) {
  for (const length of [1, 2, 3, 4]) {
    const text = decoded(bytes.subarray(at, at + length));
    if (text !== undefined) return { text, length };
  }
  return undefined;
}

/** Undefined if the bytes are not UTF-8. */
function decoded(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
