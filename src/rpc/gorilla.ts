import type { ErrorOverrides } from "./description.ts";
import type { Dialect, Services } from "./dialect.ts";
import type { Message } from "./envelope.ts";
import { protocolErrors } from "./errors.ts";
import { goEscape, goQuote, scanGoValue } from "./go-json.ts";
import { stringifyExact } from "./json.ts";
import { members, stringEnd } from "./json-scan.ts";

const serverErrorCode = -32000;

/**
 * Answers as gorilla/rpc v1.2.0 (v2/json2) under the codec of avalanchego utils/json/codec.go @
 * v1.12.1: no batches, no answer without an id, nearly every error -32000, `data` always there.
 */
export const gorillaDialect = (overrides: ErrorOverrides): Dialect => ({
  numbers: "literal",
  read: (body, text) => readRequest(body, text),
  unknownMethod: (name, services) => ({
    code: serverErrorCode,
    message: unknownMethodText(name, services),
  }),
  invalidParams: (data) => ({
    code: serverErrorCode,
    message:
      "couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls",
    ...overrides["InvalidParams"],
    data,
  }),
  errorAnswer: ({ code, message, data }, id) => {
    const error = `{"code":${code},"message":${goString(message)},"data":${dataText(data)}}`;
    return `{"jsonrpc":"2.0","error":${error},"id":${id}}\n`;
  },
  result: goEscape,
});

/** A request decoded so far, which Go sends back as `data`; params and id are JSON text. */
type Draft = {
  jsonrpc: string;
  method: string;
  params: string | undefined;
  id: string | undefined;
};

const readRequest = (body: Buffer, text: string): Message => {
  const draft: Draft = { jsonrpc: "", method: "", params: undefined, id: undefined };
  const bytes = body.toString("latin1");
  const scan = scanGoValue(bytes);
  const fault = scan.ok
    ? decodeRequest(
        bytes.length === text.length ? text.slice(scan.start, scan.end) : utf8(body, scan),
        draft,
      )
    : scan.message;
  const id = draft.id === undefined ? undefined : goCompact(draft.id);
  if (fault !== undefined) {
    const error = { ...protocolErrors.ParseError, message: fault, data: new RawJson(echo(draft)) };
    return { batch: false, item: { id: id ?? "null", error } };
  }
  if (draft.jsonrpc !== "2.0") {
    const message = "jsonrpc must be 2.0";
    const error = { ...protocolErrors.InvalidRequest, message, data: new RawJson(echo(draft)) };
    return { batch: false, item: { id, error } };
  }
  return { batch: false, item: { id, method: draft.method, params: draft.params } };
};

const utf8 = (body: Buffer, range: { start: number; end: number }): string =>
  body.toString("utf8", range.start, range.end);

/**
 * Fills the draft from the text of a value, as Go's decoder fills a struct; answers the first
 * fault.
 */
const decodeRequest = (text: string, draft: Draft): string | undefined => {
  if (text[0] === "n") return undefined;
  if (text[0] !== "{") {
    return `json: cannot unmarshal ${kindOf(text)} into Go value of type json2.serverRequest`;
  }
  let fault: string | undefined;
  for (const { name, start, end } of members(text)) {
    const value = text.slice(start, end);
    const field = foldName(name);
    if (field === "params" || field === "id") draft[field] = value === "null" ? undefined : value;
    else if (field === "jsonrpc" || field === "method") {
      if (value[0] === '"') draft[field] = wellFormed(JSON.parse(value));
      else if (value !== "null") {
        fault ??= `json: cannot unmarshal ${kindOf(value)} into Go struct field serverRequest.${field} of type string`;
      }
    }
  }
  return fault;
};

/** Go matches names without case, and folds the long s and the Kelvin sign too. */
const foldName = (name: string): string =>
  name.replaceAll("\u017f", "s").replaceAll("\u212a", "k").toLowerCase();

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
  const raw = (text: string | undefined): string => (text === undefined ? "null" : goCompact(text));
  return `{"jsonrpc":${goString(jsonrpc)},"method":${goString(method)},"params":${raw(params)},"id":${raw(id)}}`;
};

const goString = (text: string): string => goEscape(JSON.stringify(wellFormed(text)));

// Go has no lone surrogates.
const wellFormed = (text: string): string => text.replace(/\p{Cs}/gu, "\ufffd");

/** JSON text without its white space, escaped as Go's encoder escapes a raw message. */
const goCompact = (text: string): string => {
  let compact = "";
  let at = 0;
  while (at < text.length) {
    const end = text[at] === '"' ? stringEnd(text, at) : at + 1;
    if (!" \t\r\n".includes(text[at]!)) compact += text.slice(at, end);
    at = end;
  }
  return goEscape(compact);
};

/** JSON text to be sent as it is. */
class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const dataText = (data: unknown): string => {
  if (data instanceof RawJson) return data.text;
  return data === undefined ? "null" : goEscape(stringifyExact(data));
};

/**
 * Why gorilla finds no such method; the first letter of the method's own part is shown in upper
 * case.
 */
const unknownMethodText = (name: string, services: Services): string => {
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
    return `rpc: service/method request ill-formed: ${goQuote(shown)}`;
  }
  return services.hasService(service)
    ? `rpc: can't find method ${goQuote(shown)}`
    : `rpc: can't find service ${goQuote(shown)}`;
};
