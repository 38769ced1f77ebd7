import { FormatError } from "../formats/format-error.ts";
import { type JsonValue, parseJson } from "../formats/json.ts";
import { operations } from "../generated/data-api/operations.ts";
import { Problem } from "./problem.ts";
import type { Match } from "./routes.ts";

export type DataRequest = {
  readonly verb: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer | undefined;
};

type Parameter = {
  readonly name: string;
  readonly place: "query" | "header" | "body";
  readonly type: string;
  readonly default?: string | number | boolean;
};

type Sent = Pick<DataRequest, "query" | "headers" | "body">;

/**
 * The parameters of a request, with defaults. Ignores query parameters that the operation does not have, as the hosted
 * service does. Throws Problem with status 400, which names the first invalid one.
 */
export function readParams({ name, params }: Match, sent: Sent): object {
  const { checkParams, parameters } = operations[name];
  const declared = parameters as readonly Parameter[];
  const body = declared.some(({ place }) => place === "body") ? bodyMembers(sent) : {};
  const read: Record<string, unknown> = { ...body, ...params };
  for (const parameter of declared) {
    const value = sentValue(parameter, sent) ?? parameter.default;
    if (value !== undefined) read[parameter.name] = value;
  }
  const issue = checkParams(read);
  if (issue === undefined) return read;
  throw new Problem(400, `${issue.field}: expected ${issue.expected}, got ${issue.got}`);
}

/** Throws Problem unless the body is a JSON object. */
function bodyMembers({ body = Buffer.alloc(0) }: Sent): object {
  const json = jsonOf(body);
  if (typeof json === "object" && json !== null && !Array.isArray(json)) return json;
  throw new Problem(400, "body: expected a JSON object");
}

function jsonOf(body: Buffer): JsonValue {
  try {
    return parseJson(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch (error) {
    // The decoder throws a TypeError.
    if (!(error instanceof FormatError || error instanceof TypeError)) throw error;
    throw new Problem(400, `body: expected a JSON object: ${error.message}`);
  }
}

function sentValue(parameter: Parameter, { query, headers }: Sent): unknown {
  const { name, place, type } = parameter;
  if (place === "header") return headers[name.toLowerCase()];
  if (place === "body") return undefined;
  const texts = query.getAll(name);
  if (texts.length === 0) return undefined;
  if (type === "array") return texts.flatMap((text) => text.split(","));
  if (texts.length > 1) throw new Problem(400, `${name}: expected one value, got more`);
  return readText(texts[0]!, type);
}

/** What is not of the type stays text, for which the check has the message. */
function readText(text: string, type: string): string | number | boolean {
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  if (type === "integer" && /^-?\d{1,16}$/.test(text)) {
    // 0 in place of -0.
    const value = Number(text) || 0;
    if (Number.isSafeInteger(value)) return value;
  }
  if (type === "number" && /^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return Number(text);
  return text;
}
