import type { Id } from "../formats/bytes.ts";
import { decodeBytes, encodeBytes } from "../formats/encoding.ts";
import { formatId } from "../formats/id.ts";

/** A node that is asked over HTTP. */
export type UpstreamOptions = {
  /** Base URL; the paths of the APIs are appended to its path. */
  readonly url: URL;
  /** Sent with every request, for instance an API key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof fetch;
};

/** The upstream answered with a JSON-RPC error. */
export class UpstreamRefusal extends Error {
  override readonly name = "UpstreamRefusal";
}

/** The upstream did not answer, or not with what its contract says. */
export class UpstreamFailure extends Error {
  override readonly name = "UpstreamFailure";
  /** The HTTP status, if there was a response. */
  readonly status: number | undefined;
  /** How long the upstream asked to be left alone. */
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    options?: ErrorOptions & { status?: number; retryAfterMs?: number | undefined },
  ) {
    super(message, options);
    this.status = options?.status;
    this.retryAfterMs = options?.retryAfterMs;
  }
}

/** The paths of the indices that a node may serve. */
export type UpstreamIndex = "P/block" | "X/block" | "X/tx" | "X/vtx" | "C/block";

const requestTimeoutMs = 30_000;

/** A response of 1,024 containers of 2 MiB in hex is the largest that is read. */
const responseBytesMax = 64 * 1024 * 1024;

/** Calls the methods that following needs. Each rejects with UpstreamRefusal or UpstreamFailure. */
export class UpstreamClient {
  readonly #options: UpstreamOptions;

  constructor(options: UpstreamOptions) {
    this.#options = options;
  }

  /** Without user, password and query, which may be secret. */
  get name(): string {
    const { protocol, host, pathname } = this.#options.url;
    return `${protocol}//${host}${pathname === "/" ? "" : pathname}`;
  }

  async networkID(signal: AbortSignal): Promise<number> {
    const { networkID } = await this.#call("/ext/info", "info.getNetworkID", {}, signal);
    return Number(networkID);
  }

  async height(signal: AbortSignal): Promise<bigint> {
    const { height } = await this.#call("/ext/bc/P", "platform.getHeight", {}, signal);
    return uint64(height, "height");
  }

  /** The P-chain block at a height, without the wrapping of its proposer. */
  async block(height: bigint, signal: AbortSignal): Promise<Uint8Array> {
    const params = { height: String(height), encoding: "hex" };
    const { block } = await this.#call("/ext/bc/P", "platform.getBlockByHeight", params, signal);
    return hexBytes(block, "block");
  }

  /** Containers of an index from one on, at most `count`, fewer at its end. */
  async containers(
    index: UpstreamIndex,
    startIndex: bigint,
    count: number,
    signal: AbortSignal,
  ): Promise<readonly Uint8Array[]> {
    const params = { startIndex: String(startIndex), numToFetch: String(count), encoding: "hex" };
    const result = await this.#call(
      `/ext/index/${index}`,
      "index.getContainerRange",
      params,
      signal,
    );
    const containers = Array.isArray(result) ? result : result["containers"];
    if (!Array.isArray(containers)) throw new UpstreamFailure("The range has no containers.");
    return containers.map((container) => hexBytes(container?.bytes, "bytes"));
  }

  /** The index of the last container; undefined if the index is empty. Rejects if the upstream has no such index. */
  async lastIndex(index: UpstreamIndex, signal: AbortSignal): Promise<bigint | undefined> {
    try {
      const params = { encoding: "hex" };
      const path = `/ext/index/${index}`;
      const last = await this.#call(path, "index.getLastAccepted", params, signal);
      return uint64(last["index"], "index");
    } catch (error) {
      const isEmpty = error instanceof UpstreamRefusal && /no containers/.test(error.message);
      if (isEmpty) return undefined;
      throw error;
    }
  }

  async isAccepted(index: UpstreamIndex, id: Id, signal: AbortSignal): Promise<boolean> {
    const params = { id: formatId(id), encoding: "hex" };
    const result = await this.#call(`/ext/index/${index}`, "index.isAccepted", params, signal);
    return result["isAccepted"] === true;
  }

  /** Hands over a signed transaction. Rejects with UpstreamRefusal and the upstream's own text. */
  async issueTx(tx: Uint8Array, signal: AbortSignal): Promise<void> {
    const params = { tx: encodeBytes(tx, "hex"), encoding: "hex" };
    await this.#call("/ext/bc/P", "platform.issueTx", params, signal);
  }

  async #call(
    path: string,
    method: string,
    params: Readonly<Record<string, string>>,
    signal: AbortSignal,
    // biome-ignore lint/suspicious/noExplicitAny: the shape is checked by whoever reads a field
  ): Promise<any> {
    const text = await this.#post(
      path,
      JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      signal,
    );
    const answer = parseAnswer(text);
    if (answer["error"] != null) {
      const { message } = answer["error"] as { readonly message?: unknown };
      throw new UpstreamRefusal(typeof message === "string" ? message : "The upstream refused.");
    }
    if (typeof answer["result"] !== "object" || answer["result"] === null) {
      throw new UpstreamFailure(`${this.name}: the response to ${method} has no result.`);
    }
    return answer["result"];
  }

  async #post(path: string, body: string, signal: AbortSignal): Promise<string> {
    const { url, headers, fetch } = this.#options;
    const base = url.pathname.endsWith("/") ? url.pathname.slice(0, -1) : url.pathname;
    const target = new URL(base + path + url.search, url);
    try {
      const response = await fetch(target, {
        method: "POST",
        body,
        headers: { "content-type": "application/json", ...headers },
        // A redirect would take the headers, and a key in them, elsewhere.
        redirect: "error",
        signal: AbortSignal.any([signal, AbortSignal.timeout(requestTimeoutMs)]),
      });
      if (!response.ok) throw await failureOf(this.name, response);
      return await readText(response);
    } catch (error) {
      if (signal.aborted || error instanceof UpstreamFailure) throw error;
      throw new UpstreamFailure(`${this.name} does not answer.`, { cause: error });
    }
  }
}

async function failureOf(name: string, response: Response): Promise<UpstreamFailure> {
  await response.body?.cancel();
  const seconds = Number(response.headers.get("retry-after"));
  return new UpstreamFailure(`${name} answered with status ${response.status}.`, {
    status: response.status,
    retryAfterMs: Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined,
  });
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > responseBytesMax) throw new UpstreamFailure("The response is too large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parseAnswer(text: string): Readonly<Record<string, unknown>> {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch (error) {
    throw new UpstreamFailure("The response is not JSON.", { cause: error });
  }
  if (typeof answer !== "object" || answer === null) {
    throw new UpstreamFailure("The response is not a JSON object.");
  }
  return answer as Record<string, unknown>;
}

function uint64(value: unknown, field: string): bigint {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || !/^\d{1,20}$/.test(text)) {
    throw new UpstreamFailure(`The response has no ${field}.`);
  }
  return BigInt(text);
}

function hexBytes(value: unknown, field: string): Uint8Array {
  if (typeof value !== "string") throw new UpstreamFailure(`The response has no ${field}.`);
  try {
    return decodeBytes(value, "hex");
  } catch (error) {
    throw new UpstreamFailure(`The ${field} in the response are not hex.`, { cause: error });
  }
}
