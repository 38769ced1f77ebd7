import { formatJson, type JsonValue, parseJson } from "../../src/formats/json.ts";
import type { CallAnswer } from "../../src/node/apis/answer-call.ts";
import { send } from "./send-exchange.ts";

/** Calls a method at its canonical path, or at another. */
export async function callNode(
  url: string,
  method: string,
  params: JsonValue = {},
  path?: string,
): Promise<CallAnswer> {
  const response = await send(
    url,
    {
      target: path === undefined ? undefined : { verb: "POST", path },
      headers: {},
      body: formatJson({ jsonrpc: "2.0", id: 1, method, params }),
      expected: { status: 200, headers: {}, body: "" },
    },
    new Map(),
  );
  if (response.status !== 200) throw new Error(`${method}: ${response.status} ${response.body}`);
  return parseJson(response.body) as unknown as CallAnswer;
}
