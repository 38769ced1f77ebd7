import type { CallToolResult } from "@modelcontextprotocol/server";
import { isNotification } from "../../declared-method.ts";
import { nameOf, schemaOf } from "../../document-parts.ts";
import {
  type Json,
  type JsonObject,
  memberAt,
  objectAt,
  oneLine,
  textAt,
} from "../../load/json.ts";
import { declarationOf } from "../declared-error.ts";
import type { Validators } from "../validators.ts";
import { type Call, type Method, type Outcome, paramsOf, schemasOf, type Withheld } from "./api.ts";
import { exactArgument } from "./exact-arguments.ts";
import { cutToFields, expectedFields, isFields } from "./fields.ts";
import { fieldsArgument, pathArgument } from "./tool-schema.ts";

/** Calls a method with the arguments of a tool. Invalid arguments and errors of the server are results with `isError`. */
export async function runTool(
  method: Method,
  given: JsonObject,
  { call, validators }: { readonly call: Call; readonly validators: Validators },
): Promise<CallToolResult> {
  const fieldsName = fieldsArgument(method);
  const { [fieldsName]: fields, [pathArgument]: path, ...rest } = given;
  if (fields !== undefined && !isFields(fields)) {
    return failed(`${fieldsName} must be ${expectedFields}`);
  }
  const { paths = [] } = method;
  const isPath = typeof path === "string" && paths.includes(path);
  if (paths.length > 1 && !isPath) {
    return failed(`${method.name} needs ${pathArgument}, one of ${paths.join(", ")}`);
  }
  const checked = checkedParams(method, rest, validators);
  if (typeof checked === "string") return failed(checked);
  let outcome: Outcome;
  try {
    outcome = await call(method, checked, isPath ? path : paths[0]);
  } catch (error) {
    return failed((error as Error).message);
  }
  if ("error" in outcome) return failed(errorText(method, outcome.error));
  if (isNotification(method.json)) return { content: [{ type: "text", text: "Sent." }] };
  const schema = objectAt(method.json, "result")["schema"];
  const problem = schema === undefined ? undefined : validators.problem(schema, outcome.result);
  const text = (value: Json) => oneLine(fields === undefined ? value : cutToFields(value, fields));
  if (problem !== undefined) {
    return failed(
      `The result breaks its schema: ${problem}. The server returned ${text(outcome.result)}`,
    );
  }
  return { content: [{ type: "text", text: text(outcome.result) }] };
}

/** The params with exact integers, or what is wrong with them. */
function checkedParams(
  method: Method,
  given: JsonObject,
  validators: Validators,
): JsonObject | string {
  const declared = paramsOf(method);
  const names = declared.map(nameOf);
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const known = names.length === 0 ? "it has none" : `its params are ${names.join(", ")}`;
    return `${method.name} has no param ${unknown}: ${known}`;
  }
  const params: [string, Json][] = [];
  for (const param of declared) {
    const name = nameOf(param);
    const value = memberAt(given, name);
    if (value === undefined) {
      if (param["required"] === true) return `${method.name} needs the param ${name}`;
      continue;
    }
    const schema = schemaOf(param);
    const exact = exactArgument(schema, value, schemasOf(method), validators);
    const problem = validators.problem(schema, exact);
    if (problem !== undefined) return `${name} ${problem}`;
    params.push([name, exact]);
  }
  return Object.fromEntries(params);
}

/** The error with what the document says of its cause and remedy. */
function errorText(
  method: Method,
  { code, message, data }: Extract<Outcome, { error: unknown }>["error"],
): string {
  const sent = `Error ${code}: ${message}${data === undefined || data === null ? "" : ` ${oneLine(data)}`}`;
  const declared = declarationOf({ code, message }, method.json, method.document);
  const hints = ["x-cause", "x-remedy"].map((key) => textAt(declared, key) ?? "");
  return [sent, ...hints].filter((text) => text !== "").join("\n");
}

/** Why a method that exists is no tool. */
export function withheldText(name: string, { flag }: Withheld): string {
  return `${name} changes state, or is not marked as reading: ${flag} offers such methods`;
}

export function failed(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}
