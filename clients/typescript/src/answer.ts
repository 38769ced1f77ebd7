import { RpcError, TransportError } from "./errors.ts";
import { parseExact } from "./json.ts";
import { describe, problemText, WrongType } from "./problem.ts";
import type { Shape, ShapeReader } from "./shape.ts";

/** A response with either a result or an error. */
export type Answer = {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
};

/** Parses what a server sent. */
export function parseBody(text: string, what = "the answer"): unknown {
  try {
    return parseExact(text);
  } catch (cause) {
    const problem = cause instanceof RangeError ? cause.message : "not JSON";
    throw new TransportError("response", `${what} is ${problem}`, { cause });
  }
}

/** Returns a value that a server sent, as its shape says. The error for a value of another type begins with `what`. */
export function readAs(reader: ShapeReader, shape: Shape, value: unknown, what: string): unknown {
  try {
    return reader.read(shape, value);
  } catch (cause) {
    if (!(cause instanceof WrongType)) throw cause;
    throw new TransportError("response", `${what}: ${problemText(cause.problem())}`, { cause });
  }
}

/** Returns a response that has the form of JSON-RPC 2.0. Throws TransportError for any other value. */
export function readAnswer(method: string, value: unknown): Answer {
  const problem = problemOf(value);
  if (problem !== undefined) throw new TransportError("response", `${method}: ${problem}`);
  return value as Answer;
}

/** Returns the response to the call with an ID. An error can have null instead, if the node did not find the ID. */
export function readAnswerTo(method: string, id: number, value: unknown): Answer {
  const answer = readAnswer(method, value);
  if (answer.id === id || (isError(answer) && answer.id === null)) return answer;
  throw new TransportError("response", `${method}: the response is not that to this call`);
}

/** The responses to a batch by the ID of their call. Throws TransportError if an ID is unknown or occurs twice. */
export function answersByID(
  list: readonly unknown[],
  waiting: ReadonlyMap<unknown, unknown>,
): ReadonlyMap<unknown, unknown> {
  const found = new Map<unknown, unknown>();
  for (const answer of list) {
    const { id, error } = isObject(answer) ? answer : {};
    if (id === null && error !== undefined && error !== null) continue;
    if (!waiting.has(id)) throw invalidBatch("batch response has an unknown ID");
    if (found.has(id)) throw invalidBatch("batch response repeats an ID");
    found.set(id, answer);
  }
  return found;
}

/** The error of a node that rejects the whole batch. */
export function refusedBatch(value: unknown): Error {
  const answer = readAnswer("a batch", value);
  if (isError(answer) && answer.id === null) return new RpcError("a batch", answer.error, []);
  return invalidBatch("batch response is not an array");
}

function invalidBatch(message: string): TransportError {
  return new TransportError("response", message);
}

export function isError(answer: Answer): answer is Answer & Required<Pick<Answer, "error">> {
  return answer.error !== undefined;
}

function problemOf(value: unknown): string | undefined {
  if (!isObject(value)) return "the response is not an object";
  if (value["jsonrpc"] !== "2.0") {
    const got = describe(value["jsonrpc"]);
    return problemText({ field: "jsonrpc", expected: '"2.0"', got });
  }
  const hasError = Object.hasOwn(value, "error");
  if (Object.hasOwn(value, "result")) {
    return hasError ? "the response has both result and error" : undefined;
  }
  return hasError ? errorProblem(value["error"]) : "the response has neither result nor error";
}

function errorProblem(error: unknown): string | undefined {
  const { code, message } = isObject(error) ? error : {};
  if (!isObject(error)) {
    return problemText({ field: "error", expected: "an object", got: describe(error) });
  }
  if (!Number.isSafeInteger(code)) {
    return problemText({ field: "error.code", expected: "an integer", got: describe(code) });
  }
  if (typeof message === "string") return undefined;
  return problemText({ field: "error.message", expected: "text", got: describe(message) });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
