import { formatJson, isObject, type JsonObject, parseJson } from "../json/parse.ts";

/** The editable text of a call. */
export function requestText(method: string, params: JsonObject): string {
  const some = Object.keys(params).length > 0;
  const request = { jsonrpc: "2.0", id: 1, method, ...(some && { params }) };
  return formatJson(request, "  ");
}

/** The params of a request's text. Throws where it is no JSON, or no call of the method with params by name. */
export function paramsIn(text: string, method: string): JsonObject {
  const request = parseJson(text);
  if (!isObject(request) || request["method"] !== method) {
    throw new RequestError(`this is no call of ${method}`);
  }
  const params = request["params"] ?? {};
  if (!isObject(params)) throw new RequestError("the params have no names");
  return params;
}

/** A request is JSON, but no call that a form can show. */
export class RequestError extends Error {
  override readonly name = "RequestError";
}
