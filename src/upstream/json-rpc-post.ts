import { setMaxListeners } from "node:events";
import querystring from "node:querystring";
import { parseJson } from "../formats/json.ts";
import { parseRetryAfter } from "../formats/time.ts";

/** An address of JSON-RPC over HTTP, and what goes with every request. */
export type UpstreamAddress = {
  /** Base URL; the paths of the APIs are appended to its path. */
  readonly url: URL;
  /** Sent with every request, for instance an API key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof fetch;
};

/** The upstream returned a JSON-RPC error. */
export class UpstreamRefusal extends Error {
  override readonly name = "UpstreamRefusal";
  /** The code of the error, if it has one. */
  readonly code: number | undefined;

  constructor(message: string, code?: number) {
    super(message);
    this.code = code;
  }
}

/** The upstream did not respond, or not as its contract says. */
export class UpstreamFailure extends Error {
  override readonly name = "UpstreamFailure";
  /** The HTTP status, if there was a response. */
  readonly status: number | undefined;
  /** How long the upstream asks to wait before the next request. */
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    options?: ErrorOptions & {
      status?: number;
      retryAfterMs?: number | undefined;
    },
  ) {
    super(message, options);
    this.status = options?.status;
    this.retryAfterMs = options?.retryAfterMs;
  }
}

/** More than any error of AvalancheGo has. */
const messageMax = 4_096;

type Call = { readonly path: string; readonly method: string; readonly params: object };

/** What one request may take. */
export type RequestLimits = { readonly timeoutMs: number; readonly responseBytes: number };

/**
 * Sends one request and returns its result, an object. Rejects with UpstreamRefusal, UpstreamFailure, or the signal's
 * reason. Never follows a redirect: it would take the headers, and a key in them, to another address.
 */
export async function postJsonRpc(
  address: UpstreamAddress,
  call: Call,
  { timeoutMs, responseBytes }: RequestLimits,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>>> {
  const over = endingAfter(timeoutMs, signal);
  try {
    const text = await Promise.race([
      responseTo(address, call, responseBytes, over.signal),
      over.ended,
    ]);
    return resultOf(text, call.method);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof UpstreamFailure || error instanceof UpstreamRefusal) throw error;
    const message = over.signal.aborted
      ? "did not respond in time"
      : `cannot be reached${reasonOf(error)}`;
    throw new UpstreamFailure(message, { cause: error });
  } finally {
    over.forget();
  }
}

async function responseTo(
  address: UpstreamAddress,
  { path, method, params }: Call,
  bytesMax: number,
  signal: AbortSignal,
): Promise<string> {
  const response = await address.fetch(targetOf(address.url, path), {
    method: "POST",
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    headers: headersFor(address),
    redirect: "error",
    signal,
  });
  if (!response.ok) throw await statusFailure(response);
  return readText(response, bytesMax);
}

/** Such as `connect ECONNREFUSED 127.0.0.1:9650` or `self-signed certificate`, which fetch hides in the cause. */
function reasonOf(error: unknown): string {
  const cause: (Error & { readonly code?: unknown }) | undefined =
    error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
  const reason = cause?.message || cause?.code;
  return reason === undefined ? "" : ` (${shortened(String(reason))})`;
}

/**
 * A signal that is aborted with another one, or after a time, and a promise that then rejects: a body whose compression is damaged
 * may never end in fetch, whatever the signal says. The garbage collector of Node.js 20 takes the signal of
 * AbortSignal.timeout from one of AbortSignal.any, and then no time ends.
 */
function endingAfter(timeoutMs: number, signal: AbortSignal) {
  const over = new AbortController();
  const ended = new Promise<never>((_, reject) => {
    over.signal.addEventListener("abort", () => reject(over.signal.reason), { once: true });
  });
  ended.catch(() => {});
  const end = () => over.abort();
  const timer = setTimeout(end, timeoutMs);
  timer.unref();
  // All requests listen to one signal, and Node.js warns of more than ten.
  setMaxListeners(0, signal);
  signal.addEventListener("abort", end);
  if (signal.aborted) end();
  const forget = () => {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
  };
  return { signal: over.signal, ended, forget };
}

function targetOf(url: URL, path: string): URL {
  const base = url.pathname.endsWith("/") ? url.pathname.slice(0, -1) : url.pathname;
  return new URL(base + path + url.search, url.origin);
}

/** fetch refuses a URL with user and password. A header of the operator replaces them. */
function headersFor({ url, headers }: UpstreamAddress): Headers {
  const all = new Headers({ "content-type": "application/json" });
  const credentials = querystring.unescape(`${url.username}:${url.password}`);
  if (credentials !== ":") {
    all.set("authorization", `Basic ${Buffer.from(credentials).toString("base64")}`);
  }
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  return all;
}

async function statusFailure(response: Response): Promise<UpstreamFailure> {
  await response.body?.cancel();
  const { status } = response;
  const retryAfterMs = parseRetryAfter(
    response.headers.get("retry-after") ?? undefined,
    Date.now(),
  );
  return new UpstreamFailure(`returned status ${status}`, { status, retryAfterMs });
}

async function readText(response: Response, bytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > bytesMax) {
      throw new UpstreamFailure("returned a response that is too large");
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** What an upstream says reaches log and health, and a response may have megabytes. */
function shortened(message: string): string {
  if (message.length <= messageMax) return message;
  return `${message.slice(0, messageMax)}… (${message.length} characters)`;
}

function resultOf(text: string, method: string): Readonly<Record<string, unknown>> {
  let answer: unknown;
  try {
    answer = parseJson(text);
  } catch (error) {
    throw new UpstreamFailure("returned a response that is not JSON", { cause: error });
  }
  const { error, result } = isRecord(answer) ? answer : {};
  if (isRecord(error)) {
    const { message, code } = error;
    throw new UpstreamRefusal(
      typeof message === "string" ? shortened(message) : "no reason given",
      code === undefined ? undefined : Number(code),
    );
  }
  if (!isRecord(result)) throw new UpstreamFailure(`returned no result of ${method}`);
  return result;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
