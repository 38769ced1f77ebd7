import { skipSpace, valueEnd } from "../../formats/json-scan.ts";
import type { Call } from "./dialect.ts";

/** A body as far as it is read before the call is admitted. */
export type CallBody = {
  readonly bytes: Buffer;
  /** Undefined if it is long: it is then read when its call is admitted. */
  readonly text: string | undefined;
  /** Undefined if it is long or unusual. */
  readonly call: Call | undefined;
};

/** A longer body is long. */
export const longBody = 65_536;

export function readCallBody(bytes: Buffer): CallBody {
  if (bytes.length > longBody) return { bytes, text: undefined, call: undefined };
  const text = bytes.toString("utf8");
  return { bytes, text, call: quickCall(text) };
}

const quote = 0x22;
const colon = 0x3a;
const comma = 0x2c;

/**
 * Reads the requests that nearly every client sends: an object of `jsonrpc`, `id`, `method` and
 * optionally `params`, each once, without escapes. Returns undefined for every other body, valid or
 * not. Does not check the text of params.
 */
export const quickCall = (text: string): Call | undefined => {
  if (text.charCodeAt(0) !== 0x7b) return undefined;
  let jsonrpc: string | undefined;
  let id: string | undefined;
  let method: string | undefined;
  let params: string | undefined;
  let members = 0;
  let at = 0;
  do {
    at = skipSpace(text, at + 1);
    const nameEnd = text.charCodeAt(at) === quote ? text.indexOf('"', at + 1) : -1;
    const name = text.slice(at + 1, nameEnd);
    const start = nameEnd === -1 ? -1 : valueStart(text, nameEnd + 1);
    const end = start === -1 ? -1 : plainValueEnd(text, name, start);
    if (end === -1) return undefined;
    const value = text.slice(start, end);
    if (name === "method") method = value;
    else if (name === "params") params = value;
    else if (name === "id") id = value;
    else jsonrpc = value;
    members += 1;
    at = skipSpace(text, end);
  } while (text.charCodeAt(at) === comma);
  if (text.charCodeAt(at) !== 0x7d || skipSpace(text, at + 1) !== text.length) return undefined;
  if (jsonrpc === undefined || id === undefined || method === undefined) return undefined;
  // Otherwise a name is there twice.
  if (members !== (params === undefined ? 3 : 4)) return undefined;
  return method.includes("\\") ? undefined : { id, method: method.slice(1, -1), params };
};

/** Where the value behind a name begins; -1 if there is no colon. */
const valueStart = (text: string, nameEnd: number): number => {
  const at = skipSpace(text, nameEnd);
  return text.charCodeAt(at) === colon ? skipSpace(text, at + 1) : -1;
};

/** The end of a member's value; -1 if it is unusual or the name is no member of a request. */
const plainValueEnd = (text: string, name: string, start: number): number => {
  switch (name) {
    case "jsonrpc":
      return text.startsWith('"2.0"', start) ? start + 5 : -1;
    case "id":
      return plainIdEnd(text, start);
    case "method":
      return textEnd(text, start);
    case "params": {
      const first = text.charCodeAt(start);
      return first === 0x7b || first === 0x5b ? valueEnd(text, start) : -1;
    }
    default:
      return -1;
  }
};

/** The end of a string in which no quote is escaped; -1 for any other value. */
const textEnd = (text: string, start: number): number => {
  const last = text.charCodeAt(start) === quote ? text.indexOf('"', start + 1) : -1;
  return last === -1 ? -1 : last + 1;
};

/**
 * The end of an id that is a non-negative integer or a plain string; -1 for any other id.
 */
const plainIdEnd = (text: string, start: number): number => {
  let at = start;
  let code = text.charCodeAt(at);
  if (code === quote) {
    for (at += 1; ; at += 1) {
      code = text.charCodeAt(at);
      if (code === quote) return at + 1;
      // Printable ASCII but for \ and what Go escapes: < > &.
      const plain = code >= 0x20 && code < 0x7f && code !== 0x5c;
      if (!plain || code === 0x3c || code === 0x3e || code === 0x26) return -1;
    }
  }
  if (code === 0x30) return isDelimiter(text.charCodeAt(at + 1)) ? at + 1 : -1;
  while (code >= 0x30 && code <= 0x39) {
    at += 1;
    code = text.charCodeAt(at);
  }
  return at > start && isDelimiter(code) ? at : -1;
};

const isDelimiter = (code: number): boolean =>
  code === comma || code === 0x7d || code === 0x20 || code === 0x0a || code === 0x0d || code === 9;
