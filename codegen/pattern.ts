/**
 * Makes the groups of a pattern non-capturing, unless it refers to what they capture. A repeated group that captures
 * takes stack for each repetition: a text of 20 MB overflows it.
 */
export function withoutCaptures(pattern: string): string {
  const tokens = pattern.match(/\\.|\[(?:\\.|[^\]\\])*\]|[\s\S]/gu) ?? [];
  if (tokens.some((token) => /^\\[1-9k]/.test(token))) return pattern;
  return tokens
    .map((token, i) => (token === "(" && tokens[i + 1] !== "?" ? "(?:" : token))
    .join("");
}

/** The same for each `new RegExp("...", "u")` of a generated program. */
export function withoutCapturesInCode(code: string): string {
  return code.replaceAll(
    /new RegExp\(("(?:[^"\\]|\\.)*"), "u"\)/g,
    (_all, literal: string) =>
      `new RegExp(${JSON.stringify(withoutCaptures(JSON.parse(literal)))}, "u")`,
  );
}
