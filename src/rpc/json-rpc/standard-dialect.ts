import { isUtf8 } from "node:buffer";
import { isJson, parseJson } from "../../formats/json.ts";
import { scanGoValue } from "../../formats/json-grammar.ts";
import { members, skipSpace, splitArray } from "../../formats/json-scan.ts";
import { nearest } from "../../formats/nearest.ts";
import type { Issue } from "../../generated/issue.ts";
import type { ErrorOverrides, Limits, Refusals } from "./description.ts";
import {
  BatchItems,
  type Call,
  Dialect,
  type Message,
  type Refusal,
  type Services,
} from "./dialect.ts";
import { errorAnswer, excerpt, protocolError, type RpcError } from "./errors.ts";

/**
 * JSON-RPC 2.0 with batches, notifications, and ids that are strings, numbers or null. Every error
 * names field, expected and got. https://www.jsonrpc.org/specification
 */
export class StandardDialect extends Dialect {
  readonly numbers = "exact";
  readonly #limits: Limits;
  readonly #refusals: Refusals;

  constructor(limits: Limits, overrides: ErrorOverrides, refusals: Refusals) {
    super(overrides);
    this.#limits = limits;
    this.#refusals = refusals;
  }

  override read(body: Buffer, text: string): Message {
    const { overrides } = this;
    if (text.includes("\ufffd") && !isUtf8(body)) {
      return { batch: false, item: parseError("bytes that are not UTF-8", overrides) };
    }
    if (text[skipSpace(text, 0)] !== "[") {
      const item = isJson(text) ? readItem(text, overrides) : notJson(body, overrides);
      return { batch: false, item };
    }
    const texts = splitArray(text, this.#limits.batchCalls);
    if (texts === undefined) return { batch: false, item: notJson(body, overrides) };
    if (typeof texts === "number" || texts.length === 0) {
      // Only a valid array has a number of elements.
      if (!isJson(text)) return { batch: false, item: notJson(body, overrides) };
      if (typeof texts === "number") this.#refusals.calls += 1;
      const expected = `1 to ${this.#limits.batchCalls} calls`;
      const data = { field: "batch", expected, got: typeof texts === "number" ? `${texts}` : "0" };
      return { batch: false, item: invalidRequest("null", overrides, data) };
    }
    return { batch: true, items: new Items(texts, body, overrides) };
  }

  override tooComplex(data: Issue): Message {
    return { batch: false, item: invalidRequest("null", this.overrides, data) };
  }

  override unknownMethod(name: string, services: Services): RpcError {
    return protocolError("MethodNotFound", this.overrides, {
      field: "method",
      expected: suggestion(name, services),
      got: excerpt(name),
    });
  }

  override invalidParams(data: unknown): RpcError {
    return protocolError("InvalidParams", this.overrides, data);
  }

  override errorAnswer(error: RpcError, id: string): string {
    return errorAnswer(error, id);
  }

  override result(text: string): string {
    return text;
  }
}

class Items extends BatchItems {
  readonly #body: Buffer;
  readonly #overrides: ErrorOverrides;

  constructor(texts: readonly string[], body: Buffer, overrides: ErrorOverrides) {
    super(texts);
    this.#body = body;
    this.#overrides = overrides;
  }

  override read(text: string): Call | Refusal | undefined {
    return isJson(text) ? readItem(text, this.#overrides) : undefined;
  }

  override notJson(): Refusal {
    return notJson(this.#body, this.#overrides);
  }
}

const parseError = (got: string, overrides: ErrorOverrides): Refusal => {
  const data = { field: "body", expected: "JSON", got };
  return { id: "null", error: protocolError("ParseError", overrides, data) };
};

const notJson = (body: Buffer, overrides: ErrorOverrides): Refusal => {
  const scan = scanGoValue(body.toString("latin1"));
  const got = scan.ok ? "invalid character after top-level value" : scan.message;
  return parseError(got, overrides);
};

const invalidRequest = (id: string, overrides: ErrorOverrides, data: Issue): Refusal => ({
  id,
  error: protocolError("InvalidRequest", overrides, data),
});

const requestNames: ReadonlySet<string> = new Set(["jsonrpc", "id", "method", "params"]);
const nameMax = "jsonrpc".length;

/** Reads one request of a valid body. */
const readItem = (text: string, overrides: ErrorOverrides): Call | Refusal => {
  if (text[skipSpace(text, 0)] !== "{") {
    const data = { field: "request", expected: "a JSON object", got: excerpt(text.trim()) };
    return invalidRequest("null", overrides, data);
  }
  const tokens = new Map<string, string>();
  for (const { name, start, end } of members(text, nameMax)) {
    if (requestNames.has(name)) tokens.set(name, text.slice(start, end));
  }
  const id = tokens.get("id");
  const answerID = id === undefined || !/^["\-0-9n]/.test(id) ? "null" : id;
  const refuse = (field: string, expected: string): Refusal => {
    const got = excerpt(tokens.get(field) ?? "nothing");
    return invalidRequest(answerID, overrides, { field, expected, got });
  };

  if (stringOf(tokens.get("jsonrpc")) !== "2.0") return refuse("jsonrpc", '"2.0"');
  if (id !== undefined && answerID !== id) return refuse("id", "a string, a number or null");
  const method = stringOf(tokens.get("method"));
  if (method === undefined) return refuse("method", "a string");
  const params = tokens.get("params");
  if (params !== undefined && !/^[{[n]/.test(params)) {
    return refuse("params", "an object, or an array of one object");
  }
  return { id, method, params };
};

const stringOf = (token: string | undefined): string | undefined => {
  if (token === undefined || token[0] !== '"') return undefined;
  return parseJson(token) as string;
};

const suggestion = (name: string, services: Services): string => {
  const path = services.pathOf(name);
  if (path !== undefined) return `a method of this path; ${name} is served at ${path}`;
  const near = nearest(name, services.names);
  return near === undefined
    ? "a method of this path; rpc.discover lists them"
    : `a method of this path, such as ${near}`;
};
