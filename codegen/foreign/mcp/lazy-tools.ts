import type { CallToolResult, Tool } from "@modelcontextprotocol/server";
import { isNotification } from "../../declared-method.ts";
import { resultSchema } from "../../document-parts.ts";
import { isObject, type Json, type JsonObject, listAt, textAt } from "../../load/json.ts";
import { type Method, schemasOf, type Withheld } from "./api.ts";
import { fieldsSchema } from "./fields.ts";
import { failed, runTool, withheldText } from "./run-tool.ts";
import { searchMethods } from "./search.ts";
import { fieldsArgument, inputSchema, withDefinitions } from "./tool-schema.ts";
import { DocumentValidators, jsonSafe, methodText, type Tools } from "./tools.ts";

const searchResultsMax = 20;

/** Three tools for all methods: the list of tools stays short however many methods there are. */
export function lazyTools(methods: readonly Method[], withheld: Withheld): Tools {
  const byName = new Map(methods.map((method) => [method.name, method]));
  const validators = new DocumentValidators();
  const withMethod = (
    args: JsonObject,
    run: (method: Method) => CallToolResult | Promise<CallToolResult>,
  ) => {
    const name = textAt(args, "method") ?? "";
    const method = byName.get(name);
    if (method !== undefined) return Promise.resolve(run(method));
    if (withheld.names.has(name)) return Promise.resolve(failed(withheldText(name, withheld)));
    const near = searchMethods(methods, name, 3).map((each) => each.name);
    const hint = near.length === 0 ? "find one with `search`" : `did you mean ${near.join(", ")}?`;
    return Promise.resolve(failed(`there is no method ${JSON.stringify(name)}: ${hint}`));
  };
  return {
    list: lazyList(methods.length),
    run: (name, args, call) => {
      if (name === "search") return Promise.resolve(found(methods, args));
      if (name === "describe") return withMethod(args, (method) => json(described(method)));
      if (name !== "call") return undefined;
      const { params: given = {} } = args;
      if (!isObject(given))
        return Promise.resolve(failed("params must be an object: params by name"));
      const { fields } = args;
      return withMethod(args, (method) => {
        const params = { ...given, ...(fields && { [fieldsArgument(method)]: fields }) };
        return runTool(method, params, { call, validators: validators.of(method) });
      });
    },
  };
}

function lazyList(count: number): Tool[] {
  const method = { type: "string", description: "Name of the method, as `search` returns it." };
  const readOnly = { readOnlyHint: true, openWorldHint: false };
  return [
    {
      name: "search",
      description: `Finds methods of the API by words; there are ${count}. Returns names and summaries, best first.`,
      inputSchema: {
        type: "object",
        properties: {
          query: { type: "string", description: "Words, such as `balance of an address`." },
          limit: { type: "integer", minimum: 1, maximum: searchResultsMax, default: 8 },
        },
        required: ["query"],
        additionalProperties: false,
      },
      annotations: readOnly,
    },
    {
      name: "describe",
      description:
        "Returns what a method does, JSON Schemas of its params and result, its errors and an example.",
      inputSchema: {
        type: "object",
        properties: { method },
        required: ["method"],
        additionalProperties: false,
      },
      annotations: readOnly,
    },
    {
      name: "call",
      description: "Calls a method and returns its result as JSON.",
      inputSchema: {
        type: "object",
        properties: {
          method,
          params: { type: "object", description: "Params by name, as `describe` returns them." },
          fields: fieldsSchema,
        },
        required: ["method"],
        additionalProperties: false,
      },
    },
  ];
}

function found(methods: readonly Method[], args: JsonObject): CallToolResult {
  const query = textAt(args, "query");
  if (query === undefined) return failed("search needs the param query");
  const limit = Math.min(Number(args["limit"] ?? 8), searchResultsMax);
  const matches = searchMethods(methods, query, limit);
  if (matches.length === 0) return failed(`no method matches ${JSON.stringify(query)}`);
  return json(
    matches.map((method) => ({
      method: method.name,
      summary: textAt(method.json, "summary") ?? "",
      ...(!method.isReading && { changesState: true }),
    })),
  );
}

function described(method: Method): Json {
  const { json: written } = method;
  const { properties = {}, ...schema } = inputSchema(method);
  const { [fieldsArgument(method)]: _fields, ...params } = properties as JsonObject;
  const result = resultSchema(written);
  const [example] = listAt(written, "examples");
  return {
    method: method.name,
    description: methodText(method),
    changesState: !method.isReading,
    params: { ...schema, properties: params },
    ...(!isNotification(written) && {
      result: isObject(result) ? withDefinitions(result, schemasOf(method)) : result,
    }),
    errors: listAt(written, "errors"),
    ...(example !== undefined && { example }),
  };
}

function json(value: Json): CallToolResult {
  return { content: [{ type: "text", text: JSON.stringify(jsonSafe(value)) }] };
}
