import { isUtf8 } from "node:buffer";
import { nearest } from "../formats/nearest.ts";
import type { ErrorOverrides, Limits } from "./description.ts";
import type { Dialect, Services } from "./dialect.ts";
import type { Call, Refusal } from "./envelope.ts";
import { errorAnswer, excerpt, protocolError } from "./errors.ts";
import { scanGoValue } from "./go-json.ts";
import { elements, members, skipSpace } from "./json-scan.ts";

/**
 * JSON-RPC 2.0 as its specification says: batches, notifications, ids of type string, number and
 * null. Each refusal names field, expected and got. https://www.jsonrpc.org/specification
 */
export const jsonRpcDialect = (limits: Limits, overrides: ErrorOverrides): Dialect => {
  const invalidRequest = (field: string, expected: string, got: string, id = "null"): Refusal => ({
    id,
    error: protocolError("InvalidRequest", overrides, { field, expected, got }),
  });

  const readItem = (text: string): Call | Refusal => {
    if (text[skipSpace(text, 0)] !== "{") {
      return invalidRequest("request", "a JSON object", excerpt(text.trim()));
    }
    const tokens = new Map<string, string>();
    for (const { name, start, end } of members(text)) tokens.set(name, text.slice(start, end));
    const id = tokens.get("id");
    const answerID = id === undefined || !/^["\-0-9n]/.test(id) ? "null" : id;
    const refuse = (field: string, expected: string): Refusal =>
      invalidRequest(field, expected, excerpt(tokens.get(field) ?? "nothing"), answerID);

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

  const parseError = (got: string): Refusal => ({
    id: "null",
    error: protocolError("ParseError", overrides, { field: "body", expected: "JSON", got }),
  });

  return {
    numbers: "exact",
    read: (body, text) => {
      if (text.includes("\ufffd") && !isUtf8(body)) {
        return { batch: false, item: parseError("bytes that are not UTF-8") };
      }
      try {
        JSON.parse(text);
      } catch {
        const scan = scanGoValue(body.toString("latin1"));
        const trailing = "invalid character after top-level value";
        return { batch: false, item: parseError(scan.ok ? trailing : scan.message) };
      }
      if (text[skipSpace(text, 0)] !== "[") return { batch: false, item: readItem(text) };
      const items = elements(text);
      const expected = `1 to ${limits.batchCalls} calls`;
      if (items.length === 0 || items.length > limits.batchCalls) {
        return { batch: false, item: invalidRequest("batch", expected, String(items.length)) };
      }
      return { batch: true, items: items.map(readItem) };
    },
    unknownMethod: (name, services) =>
      protocolError("MethodNotFound", overrides, {
        field: "method",
        expected: suggestion(name, services),
        got: excerpt(name),
      }),
    invalidParams: (data) => protocolError("InvalidParams", overrides, data),
    errorAnswer,
    result: (text) => text,
  };
};

const stringOf = (token: string | undefined): string | undefined => {
  if (token === undefined || token[0] !== '"') return undefined;
  const value: string = JSON.parse(token);
  return value;
};

const suggestion = (name: string, services: Services): string => {
  const path = services.pathOf(name);
  if (path !== undefined) return `a method of this path; ${name} is served at ${path}`;
  const near = nearest(name, services.names);
  return near === undefined
    ? "a method of this path; rpc.discover lists them"
    : `a method of this path, such as ${near}`;
};
