import {
  type ErrorArguments,
  type ErrorForm,
  type ErrorName,
  errorForms,
} from "./generated/errors.ts";
import { type Problem, problemText } from "./problem.ts";

/**
 * An error that the node returned. Its message names the method and says what is wrong, such as
 * `platform.getTx: txID: expected a cb58 ID of 32 bytes, got "x"`. {@link isDeclared} narrows it to a declared error.
 */
export class RpcError extends Error {
  override readonly name = "RpcError";
  readonly method: string;
  readonly code: number;
  /** The message as the node sent it. */
  readonly nodeMessage: string;
  readonly data: unknown;
  /** The param that was rejected: as the node says, or as this client found out. */
  readonly problem: Problem | undefined;
  /** The name of the declared error; undefined if this client does not know the error. */
  readonly declaredName: ErrorName | undefined;
  /** The values of the placeholders in the declared message. */
  readonly arguments: Readonly<Record<string, string>>;

  /** `findProblem` checks the params, for a node that does not say which one it rejects. */
  constructor(
    method: string,
    error: { readonly code: number; readonly message: string; readonly data?: unknown },
    declared: readonly ErrorName[],
    findProblem: () => Problem | undefined = () => undefined,
  ) {
    const known = recognise(error, declared);
    const isUnclear = known === undefined ? error.code === -32602 : known.name === "InvalidParams";
    const problem = problemIn(error.data) ?? (isUnclear ? findProblem() : undefined);
    super(`${method}: ${problem === undefined ? error.message : problemText(problem)}`);
    this.method = method;
    this.code = error.code;
    this.nodeMessage = error.message;
    this.data = error.data;
    this.problem = problem;
    this.declaredName = known?.name;
    this.arguments = known === undefined ? {} : { ...textsOf(error.data), ...known.arguments };
  }
}

/** The problem that an error's data names. */
function problemIn(data: unknown): Problem | undefined {
  const { field, expected, got }: Partial<Record<string, string>> = textsOf(data);
  if (field === undefined || expected === undefined || got === undefined) return undefined;
  return { field, expected, got };
}

/** Whether this is the declared error of that name: then `arguments` has its parts. */
export function isDeclared<Name extends ErrorName>(
  error: unknown,
  name: Name,
): error is RpcError & {
  readonly declaredName: Name;
  readonly arguments: ErrorArguments[Name];
} {
  return error instanceof RpcError && error.declaredName === name;
}

/** No valid JSON-RPC response arrived. */
export class TransportError extends Error {
  override readonly name = "TransportError";
  /** `http`: a status other than 2xx. `response`: not an answer to this call. */
  readonly reason: "timeout" | "connection" | "http" | "response";
  /** HTTP status, where there was one. */
  readonly status: number | undefined;

  constructor(
    reason: TransportError["reason"],
    message: string,
    options: { readonly status?: number; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.reason = reason;
    this.status = options.status;
  }
}

/** Whether the same request may succeed a little later. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof TransportError)) return false;
  if (error.reason === "connection") return true;
  return error.status !== undefined && [429, 502, 503, 504].includes(error.status);
}

/** Errors that any call can return. */
const common: readonly ErrorName[] = [
  "ParseError",
  "InvalidRequest",
  "MethodNotFound",
  "InvalidParams",
  "InternalError",
];

type Recognised = { readonly name: ErrorName; readonly arguments: Record<string, string> };

/** The text members of an error's data: the field, the expected value and the received value. */
function textsOf(data: unknown): Record<string, string> {
  if (typeof data !== "object" || data === null) return {};
  const texts = Object.entries(data).filter(([, value]) => typeof value === "string");
  return Object.fromEntries(texts);
}

/**
 * Returns the declared error with this code and message. If several match, the one with the longest
 * fixed text.
 */
function recognise(
  error: { readonly code: number; readonly message: string },
  declared: readonly ErrorName[],
): Recognised | undefined {
  let best: { found: Recognised; words: number } | undefined;
  for (const name of new Set([...declared, ...common])) {
    for (const form of errorForms[name]) {
      const words = form.message.replaceAll(placeholder, "").length;
      if (form.code !== error.code || (best !== undefined && words <= best.words)) continue;
      const values = match(form, error.message);
      if (values !== undefined) best = { found: { name, arguments: values }, words };
    }
  }
  return best?.found;
}

const placeholder = /\{([a-zA-Z]\w*)\}/g;

/**
 * The texts of the placeholders, the first one as long as possible. The fixed texts are found from the end, each once: a
 * pattern would try every combination of places, which takes minutes for a long message.
 */
function match(form: ErrorForm, message: string): Record<string, string> | undefined {
  const names = [...form.message.matchAll(placeholder)].map(([, name]) => name as string);
  const [first = "", ...fixed] = form.message.split(/\{[a-zA-Z]\w*\}/);
  if (fixed.length === 0) return message === first ? {} : undefined;
  if (!message.startsWith(first) || !message.endsWith(fixed.at(-1) ?? "")) return undefined;
  const texts: string[] = [];
  let end = message.length;
  for (const words of fixed.reverse()) {
    const last = end - words.length;
    const start = last < first.length ? -1 : message.lastIndexOf(words, last);
    if (start < first.length) return undefined;
    texts.unshift(message.slice(start + words.length, end));
    end = start;
  }
  texts.unshift(message.slice(first.length, end));
  return Object.fromEntries(names.map((name, index) => [name, texts[index] ?? ""]));
}
