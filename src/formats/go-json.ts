import { FormatError } from "./format-error.ts";
import { decodeGoUtf8 } from "./go-utf8.ts";
import { parseJson } from "./json.ts";
import { type JsonVisitor, walkWholeJson } from "./json-grammar.ts";

/**
 * A JSON value as Go's encoding/json reads it: the members of an object in order and also repeated ones, numbers as they are
 * written, and U+FFFD for each byte that is not UTF-8.
 */
export type GoJson = null | boolean | string | GoNumber | readonly GoJson[] | GoMembers;

export class GoNumber {
  readonly literal: string;

  constructor(literal: string) {
    this.literal = literal;
  }
}

export class GoMembers {
  readonly entries: [name: string, value: GoJson][] = [];
}

/** Not JSON, with Go's message, or JSON that Go could not store in the field that its name or place stands for. */
export class UnmarshalError extends FormatError {}

/** Reads a file as Go's json.Unmarshal does, which does not accept a byte order mark. Throws UnmarshalError. */
export function parseGoJson(json: Uint8Array): GoJson {
  // Go's scanner sees bytes.
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString("latin1");
  const builder = new GoBuilder(bytes);
  try {
    walkWholeJson(bytes, builder);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new UnmarshalError(error.message, { cause: error });
  }
  return builder.root;
}

/**
 * The form in which Go's decoder compares the names of members: without case, where the long s and the Kelvin sign are letters.
 * Go encoding/json/fold.go
 */
export function foldName(name: string): string {
  return name.replaceAll("\u017f", "s").replaceAll("\u212a", "k").toLowerCase();
}

/** Go has no lone surrogates. */
export const wellFormed = (text: string): string => text.replace(/\p{Cs}/gu, "\ufffd");

class GoBuilder implements JsonVisitor {
  root: GoJson = null;
  readonly #bytes: string;
  readonly #open: (GoJson[] | GoMembers)[] = [];
  /** Name of the member whose value comes next. */
  #name = "";

  constructor(bytes: string) {
    this.#bytes = bytes;
  }

  open(bracket: "{" | "["): void {
    const child = bracket === "{" ? new GoMembers() : [];
    this.#put(child);
    this.#open.push(child);
  }

  close(): void {
    this.#open.pop();
  }

  name(start: number, end: number): void {
    this.#name = textOf(this.#bytes.slice(start, end));
  }

  scalar(start: number, end: number): void {
    this.#put(scalarOf(this.#bytes.slice(start, end)));
  }

  #put(value: GoJson): void {
    const container = this.#open.at(-1);
    if (container === undefined) this.root = value;
    else if (container instanceof GoMembers) container.entries.push([this.#name, value]);
    else container.push(value);
  }
}

function scalarOf(token: string): GoJson {
  switch (token[0]) {
    case '"':
      return textOf(token);
    case "n":
      return null;
    case "t":
    case "f":
      return token === "true";
    default:
      return new GoNumber(token);
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII without a backslash.
const plain = /^[\x00-\x5b\x5d-\x7f]*$/;

/** Of a token whose characters are bytes. */
function textOf(token: string): string {
  if (plain.test(token)) return token.slice(1, -1);
  return wellFormed(parseJson(decodeGoUtf8(Buffer.from(token, "latin1"))) as string);
}
