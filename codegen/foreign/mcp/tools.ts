import type { CallToolResult, Tool } from "@modelcontextprotocol/server";
import { isNotification } from "../../declared-method.ts";
import { nameOf, paramsIn } from "../../document-parts.ts";
import { isObject, type Json, type JsonObject, listAt, textAt } from "../../load/json.ts";
import { Validators } from "../validators.ts";
import type { Call, Method, Withheld } from "./api.ts";
import { failed, runTool, withheldText } from "./run-tool.ts";
import { inputSchema } from "./tool-schema.ts";

/** Tools as MCP lists and calls them. */
export type Tools = {
  readonly list: readonly Tool[];
  /** Undefined if there is no tool with this name. */
  readonly run: (name: string, args: JsonObject, call: Call) => Promise<CallToolResult> | undefined;
};

/** One tool for each method. */
export function methodTools(methods: readonly Method[], withheld: Withheld): Tools {
  const byName = new Map<string, Method>();
  for (const method of methods) byName.set(freeName(toolName(method.name), byName), method);
  const validators = new DocumentValidators();
  return {
    list: [...byName].map(([name, method]) => methodTool(name, method)),
    run: (name, args, call) => {
      const method = byName.get(name);
      const other = [...withheld.names].find((each) => toolName(each) === name);
      if (method === undefined && other !== undefined) {
        return Promise.resolve(failed(withheldText(other, withheld)));
      }
      if (method === undefined) return undefined;
      return runTool(method, args, { call, validators: validators.of(method) });
    },
  };
}

/** Compiled when a tool is first called: listing the tools of a large document stays fast. */
export class DocumentValidators {
  readonly #made = new Map<JsonObject, Validators>();

  of({ document }: Method): Validators {
    const made = this.#made.get(document) ?? new Validators(document);
    this.#made.set(document, made);
    return made;
  }
}

/** What the document says of the method, as an agent needs it. */
export function methodText({ json }: Method): string {
  const texts = [
    textAt(json, "summary"),
    textAt(json, "description"),
    lifetimeText(json),
    isNotification(json) ? "It is a notification: the server does not respond." : undefined,
  ];
  return texts.filter((text) => text !== undefined && text !== "").join("\n\n");
}

function methodTool(name: string, method: Method): Tool {
  return {
    name,
    title: method.name,
    description: methodText(method),
    inputSchema: jsonSafe(withExamples(method)) as Tool["inputSchema"],
    annotations: { readOnlyHint: method.isReading, openWorldHint: false },
  };
}

/** The params of the first example show what values look like. */
function withExamples(method: Method): JsonObject {
  const schema = inputSchema(method);
  const [example] = listAt(method.json, "examples").filter(isObject);
  const params = paramsIn(example);
  if (params.length === 0) return schema;
  const values = params.map((param) => [nameOf(param), param["value"] ?? null]);
  return { ...schema, examples: [Object.fromEntries(values)] };
}

const lifetimes: Readonly<Record<string, string>> = {
  immutable: "The result never changes while the server runs.",
  block: "The result can change with each block.",
  second: "The result can change each second.",
  live: "The result can change at any time.",
};

function lifetimeText(json: JsonObject): string | undefined {
  return lifetimes[textAt(json, "x-lifetime") ?? ""];
}

/** Names of tools have letters, digits, `_` and `-`, and at most 64 characters. */
function toolName(method: string): string {
  return method.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, 64);
}

function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number++) {
    const other = `${name.slice(0, 60)}_${number}`;
    if (!taken.has(other)) return other;
  }
}

/** MCP messages cannot carry bigint: integers beyond 2^53 become decimal text. */
export function jsonSafe(value: Json): unknown {
  return JSON.parse(
    JSON.stringify(value, (_key, item: Json) => (typeof item === "bigint" ? `${item}` : item)),
  );
}
