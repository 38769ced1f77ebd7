import { planCheck } from "../../codegen/foreign/check/plan.ts";
import { runCases } from "../../codegen/foreign/check/run.ts";
import { sameJson } from "../../codegen/foreign/check/same-json.ts";
import { httpCall } from "../../codegen/foreign/mcp/http-call.ts";
import { bridgeOffer } from "../../codegen/foreign/mcp/serve.ts";
import { type JsonObject, parseJson } from "../../codegen/load/json.ts";
import type { MockCall } from "./calls.ts";

/** Calls each method of a document as a tool of MCP, through a bridge to its mock. Returns what is wrong. */
export async function checkTools(
  document: JsonObject,
  server: string,
  calls: readonly MockCall[],
): Promise<string[]> {
  const { tools } = bridgeOffer(document, { server, lazy: false, allowWrites: true });
  const names = new Map(tools.list.map(({ title = "", name }) => [title, name]));
  const call = httpCall(server, {});
  const problems: string[] = [];
  for (const { method, params, result } of calls) {
    const outcome = await tools.run(names.get(method) ?? "", params, call);
    const [content] = outcome?.content ?? [];
    const text = content?.type === "text" ? content.text : "no text";
    if (outcome?.isError === true || outcome === undefined) {
      problems.push(`${method}: ${text.slice(0, 300)}`);
    } else if (text !== "Sent." && !sameJson(parseJson(text), result)) {
      problems.push(
        `${method}: expected ${JSON.stringify(result, digits)}, got ${text.slice(0, 300)}`,
      );
    }
  }
  return problems;
}

/** Checks the mock of a document with the document. Returns what is wrong. */
export async function checkLive(document: JsonObject, server: string): Promise<string[]> {
  const { cases } = planCheck(document, { methods: [], all: true, cases: [], without: [] });
  const outcomes = await runCases(cases, server, {});
  return outcomes.flatMap(({ case: { method, name }, verdict: { difference } }) =>
    difference === undefined ? [] : [`${method}, ${name}: ${difference}`],
  );
}

function digits(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? `${value}` : value;
}
