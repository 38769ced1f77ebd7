import { TransportError } from "./errors.ts";

/** Sends a JSON text to a URL and returns the text of the response. */
export type Transport = (url: string, body: string, signal: AbortSignal) => Promise<string>;

/** The part of the global `fetch` that is used here. */
export type Fetch = (
  url: string,
  init: {
    readonly method: "GET" | "POST";
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly signal: AbortSignal;
    /** Another server must not receive the body and the headers. */
    readonly redirect: "manual";
  },
) => Promise<FetchResponse>;

/** The part of its response: without `headers` and `body`, there are no events. */
export type FetchResponse = {
  readonly ok: boolean;
  readonly status: number;
  text(): Promise<string>;
  readonly headers?: { get(name: string): string | null };
  readonly body?: ReadableStream<Uint8Array> | null;
};

/** The URL of a path and a search, which come before and after the query of the base URL. */
export function urlAt(base: string, path: string, search = ""): string {
  const [own = "", ...query] = base.split("?");
  const queries = [query.join("?"), search].filter((text) => text !== "").join("&");
  return own + path + (queries === "" ? "" : `?${queries}`);
}

/** The default of `maxResponseBytes`. */
export const maxResponseBytesDefault: number = 128 * 1024 * 1024;

/**
 * A transport over HTTP. A status other than 2xx, redirects included, is a TransportError with the body as its message, and
 * so is a response that is longer than the limit.
 */
export function httpTransport(
  fetch: Fetch,
  headers: Readonly<Record<string, string>> = {},
  maxResponseBytes: number = maxResponseBytesDefault,
): Transport {
  return async (url, body, signal) => {
    const response = await connected(() =>
      fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body,
        signal,
        redirect: "manual",
      }),
    );
    const text = await readText(response, maxResponseBytes);
    if (response.ok) return text;
    const { status } = response;
    const said = text.trim().slice(0, 200) || "no body";
    throw new TransportError("http", `HTTP ${status}: ${said}`, { status });
  };
}

/**
 * The text of a response; a longer one is not read to its end. Pieces are counted as they are decompressed, because
 * `content-length` is that of the compressed body, and `text()` has no limit.
 */
export async function readText(response: FetchResponse, maxBytes: number): Promise<string> {
  const tooLong = () =>
    new TransportError("response", `the response is longer than ${maxBytes} bytes`);
  refuseLayers(response);
  const { body } = response;
  if (body === undefined || body === null) {
    const text = await connected(() => response.text());
    if (text.length > maxBytes) throw tooLong();
    return text;
  }
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let bytes = 0; ; ) {
    const { done, value } = await connected(() => reader.read());
    if (done) return text + decoder.decode();
    bytes += value.length;
    if (bytes > maxBytes) {
      reader.cancel().catch(() => {});
      throw tooLong();
    }
    text += decoder.decode(value, { stream: true });
  }
}

/**
 * Throws for a body that is compressed more than once, before it is read. No node sends one, and between two counted
 * pieces, a few bytes of it can keep the decompressors busy for gigabytes.
 */
export function refuseLayers({ headers, body }: FetchResponse): void {
  const codings = headers?.get("content-encoding") ?? "";
  if (!codings.includes(",")) return;
  body?.cancel().catch(() => {});
  throw new TransportError("response", "the response is compressed more than once");
}

/** Waits for the network, whose failure is that of the connection. */
export async function connected<Result>(send: () => Promise<Result>): Promise<Result> {
  try {
    return await send();
  } catch (cause) {
    const message = `the node could not be reached${causeText(cause)}`;
    throw new TransportError("connection", message, { cause });
  }
}

/** `fetch` of Node only says that it failed: what happened is in the error's cause. */
function causeText(error: unknown): string {
  let found = error;
  for (let depth = 0; depth < 4 && found instanceof Error && found.cause !== undefined; depth++) {
    found = found.cause;
  }
  if (!(found instanceof Error) || found.message === "") return "";
  const { code } = found as { readonly code?: unknown };
  const isUntrusted =
    typeof code === "string" && /SELF_SIGNED|UNABLE_TO_.*(CERT|ISSUER)/.test(code);
  const remedy = isUntrusted
    ? " (in Node.js, NODE_EXTRA_CA_CERTS=FILE adds a certificate that is trusted)"
    : "";
  return `: ${found.message}${remedy}`;
}
