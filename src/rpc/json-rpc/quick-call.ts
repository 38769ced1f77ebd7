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

/** The values of a request's members that are plain, with groups for what is read of them. */
const plainValues = {
  // Without escapes.
  method: String.raw`"([^"\\]*)"`,
  // A non-negative integer, or printable ASCII without \ and what Go escapes: < > &.
  id: String.raw`((?:0|[1-9]\d*)(?=[,} \t\r\n])|"[ !#-%'-;=?-[\]-~]*")`,
  jsonrpc: String.raw`("2\.0")`,
  // An object or array, which is not read.
  params: "(?=[{[])",
};
const space = String.raw`[ \t\r\n]*`;
const alternatives = Object.entries(plainValues).map(
  ([name, value]) => `${name}"${space}:${space}${value}`,
);
const plainMember = new RegExp(`${space}"(?:${alternatives.join("|")})`, "y");

const [openingBrace, closingBrace, comma] = [0x7b, 0x7d, 0x2c];

/**
 * Reads the requests that nearly every client sends: an object of `jsonrpc`, `id`, `method` and
 * optionally `params`, each once, without escapes. Returns undefined for every other body, valid or
 * not. Does not check the text of params.
 */
export const quickCall = (text: string): Call | undefined => {
  if (text.charCodeAt(0) !== openingBrace) return undefined;
  let isVersion2 = false;
  let id: string | undefined;
  let method: string | undefined;
  let params: string | undefined;
  let members = 0;
  let at = 0;
  do {
    plainMember.lastIndex = at + 1;
    const found = plainMember.exec(text);
    if (found === null) return undefined;
    const start = plainMember.lastIndex;
    const [, foundMethod, foundID, version] = found;
    at = start;
    if (foundMethod !== undefined) method = foundMethod;
    else if (foundID !== undefined) id = foundID;
    else if (version !== undefined) isVersion2 = true;
    else {
      at = valueEnd(text, start);
      if (at === -1) return undefined;
      params = text.slice(start, at);
    }
    members += 1;
    at = skipSpace(text, at);
  } while (text.charCodeAt(at) === comma);
  if (text.charCodeAt(at) !== closingBrace || skipSpace(text, at + 1) !== text.length)
    return undefined;
  if (!isVersion2 || id === undefined || method === undefined) return undefined;
  // Otherwise a name is there twice.
  return members === (params === undefined ? 3 : 4) ? { id, method, params } : undefined;
};
