import { formatJson, isObject, type Json, type JsonObject, parseJson } from "../json/parse.ts";

/**
 * The editable text of a call. With `positions`, the names of all params in order, they are sent as a list. A notification
 * has no ID.
 */
export function requestText(
  method: string,
  params: JsonObject,
  positions?: readonly string[],
  isNotification = false,
): string {
  const some = Object.keys(params).length > 0;
  const sent = positions === undefined ? params : listOf(params, positions);
  const id = isNotification ? {} : { id: 1 };
  const request = { jsonrpc: "2.0", ...id, method, ...(some && { params: sent }) };
  return formatJson(request, "  ");
}

/** Up to the last param that is given; one left out before it is null. */
function listOf(params: JsonObject, positions: readonly string[]): Json[] {
  const last = positions.findLastIndex((name) => Object.hasOwn(params, name));
  return positions
    .slice(0, last + 1)
    .map((name) => (Object.hasOwn(params, name) ? (params[name] as Json) : null));
}

/**
 * The params of a request's text by name. Throws if it is not JSON, or not a call of the method with params
 * by name or, with `positions`, as a list.
 */
export function paramsIn(text: string, method: string, positions?: readonly string[]): JsonObject {
  const request = parseJson(text);
  if (!isObject(request) || request["method"] !== method) {
    throw new RequestError(`this is not a call of ${method}`);
  }
  const params = request["params"] ?? {};
  if (positions !== undefined && Array.isArray(params) && params.length <= positions.length) {
    return Object.fromEntries(params.map((value: Json, index) => [positions[index]!, value]));
  }
  if (!isObject(params)) throw new RequestError("the params have no names");
  return params;
}

/** A request is JSON, but no call that a form can show. */
export class RequestError extends Error {
  override readonly name = "RequestError";
}
