import { methodsIn } from "../../codegen/document-parts.ts";
import { planCheck } from "../../codegen/foreign/check/plan.ts";
import { type Outcome, runCases } from "../../codegen/foreign/check/run.ts";
import { isImpossible } from "../../codegen/foreign/lint/impossible-schemas.ts";
import { httpCall } from "../../codegen/foreign/mcp/http-call.ts";
import { bridgeOffer } from "../../codegen/foreign/mcp/serve.ts";
import { componentName } from "../../codegen/foreign/pointers.ts";
import { schemasIn } from "../../codegen/foreign/schema-parts.ts";
import { equal } from "../../codegen/foreign/server/runtime/equal.ts";
import { Validators } from "../../codegen/foreign/validators.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  listAt,
  objectAt,
  parseJson,
  textAt,
} from "../../codegen/load/json.ts";
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
    // The bridge has read the document, and does not offer it as a tool.
    if (method === "rpc.discover") continue;
    const outcome = await tools.run(names.get(method) ?? "", params, call);
    const [content] = outcome?.content ?? [];
    const text = content?.type === "text" ? content.text : "no text";
    if (outcome?.isError === true || outcome === undefined) {
      problems.push(`${method}: ${text.slice(0, 300)}`);
    } else if (text !== "Sent." && !equal(parseJson(text), result)) {
      problems.push(
        `${method}: expected ${JSON.stringify(result, digits)}, got ${text.slice(0, 300)}`,
      );
    }
  }
  return problems;
}

/**
 * Checks the mock of a document with the document. Returns what is wrong, without what `lint` says of the document's own
 * examples, and of results that no value matches.
 */
export async function checkLive(document: JsonObject, server: string): Promise<string[]> {
  const { cases } = planCheck(document, {
    methods: [],
    all: true,
    cases: [],
    onlyCases: false,
    without: [],
  });
  const outcomes = await runCases(cases, server, {});
  const contradicting = contradictingResults(document);
  const impossible = impossibleResults(document);
  const isOwnFault = ({ answer, ...outcome }: Outcome) => {
    if (outcome.case.kind === "examples" && impossible.has(outcome.case.method)) return true;
    const response = parseJson(answer?.text || "null");
    const result = isObject(response) ? response["result"] : undefined;
    return result !== undefined && contradicting.some((each) => equal(each, result));
  };
  return outcomes.flatMap((outcome) => {
    const { difference } = outcome.verdict;
    if (difference === undefined || isOwnFault(outcome)) return [];
    return [`${outcome.case.method}, ${outcome.case.name}: ${difference}`];
  });
}

/** The results of examples that their schemas forbid: the mock returns them. */
function contradictingResults(document: JsonObject): Json[] {
  const validators = new Validators(document);
  return methodsIn(document).flatMap((method) => {
    const schema = objectAt(method, "result")["schema"] ?? true;
    const results = listAt(method, "examples").map((each) => objectAt(each, "result")["value"]);
    return results.filter(
      (each): each is Json => each !== undefined && validators.problem(schema, each) !== undefined,
    );
  });
}

/** The methods whose result has a schema that no value matches. */
function impossibleResults(document: JsonObject): ReadonlySet<string> {
  const schemas = new Map(Object.entries(objectAt(document["components"], "schemas")));
  const leadsToImpossible = (schema: Json, open: ReadonlySet<string>): boolean => {
    if (!isObject(schema)) return false;
    if (isImpossible(schema, schemas)) return true;
    const name = componentName(schema);
    if (name !== undefined) {
      const inside = new Set([...open, name]);
      return !open.has(name) && leadsToImpossible(schemas.get(name) ?? true, inside);
    }
    return schemasIn(schema).some(({ value }) => leadsToImpossible(value, open));
  };
  const names = methodsIn(document).flatMap((method) => {
    const schema = objectAt(method, "result")["schema"] ?? true;
    return schema === false || leadsToImpossible(schema, new Set())
      ? [textAt(method, "name") ?? ""]
      : [];
  });
  return new Set(names);
}

function digits(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? `${value}` : value;
}
