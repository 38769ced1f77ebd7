/**
 * Breaks text at spaces so that lines have at most `columns` characters if possible. Characters that
 * could end a comment's line, change the direction of text or are invisible do not get into a line.
 */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of plainText(text)
    .split(/\s+/)
    .filter((each) => each !== "")) {
    if (line !== "" && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return line === "" ? lines : [...lines, line];
}

/** Text on one line, with its control, direction and invisible characters as their codes. */
export function plainText(text: string): string {
  return text
    .replaceAll(/[\s\u0085]+/g, " ")
    .replaceAll(hidden, (character) => `U+${hexOf(character)}`)
    .replaceAll(loneSurrogate, "\uFFFD")
    .trim();
}

const hidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it finds
  /[\u0000-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/g;
const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

function hexOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}
