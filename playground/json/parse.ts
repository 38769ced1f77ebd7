/** A JSON value in which an integer that a double cannot hold exactly is a bigint. */
export type Json =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly Json[]
  | { readonly [name: string]: Json };

export type JsonObject = { readonly [name: string]: Json };

/** Parses JSON with every digit of its integers. Throws JsonError that names line and column. */
export function parseJson(text: string): Json {
  const reader = new Reader(text);
  const value = reader.value();
  reader.end();
  return value;
}

/** Prints JSON, indented with `indent`; a bigint becomes a number with all its digits. */
export function formatJson(value: Json, indent = "", before = ""): string {
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const isArray = Array.isArray(value);
  const inner = before + indent;
  const colon = indent === "" ? ":" : ": ";
  const parts = isArray
    ? value.map((item) => formatJson(item, indent, inner))
    : Object.entries(value).map(
        ([name, member]) => JSON.stringify(name) + colon + formatJson(member, indent, inner),
      );
  const [open, close] = isArray ? "[]" : "{}";
  if (parts.length === 0 || indent === "") return `${open}${parts.join(",")}${close}`;
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${before}${close}`;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// As in tokens.ts, a text can have megabytes.
const token =
  /[ \t\n\r]*(?:([{}[\]:,])|("[^"\\]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\]*)*")|(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)|(true|false|null)|($))/y;

const depthMax = 500;

class Reader {
  readonly #text: string;
  /** Start of the current token, for messages. */
  #start = 0;
  #next = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(): Json {
    const found = this.#take();
    if (found === "{") return this.#nested(() => this.#object());
    if (found === "[") return this.#nested(() => this.#array());
    if (found === "true") return true;
    if (found === "false") return false;
    if (found === "null") return null;
    if (found.startsWith('"')) return this.#string(found);
    if (/^[-0-9]/.test(found)) return exactNumber(found);
    return this.#fail("a value");
  }

  end(): void {
    if (this.#take() !== "") this.#fail("the end");
  }

  #nested<Value>(read: () => Value): Value {
    this.#depth += 1;
    if (this.#depth > depthMax) this.#fail(`at most ${depthMax} levels`);
    const value = read();
    this.#depth -= 1;
    return value;
  }

  #object(): JsonObject {
    const members: [string, Json][] = [];
    let found = this.#take();
    while (found !== "}") {
      if (!found.startsWith('"')) this.#fail("a name in quotes");
      const name = this.#string(found);
      if (this.#take() !== ":") this.#fail("a colon");
      members.push([name, this.value()]);
      found = this.#take();
      if (found === ",") {
        found = this.#take();
        if (found === "}") this.#fail("a name in quotes");
      } else if (found !== "}") this.#fail("a comma or }");
    }
    return Object.fromEntries(members);
  }

  #array(): readonly Json[] {
    const items: Json[] = [];
    if (this.#peek() === "]") {
      this.#take();
      return items;
    }
    for (;;) {
      items.push(this.value());
      const found = this.#take();
      if (found === "]") return items;
      if (found !== ",") this.#fail("a comma or ]");
    }
  }

  #string(found: string): string {
    try {
      return JSON.parse(found) as string;
    } catch {
      return this.#fail("a string without control characters");
    }
  }

  #peek(): string {
    const at = this.#next;
    const found = this.#take();
    this.#next = at;
    return found;
  }

  #take(): string {
    token.lastIndex = this.#next;
    const match = token.exec(this.#text);
    if (match === null) {
      this.#start = this.#next + /^[ \t\n\r]*/.exec(this.#text.slice(this.#next))![0].length;
      return this.#fail("JSON");
    }
    this.#next = token.lastIndex;
    const found = match[1] ?? match[2] ?? match[3] ?? match[4] ?? "";
    this.#start = this.#next - found.length;
    return found;
  }

  #fail(expected: string): never {
    const lines = this.#text.slice(0, this.#start).split("\n");
    throw new JsonError(expected, lines.length, lines.at(-1)!.length + 1);
  }
}

function exactNumber(text: string): number | bigint {
  const value = Number(text);
  return /^-?[0-9]+$/.test(text) && !Number.isSafeInteger(value) ? BigInt(text) : value;
}

/** A text is no JSON. */
export class JsonError extends Error {
  override readonly name = "JsonError";

  constructor(expected: string, line: number, column: number) {
    super(`expected ${expected} at line ${line}, column ${column}`);
  }
}
