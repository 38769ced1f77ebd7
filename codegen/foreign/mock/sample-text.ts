import { type JsonObject, textAt } from "../../load/json.ts";

const formats: Readonly<Record<string, string>> = {
  "date-time": "2024-01-01T00:00:00Z",
  date: "2024-01-01",
  time: "00:00:00Z",
  email: "user@example.org",
  uri: "https://example.org/",
  uuid: "00000000-0000-4000-8000-000000000000",
};

/** A text that a schema of texts allows, for the patterns that documents use. */
export function sampleText(schema: JsonObject): string {
  const pattern = textAt(schema, "pattern");
  if (pattern !== undefined) {
    const text = new PatternSample(pattern).text();
    if (text !== undefined) return text;
  }
  const text = formats[textAt(schema, "format") ?? ""] ?? "text";
  const [least, most] = [Number(schema["minLength"] ?? 0), Number(schema["maxLength"] ?? 1e6)];
  return text.padEnd(Math.min(least, 1e6), "x").slice(0, most);
}

/** Reads a regular expression and writes its shortest text: the first of alternatives, the least repetitions. */
class PatternSample {
  readonly #pattern: string;
  #at = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  /** Undefined if the text that it found does not match: the pattern has more than is read here. */
  text(): string | undefined {
    const found = this.#alternatives();
    try {
      return new RegExp(this.#pattern, "u").test(found) ? found : undefined;
    } catch {
      return undefined;
    }
  }

  #alternatives(): string {
    const first = this.#sequence();
    while (this.#pattern[this.#at] === "|") {
      this.#at++;
      this.#sequence();
    }
    return first;
  }

  #sequence(): string {
    let text = "";
    while (this.#at < this.#pattern.length && !"|)".includes(this.#pattern[this.#at] ?? "")) {
      const part = this.#atom();
      text += part.repeat(this.#least());
    }
    return text;
  }

  #atom(): string {
    const character = this.#pattern[this.#at++] ?? "";
    switch (character) {
      case "^":
      case "$":
        return "";
      case "(":
        return this.#group();
      case "[":
        return this.#characterClass();
      case "\\":
        return escaped(this.#pattern[this.#at++] ?? "");
      case ".":
        return "a";
      default:
        return character;
    }
  }

  #group(): string {
    const mark = /^\?(?:[:=!]|<[=!]|<\w+>)/.exec(this.#pattern.slice(this.#at))?.[0] ?? "";
    this.#at += mark.length;
    const text = this.#alternatives();
    this.#at++;
    return /[=!]$/.test(mark) ? "" : text;
  }

  #characterClass(): string {
    const end = /^\^?\]?(?:\\.|[^\]\\])*/.exec(this.#pattern.slice(this.#at))?.[0] ?? "";
    this.#at += end.length + 1;
    const source = `[${end}]`;
    for (const candidate of "0a1A_-. xz9") if (matches(source, candidate)) return candidate;
    for (let code = 32; code < 127; code++) {
      if (matches(source, String.fromCharCode(code))) return String.fromCharCode(code);
    }
    return "";
  }

  #least(): number {
    const quantifier = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/.exec(this.#pattern.slice(this.#at));
    if (quantifier === null) return 1;
    this.#at += quantifier[0].length;
    if (quantifier[1] !== undefined) return Number(quantifier[1]);
    return quantifier[0].startsWith("+") ? 1 : 0;
  }
}

function matches(source: string, candidate: string): boolean {
  try {
    return new RegExp(`^${source}$`, "u").test(candidate);
  } catch {
    return false;
  }
}

function escaped(character: string): string {
  const classes: Readonly<Record<string, string>> = {
    d: "0",
    w: "a",
    s: " ",
    D: "a",
    W: "-",
    S: "a",
  };
  const controls: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "", B: "" };
  return classes[character] ?? controls[character] ?? character;
}
