import { isUtf8 } from "node:buffer";
import { isJson, parseJson } from "../../formats/json.ts";
import { scanGoValue } from "../../formats/json-grammar.ts";
import { members, skipSpace, splitArray } from "../../formats/json-scan.ts";
import { nearest } from "../../formats/nearest.ts";
import type { Issue } from "../../generated/issue.ts";
import type { Limits, Refusals } from "./description.ts";
import { BatchItems, type Call, Dialect, type Refusal } from "./dialect.ts";
import { excerpt, protocolError, type RpcError } from "./errors.ts";
import type { Service } from "./service.ts";

/**
 * JSON-RPC 2.0 with batches, notifications, and ids that are strings, numbers or null. Every error
 * names field, expected and got. https://www.jsonrpc.org/specification
 */
export class StandardDialect extends Dialect {
  readonly numbers = "exact";
  readonly #limits: Limits;
  readonly #refusals: Refusals;

  constructor(limits: Limits, refusals: Refusals) {
    super();
    this.#limits = limits;
    this.#refusals = refusals;
  }

  override read(body: Buffer, text: string): Call | Refusal | BatchItems {
    if (text.includes("\ufffd") && !isUtf8(body)) {
      return this.#parseError("bytes that are not UTF-8");
    }
    const notJson = () => this.#notJson(body);
    if (text[skipSpace(text, 0)] !== "[") return this.#readItem(text) ?? notJson();
    const texts = splitArray(text, this.#limits.batchCalls);
    // Only a valid array has a number of elements.
    const isSplit = Array.isArray(texts) && texts.length > 0;
    if (texts === undefined || !(isSplit || isJson(text))) return notJson();
    if (isSplit) return new BatchItems(texts, (item) => this.#readItem(item), notJson);
    if (typeof texts === "number") this.#refusals.calls += 1;
    const expected = `1 to ${this.#limits.batchCalls} calls`;
    const got = typeof texts === "number" ? `${texts}` : "0";
    return this.#invalidRequest({ field: "batch", expected, got });
  }

  /** Reads one request; undefined if it is not JSON. */
  #readItem(text: string): Call | Refusal | undefined {
    if (!isJson(text)) return undefined;
    if (text[skipSpace(text, 0)] !== "{") {
      const got = excerpt(text.trim());
      return this.#invalidRequest({ field: "request", expected: "a JSON object", got });
    }
    const tokens = new Map<string, string>();
    for (const { name, start, end } of members(text, nameMax)) {
      if (requestNames.has(name)) tokens.set(name, text.slice(start, end));
    }
    const id = tokens.get("id");
    const answerID = id === undefined || !/^["\-0-9n]/.test(id) ? "null" : id;
    const refuse = (field: string, expected: string): Refusal => {
      const got = excerpt(tokens.get(field) ?? "nothing");
      return this.#invalidRequest({ field, expected, got }, answerID);
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
  }

  #notJson(body: Buffer): Refusal {
    const scan = scanGoValue(body.toString("latin1"));
    return this.#parseError(scan.ok ? "invalid character after top-level value" : scan.message);
  }

  override tooComplex(data: Issue): Refusal {
    return this.#invalidRequest(data);
  }

  override unknownMethod(name: string, service: Service): RpcError {
    const expected = suggestion(name, service);
    return protocolError("MethodNotFound", { field: "method", expected, got: excerpt(name) });
  }

  override invalidParams(data: unknown): RpcError {
    return protocolError("InvalidParams", data);
  }

  #parseError(got: string): Refusal {
    const error = protocolError("ParseError", { field: "body", expected: "JSON", got });
    return { id: "null", error };
  }

  #invalidRequest(data: Issue, id = "null"): Refusal {
    return { id, error: protocolError("InvalidRequest", data) };
  }
}

const requestNames: ReadonlySet<string> = new Set(["jsonrpc", "id", "method", "params"]);
const nameMax = "jsonrpc".length;

const stringOf = (token: string | undefined): string | undefined => {
  if (token === undefined || token[0] !== '"') return undefined;
  return parseJson(token) as string;
};

const suggestion = (name: string, service: Service): string => {
  const path = service.pathOf(name);
  if (path !== undefined) return `a method of this path; ${name} is served at ${path}`;
  const near = nearest(name, [...service.methods.keys()]);
  return near === undefined
    ? "a method of this path; rpc.discover lists them"
    : `a method of this path, such as ${near}`;
};
