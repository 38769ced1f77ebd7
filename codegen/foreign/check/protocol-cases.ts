import { isObject, type Json, oneLine } from "../../load/json.ts";
import type { Answer, Case, Verdict } from "./case.ts";
import { silent } from "./method-cases.ts";
import { requestBody } from "./request.ts";
import { errorText, jsonOf, readResponse, responseIn } from "./response.ts";

/** A method that no server has. */
export const unknownMethod = "no.such.method";

/** The rules of JSON-RPC 2.0 that hold for every server. They call no method that exists. */
export function protocolCases(): Case[] {
  const call = (id: Json) => ({ jsonrpc: "2.0", id, method: unknownMethod });
  const rule = (method: string, body: string, judge: Case["judge"]): Case => ({
    method,
    kind: "protocol",
    name: method,
    body,
    judge,
  });
  return [
    rule("unknown method", requestBody(unknownMethod, undefined, 1), (answer) =>
      isError(answer, 1, -32601),
    ),
    rule("ids as sent", oneLine(call("a")), (answer) => isError(answer, "a", -32601)),
    rule("text that is not JSON", "{", (answer) => isError(answer, null, -32700)),
    rule(
      "request without method",
      oneLine({ jsonrpc: "2.0", id: 1 }),
      (answer) =>
        [1, null]
          .map((id) => isError(answer, id, -32600))
          .find((each) => each.difference === undefined) ?? isError(answer, 1, -32600),
    ),
    rule("notification", requestBody(unknownMethod, undefined), silent),
    rule("batch", oneLine([call(1), call("b")]), (answer) => isBatch(answer, [1, "b"])),
    rule(
      "batch with a notification",
      oneLine([{ jsonrpc: "2.0", method: unknownMethod }, call(2)]),
      (answer) => isBatch(answer, [2]),
    ),
    rule("empty batch", "[]", (answer) => isError(answer, null, -32600)),
  ];
}

function isError(answer: Answer, id: Json, code: number): Verdict {
  const response = readResponse(answer, id);
  if (typeof response === "string") return { difference: response };
  if (!("error" in response)) return { difference: `expected error ${code}, got a result` };
  return response.error.code === code
    ? {}
    : { difference: `expected error ${code}, got ${errorText(response.error)}` };
}

/** One error for each ID, in any order. */
function isBatch(answer: Answer, ids: readonly Json[]): Verdict {
  const json = jsonOf(answer);
  if (typeof json === "string") return { difference: json };
  const { value } = json;
  if (!Array.isArray(value)) return { difference: "the response to a batch is not a list" };
  const list = value as readonly Json[];
  if (list.length !== ids.length) {
    return { difference: `expected ${ids.length} responses, got ${list.length}` };
  }
  for (const id of ids) {
    const own = list.find((each) => isObject(each) && each["id"] === id);
    const response = responseIn(own ?? null, id);
    if (typeof response === "string")
      return { difference: `id ${JSON.stringify(id)}: ${response}` };
  }
  return {};
}
