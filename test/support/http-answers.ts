import { formatJson, parseJson } from "../../src/formats/json.ts";
import type { CallAnswer } from "../../src/node/apis/answer-call.ts";
import type { Answerer } from "../../src/replay/compare-asks.ts";

/** Asks a node over HTTP, such as at `http://127.0.0.1:9650/ext/bc/P`. */
export function answersOver(url: string): Answerer {
  return async ({ method, params }) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: formatJson({ jsonrpc: "2.0", id: 1, method, params }),
    });
    return parseJson(await response.text()) as unknown as CallAnswer;
  };
}
