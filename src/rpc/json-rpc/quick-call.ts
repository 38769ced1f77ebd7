import { skipSpace, valueEnd } from "../../formats/json-scan.ts";
import type { Call } from "./dialect.ts";

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
  let id: string | undefined;
  let method: string | undefined;
  let params: string | undefined;
  let versioned = false;
  let at = 1;
  for (;;) {
    at = skipSpace(text, at);
    if (text.charCodeAt(at) !== quote) return undefined;
    const name = at + 1;
    const nameEnd = text.indexOf('"', name);
    if (nameEnd === -1) return undefined;
    let start = skipSpace(text, nameEnd + 1);
    if (text.charCodeAt(start) !== colon) return undefined;
    start = skipSpace(text, start + 1);
    let end: number;
    switch (nameEnd - name) {
      case 2: {
        if (id !== undefined || !text.startsWith("id", name)) return undefined;
        end = plainIdEnd(text, start);
        if (end === -1) return undefined;
        id = text.slice(start, end);
        break;
      }
      case 6: {
        const first = text.charCodeAt(start);
        if (text.startsWith("method", name)) {
          if (method !== undefined || first !== quote) return undefined;
          end = text.indexOf('"', start + 1) + 1;
          if (end === 0) return undefined;
          method = text.slice(start + 1, end - 1);
          if (method.includes("\\")) return undefined;
        } else {
          if (params !== undefined || !text.startsWith("params", name)) return undefined;
          if (first !== 0x7b && first !== 0x5b) return undefined;
          end = valueEnd(text, start);
          if (end === -1) return undefined;
          params = text.slice(start, end);
        }
        break;
      }
      case 7: {
        if (versioned || !text.startsWith("jsonrpc", name)) return undefined;
        if (!text.startsWith('"2.0"', start)) return undefined;
        versioned = true;
        end = start + 5;
        break;
      }
      default:
        return undefined;
    }
    at = skipSpace(text, end);
    if (text.charCodeAt(at) === comma) at += 1;
    else break;
  }
  if (text.charCodeAt(at) !== 0x7d || skipSpace(text, at + 1) !== text.length) return undefined;
  return versioned && id !== undefined && method !== undefined ? { id, method, params } : undefined;
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
