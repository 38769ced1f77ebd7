const risky =
  /[\u007F-\u009F\u00AD\u061C\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/g;

/**
 * Text as a string literal in double quotes of TypeScript, Go, Python and Java. Characters that end
 * lines, change the direction of text or are invisible are escaped. Text from documents goes through
 * this function or `rustQuoted`, never between quotes that a template writes.
 */
export function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(risky, (character) => `\\u${hexOf(character)}`);
}

/** Text as a string literal of Rust, whose escapes differ. */
export function rustQuoted(text: string): string {
  return quoted(text).replaceAll(
    /\\(?:u([0-9a-fA-F]{4})|([bf])|(.))/gs,
    (whole, code: string | undefined, control: string | undefined) => {
      if (code !== undefined) return `\\u{${code}}`;
      if (control !== undefined) return control === "b" ? "\\u{8}" : "\\u{c}";
      return whole;
    },
  );
}

/** Whether code has `name.`, outside of comments and texts, whose words are the document's. */
export function usesName(name: string, code: string): boolean {
  const bare = code.replaceAll(/\/\/.*|\/\*[\s\S]*?\*\/|`[^`\n]*`|"(?:[^"\\\n]|\\.)*"/g, "");
  return new RegExp(`\\b${name}\\.`).test(bare);
}

function hexOf(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(4, "0");
}
