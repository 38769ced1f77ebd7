import { formatJson, type JsonValue, parseJson } from "../../formats/json.ts";
import { isWrittenResult, isWrittenText, textOf } from "../../formats/written-json.ts";
import { DeclaredError, type ErrorName, errors } from "../../generated/errors.ts";
import type { Profile } from "../../generated/profile.ts";
import { GorillaDialect } from "../../rpc/json-rpc/gorilla-dialect.ts";
import type { Asked, Handlers } from "../../rpc/json-rpc/method.ts";
import { prefixesOf } from "../../rpc/json-rpc/service.ts";

export type Call = { readonly method: string; readonly params: JsonValue };

/** A result or an error. Integers beyond 2^53 are bigint. */
export type CallAnswer = {
  readonly result?: JsonValue;
  readonly error?: { readonly code: number; readonly message: string };
};

/** A call from this process has no origin. */
const asked: Asked = { origin: "" };

/**
 * Calls a handler in this process like the server does: normalises params, validates the result, and returns only declared
 * errors. Throws what the server would report as an internal error.
 */
export async function answerCall(
  { name, endpoints, errorForm }: Profile,
  handlers: Handlers,
  call: Call,
  context: object,
): Promise<CallAnswer> {
  const api = call.method.slice(0, call.method.indexOf(".")) as keyof Profile["endpoints"];
  const entry = endpoints[api]?.methods[call.method];
  const handler = handlers[call.method];
  if (entry === undefined && name !== "spec")
    return { error: unknownMethod(call.method, endpoints) };
  if (entry === undefined || handler === undefined) {
    throw new Error(`There is no method ${call.method}.`);
  }
  const params = entry.params.read(call.params);
  if (!params.ok) {
    const { issue, error } = params;
    const isDeclared = error !== undefined;
    const thrown = isDeclared ? new DeclaredError(error as ErrorName) : errors.invalidParams(issue);
    return { error: errorForm(thrown) };
  }
  let result: unknown;
  try {
    result = await handler(params.value as never, context as never, asked);
  } catch (error) {
    if (!(error instanceof DeclaredError) || !entry.errors.includes(error.name)) throw error;
    return { error: errorForm(error) };
  }
  if (isWrittenText(result)) result = parseJson(result.jsonText);
  if (isWrittenResult(result)) return { result: parseJson(await textOf(result)) };
  const issue = entry.validateResult(result);
  if (issue !== undefined) {
    throw new Error(`${call.method}: result breaks its schema: ${formatJson(issue)}`);
  }
  return { result: parseJson(formatJson(result)) };
}

/** As AvalancheGo answers at the path of the P-chain API. */
function unknownMethod(
  method: string,
  { platform }: Profile["endpoints"],
): { readonly code: number; readonly message: string } {
  const prefixes = prefixesOf(Object.keys(platform.methods));
  const { code, message } = new GorillaDialect().unknownMethod(method, { prefixes });
  return { code, message };
}
