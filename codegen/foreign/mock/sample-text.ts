import { type JsonObject, textAt } from "../../load/json.ts";
import type { Random } from "./random.ts";

const formats: Readonly<Record<string, string>> = {
  "date-time": "2024-01-01T00:00:00Z",
  date: "2024-01-01",
  time: "00:00:00Z",
  email: "user@example.org",
  uri: "https://example.org/",
  uuid: "00000000-0000-4000-8000-000000000000",
};

/** Repetitions of a pattern beyond the least. */
const repetitionsMax = 8;

/** A text that a schema of texts allows, for the patterns that documents use: the shortest one, or a random one. */
export function sampleText(schema: JsonObject, random?: Random): string {
  const [least, most] = [Number(schema["minLength"] ?? 0), Number(schema["maxLength"] ?? 1e6)];
  const pattern = textAt(schema, "pattern");
  if (pattern !== undefined) {
    const text = patternText(pattern, Math.min(least, 1e6), most, random);
    if (text !== undefined) return text;
  }
  const text = formats[textAt(schema, "format") ?? ""] ?? plainText(random);
  return text.padEnd(Math.min(least, 1e6), "x").slice(0, most);
}

/** Characters in a repetition of a pattern that texts of a certain length are looked for with. */
const repeatedMax = 64;

/** A text of a pattern, with a length between the bounds if one is found; undefined if none is. */
function patternText(
  pattern: string,
  least: number,
  most: number,
  random: Random | undefined,
): string | undefined {
  const fits = (text: string | undefined) =>
    text !== undefined && text.length >= least && text.length <= most;
  const first = new PatternSample(pattern, random).text();
  if (first === undefined || fits(first)) return first;
  const missing = least - (new PatternSample(pattern).text() ?? first).length;
  for (let repeated = 1; repeated <= repeatedMax; repeated++) {
    const text = new PatternSample(pattern, undefined, Math.ceil(missing / repeated)).text();
    if (fits(text)) return text;
  }
  return first;
}

function plainText(random: Random | undefined): string {
  if (random === undefined) return "text";
  const letters = "abcdefghijklmnopqrstuvwxyz0123456789 -_";
  return Array.from({ length: random(12) }, () => letters[random(letters.length)]).join("");
}

/**
 * Reads a regular expression and writes its shortest text, with the first of alternatives and the least repetitions, or with
 * some more; or a random one.
 */
class PatternSample {
  readonly #pattern: string;
  readonly #random: Random | undefined;
  #more: number;
  #at = 0;

  constructor(pattern: string, random?: Random, more = 0) {
    this.#pattern = pattern;
    this.#random = random;
    this.#more = Math.max(more, 0);
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
    const texts = [this.#sequence()];
    while (this.#pattern[this.#at] === "|") {
      this.#at++;
      texts.push(this.#sequence());
    }
    return texts[this.#random?.(texts.length) ?? 0] ?? "";
  }

  #sequence(): string {
    let text = "";
    while (this.#at < this.#pattern.length && !"|)".includes(this.#pattern[this.#at] ?? "")) {
      const start = this.#at;
      const part = this.#atom();
      const end = this.#at;
      const count = this.#repetitions();
      const after = this.#at;
      text += part.repeat(Math.min(count, 1));
      for (let more = 1; more < count; more++) {
        // Each repetition is another text.
        this.#at = start;
        text += this.#random === undefined ? part : this.#atom();
        this.#at = end;
      }
      this.#at = after;
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
    if (this.#random !== undefined) {
      const all = printable.filter((candidate) => matches(source, candidate));
      return all[this.#random(all.length)] ?? "";
    }
    for (const candidate of "0a1A_-. xz9") if (matches(source, candidate)) return candidate;
    return printable.find((candidate) => matches(source, candidate)) ?? "";
  }

  #repetitions(): number {
    const quantifier = /^(?:[*+?]|\{(\d+)(,(\d*))?\})\??/.exec(this.#pattern.slice(this.#at));
    if (quantifier === null) return 1;
    const [whole, given, more, end] = quantifier;
    this.#at += whole.length;
    const least = given !== undefined ? Number(given) : whole.startsWith("+") ? 1 : 0;
    if (given !== undefined && more === undefined) return least;
    const most = whole.startsWith("?") ? 1 : Number(end || Number.POSITIVE_INFINITY);
    if (this.#random !== undefined) {
      return least + this.#random(Math.min(most - least, repetitionsMax) + 1);
    }
    const extra = Math.min(most - least, this.#more);
    this.#more -= extra;
    return least + extra;
  }
}

const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));

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
