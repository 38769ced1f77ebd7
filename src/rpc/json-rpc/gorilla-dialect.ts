import { foldName, wellFormed } from "../../formats/go-json.ts";
import { formatGoQuoted } from "../../formats/go-quote.ts";
import { formatJson, parseJson } from "../../formats/json.ts";
import { scanGoValue } from "../../formats/json-grammar.ts";
import { members, skipSpace, stringEnd } from "../../formats/json-scan.ts";
import type { Issue } from "../../generated/issue.ts";
import { type Call, Dialect, type Refusal } from "./dialect.ts";
import { protocolErrors, type RpcError } from "./errors.ts";
import type { Service } from "./service.ts";

const serverErrorCode = -32000;
const quote = 0x22;

/**
 * Responds like gorilla/rpc v1.2.0 (v2/json2) with the codec of avalanchego utils/json/codec.go @ v1.12.1: no
 * batches, no response without an id, -32000 for nearly every error, `data` always present.
 */
export class GorillaDialect extends Dialect {
  readonly numbers = "literal";

  override read(body: Buffer, text: string): Call | Refusal {
    return readRequest(body, text);
  }

  override tooComplex({ expected }: Issue): Refusal {
    return invalidRequest(`the request is not ${expected}`);
  }

  override unknownMethod(name: string, { prefixes }: Pick<Service, "prefixes">): RpcError {
    return { code: serverErrorCode, message: unknownMethodText(name, prefixes) };
  }

  /** Says neither which argument is wrong nor why. */
  override invalidParams(): RpcError {
    return {
      code: serverErrorCode,
      message:
        "couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls",
    };
  }

  override errorAnswer({ code, message, data }: RpcError, id: string): string {
    const error = `{"code":${code},"message":${goString(message)},"data":${dataText(data)}}`;
    return `{"jsonrpc":"2.0","error":${error},"id":${id}}\n`;
  }

  override result(text: string): string {
    return goEscape(text);
  }
}

/** A request as far as it is decoded, which Go sends back as `data`. Params and id are JSON text. */
type Draft = {
  jsonrpc: string;
  method: string;
  params: string | undefined;
  id: string | undefined;
};

/** What of a request a response returns, beside its params. */
const returned = ["jsonrpc", "id", "method"] as const;
/**
 * The characters of each. Go returns any number, and makes six characters of one that it escapes: a few clients that do not
 * read could occupy the memory of all.
 */
const returnedMax = 65_536;

const invalidRequest = (message: string): Refusal => ({
  id: "null",
  error: { ...protocolErrors.InvalidRequest, message },
});

const readRequest = (body: Buffer, text: string): Call | Refusal => {
  const draft: Draft = { jsonrpc: "", method: "", params: undefined, id: undefined };
  const bytes = body.toString("latin1");
  const scan = scanGoValue(bytes);
  const fault = scan.ok
    ? decodeRequest(
        bytes.length === text.length ? text.slice(scan.start, scan.end) : utf8(body, scan),
        draft,
      )
    : scan.message;
  const long = returned.find((field) => (draft[field]?.length ?? 0) > returnedMax);
  if (long !== undefined) {
    return invalidRequest(`${long} has more than ${returnedMax} characters`);
  }
  const id = draft.id === undefined ? undefined : goCompact(draft.id);
  if (fault !== undefined) {
    const error = { ...protocolErrors.ParseError, message: fault, data: new RawJson(echo(draft)) };
    return { id: id ?? "null", error };
  }
  if (draft.jsonrpc !== "2.0") {
    const message = "jsonrpc must be 2.0";
    const error = { ...protocolErrors.InvalidRequest, message, data: new RawJson(echo(draft)) };
    return { id, error };
  }
  return { id, method: draft.method, params: draft.params };
};

const utf8 = (body: Buffer, range: { start: number; end: number }): string =>
  body.toString("utf8", range.start, range.end);

/** Folding makes no name shorter. */
const nameMax = "jsonrpc".length;

/** Fills the draft from the text of a value, as Go's decoder fills a struct. Returns the first fault. */
const decodeRequest = (text: string, draft: Draft): string | undefined => {
  if (text[0] === "n") return undefined;
  if (text[0] !== "{") {
    return `json: cannot unmarshal ${kindOf(text)} into Go value of type json2.serverRequest`;
  }
  let fault: string | undefined;
  const texts = { jsonrpc: "", method: "" };
  for (const { name, start, end } of members(text, nameMax)) {
    const field = foldName(name);
    const value = text.slice(start, end);
    if (field === "params" || field === "id") draft[field] = value === "null" ? undefined : value;
    else if (field === "jsonrpc" || field === "method") {
      if (value[0] === '"') texts[field] = value;
      else if (value !== "null") {
        fault ??= `json: cannot unmarshal ${kindOf(value)} into Go struct field serverRequest.${field} of type string`;
      }
    }
  }
  // Only the last of each name is decoded.
  if (texts.jsonrpc !== "") draft.jsonrpc = wellFormed(parseJson(texts.jsonrpc) as string);
  if (texts.method !== "") draft.method = wellFormed(parseJson(texts.method) as string);
  return fault;
};

const kindOf = (value: string): string => {
  switch (value[0]) {
    case "{":
      return "object";
    case "[":
      return "array";
    case '"':
      return "string";
    case "t":
    case "f":
      return "bool";
    default:
      return "number";
  }
};

const echo = ({ jsonrpc, method, params, id }: Draft): string => {
  const raw = (text: string | undefined): string =>
    text === undefined || text.length > returnedMax ? "null" : goCompact(text);
  return `{"jsonrpc":${goString(jsonrpc)},"method":${goString(method)},"params":${raw(params)},"id":${raw(id)}}`;
};

const goString = (text: string): string => goEscape(JSON.stringify(wellFormed(text)));

const [less, greater, and] = [0x3c, 0x3e, 0x26];
const escapes = ["3c", "3e", "26", "2028", "2029"].map((hex) =>
  Buffer.from(`\\u${hex.padStart(4, "0")}`),
);

/** Which of the escapes the bytes at a position need; -1 if none. */
const escapeAt = (bytes: Buffer, at: number): number => {
  const byte = bytes[at];
  if (byte === less) return 0;
  if (byte === greater) return 1;
  if (byte === and) return 2;
  if (byte !== 0xe2 || bytes[at + 1] !== 0x80) return -1;
  if (bytes[at + 2] === 0xa8) return 3;
  return bytes[at + 2] === 0xa9 ? 4 : -1;
};

/**
 * Escapes in JSON text what Go's encoder escapes: `<`, `>`, `&`, U+2028 and U+2029. A text may have millions of them: a call for
 * each would take more than half a second.
 */
const goEscape = (json: string): string => {
  if (!/[<>&\u2028\u2029]/.test(json)) return json;
  const bytes = Buffer.from(json);
  let length = bytes.length;
  for (let i = 0; i < bytes.length; i++) if (escapeAt(bytes, i) >= 0) length += 5;
  const escaped = Buffer.allocUnsafe(length);
  let end = 0;
  for (let i = 0; i < bytes.length; i++) {
    const index = escapeAt(bytes, i);
    if (index < 0) {
      escaped[end++] = bytes[i]!;
      continue;
    }
    const text = escapes[index]!;
    for (let k = 0; k < 6; k++) escaped[end++] = text[k]!;
    // The last two of three bytes.
    if (index > 2) i += 2;
  }
  return escaped.toString("utf8", 0, end);
};

/** JSON text without white space, escaped as Go's encoder escapes a raw message. */
const goCompact = (text: string): string => {
  if (!/[ \t\r\n]/.test(text)) return goEscape(text);
  const kept: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; ) {
    if (text.charCodeAt(at) === quote) at = stringEnd(text, at);
    else {
      const next = skipSpace(text, at);
      if (next === at) at += 1;
      else {
        kept.push(text.slice(from, at));
        at = next;
        from = next;
      }
    }
  }
  kept.push(text.slice(from));
  return goEscape(kept.join(""));
};

/** JSON text that is sent unchanged. */
class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const dataText = (data: unknown): string => {
  if (data instanceof RawJson) return data.text;
  return data === undefined ? "null" : goEscape(formatJson(data));
};

/** Gorilla's error for an unknown method. It shows the first letter after the dot in upper case. */
const unknownMethodText = (name: string, services: ReadonlySet<string>): string => {
  const dot = name.indexOf(".");
  const service = dot === -1 ? "" : name.slice(0, dot);
  const own = dot === -1 ? "" : name.slice(dot + 1);
  const first = String.fromCodePoint(own.codePointAt(0) ?? 0xfffd);
  if (/^\p{Lu}/u.test(first)) return "method must start with a non-uppercase letter";
  const upper = first.toUpperCase();
  const shown =
    first === "\ufffd"
      ? name
      : `${service}.${[...upper].length === 1 ? upper : first}${own.slice(first.length)}`;
  if (shown.split(".").length !== 2) {
    return `rpc: service/method request ill-formed: ${formatGoQuoted(shown)}`;
  }
  return services.has(service)
    ? `rpc: can't find method ${formatGoQuoted(shown)}`
    : `rpc: can't find service ${formatGoQuoted(shown)}`;
};
