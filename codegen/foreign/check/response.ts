import { isObject, type Json, oneLine, parseJson, textAt } from "../../load/json.ts";
import type { Answer } from "./case.ts";

/** An error of a response. */
export type ServerError = { readonly code: number; readonly message: string; readonly data?: Json };

export type Response = { readonly result: Json } | { readonly error: ServerError };

/** Reads the response to a request with an ID. A text says what breaks JSON-RPC 2.0. */
export function readResponse(answer: Answer, id: Json): Response | string {
  const json = jsonOf(answer);
  return typeof json === "string" ? json : responseIn(json.value, id);
}

/** The JSON of an answer; a text says why there is none. */
export function jsonOf({ status, text }: Answer): { readonly value: Json } | string {
  if (text.trim() === "") return `the response is empty (HTTP ${status})`;
  try {
    return { value: parseJson(text) };
  } catch {
    return `the response is not JSON (HTTP ${status}): ${text.slice(0, 120)}`;
  }
}

/** One response, perhaps of a batch. */
export function responseIn(json: Json, id: Json): Response | string {
  if (!isObject(json)) return "the response is not an object";
  if (json["jsonrpc"] !== "2.0") return `the response has no member "jsonrpc": "2.0"`;
  if (json["id"] !== id) {
    const given = json["id"] === undefined ? "no id" : `the id ${oneLine(json["id"])}`;
    return `the response has ${given} instead of ${oneLine(id)}`;
  }
  const { result, error } = json;
  // Some servers send `"error": null` beside a result.
  if (error === undefined || error === null) {
    return result === undefined ? "the response has neither result nor error" : { result };
  }
  if (result !== undefined && result !== null) return "the response has both result and error";
  const code = isObject(error) ? error["code"] : undefined;
  const message = textAt(error, "message");
  if (typeof code !== "number" || !Number.isInteger(code) || message === undefined) {
    return "the error has no integer code, or no message";
  }
  const data = isObject(error) ? error["data"] : undefined;
  return { error: { code, message, ...(data !== undefined && { data }) } };
}

export function errorText({ code, message, data }: ServerError): string {
  const more = data === undefined || data === null ? "" : ` ${oneLine(data)}`;
  return `error ${code}: ${message}${more.slice(0, 200)}`;
}
