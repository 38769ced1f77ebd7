import { FormatError } from "../formats/format-error.ts";
import { formatPlainJson, type JsonValue, parseJson } from "../formats/json.ts";
import { operations } from "../generated/mesh/operations.ts";
import { type PastReader, withoutPast } from "../handlers/past/past-reader.ts";
import { MeshError } from "./mesh-error.ts";
import { requireNetwork } from "./network.ts";
import type { MeshContext, OperationName } from "./operation.ts";
import { handlers } from "./operations/index.ts";

/** The path below which all operations are. */
export const meshPath = "/mesh";

export type MeshRequest = {
  readonly verb: string;
  readonly path: string;
  readonly body: Buffer | undefined;
};

export type MeshAnswer = {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
};

/** Answers requests below /mesh. `unready` returns why the node cannot answer now. */
export function mesh(
  context: MeshContext,
  unready: () => string | undefined,
  past: PastReader = withoutPast,
): (request: MeshRequest) => MeshAnswer | Promise<MeshAnswer> {
  return (request) => {
    try {
      const result = answer(request, context, unready, past);
      return result instanceof Promise
        ? result.then((value) => written(value)).catch(problemAnswer)
        : written(result);
    } catch (error) {
      return problemAnswer(error);
    }
  };
}

function written(value: unknown, status = 200): MeshAnswer {
  return { status, contentType: "application/json", body: `${formatPlainJson(value)}\n` };
}

/** Throws what is not a MeshError. */
function problemAnswer(error: unknown): MeshAnswer {
  if (!(error instanceof MeshError)) throw error;
  return written(error.body, 500);
}

function answer(
  { verb, path, body }: MeshRequest,
  context: MeshContext,
  unready: () => string | undefined,
  past: PastReader,
): unknown {
  const name = names.get(path);
  if (name === undefined) throw new MeshError("operationUnknown", `There is nothing at ${path}`);
  if (verb !== "POST") {
    throw new MeshError("operationUnknown", `${path}: expected POST, got ${verb}`);
  }
  const reason = unready();
  if (reason !== undefined) throw new MeshError("notReady", reason);
  const params = readParams(name, body);
  if ("network_identifier" in params) requireNetwork(params.network_identifier, context.chain);
  const handler = handlers[name] as (params: unknown, context: MeshContext) => unknown;
  const result = past.read(
    context,
    (reading) => handler(params, reading),
    (reason) => new MeshError("notReady", reason),
  );
  const checked = (value: unknown) => checkedResult(name, value);
  return result instanceof Promise ? result.then(checked) : checked(result);
}

function checkedResult(name: OperationName, result: unknown): unknown {
  const issue = operations[name].checkResult(result);
  if (issue === undefined) return result;
  throw new Error(`result of ${name} breaks its schema: ${issue.field} is ${issue.got}`);
}

const names: ReadonlyMap<string, OperationName> = new Map(
  (Object.keys(operations) as OperationName[]).map((name) => [operations[name].path, name]),
);

/** The name of what is at a path; empty if there is nothing. */
export function operationAt(path: string): string {
  return names.get(path) ?? "";
}

/** The members of a body, with defaults. Throws MeshError, which names the first invalid one. */
function readParams(name: OperationName, body: Buffer | undefined): object {
  const { parameters, checkParams } = operations[name];
  const defaults = (parameters as readonly { name: string; default?: unknown }[])
    .filter((each) => each.default !== undefined)
    .map((each) => [each.name, each.default]);
  const params = { ...Object.fromEntries(defaults), ...objectOf(body) };
  const issue = checkParams(params);
  if (issue === undefined) return params;
  throw new MeshError(
    "requestInvalid",
    `${issue.field}: expected ${issue.expected}, got ${issue.got}`,
  );
}

function objectOf(body: Buffer = Buffer.alloc(0)): object {
  const value = jsonOf(body);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new MeshError("requestInvalid", "body: expected a JSON object");
}

function jsonOf(body: Buffer): JsonValue {
  try {
    return parseJson(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch (error) {
    // The decoder throws a TypeError.
    if (!(error instanceof FormatError || error instanceof TypeError)) throw error;
    throw new MeshError("requestInvalid", `body: expected a JSON object: ${error.message}`);
  }
}
