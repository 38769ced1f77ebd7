import { connect, type Socket } from "node:net";
import { type Request, requestBytes } from "./http-requests.ts";

/** A response; its body is still compressed where `content-encoding` says so. */
export type Reply = {
  readonly status: number;
  /** By names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
};

const answerTimeoutMs = 20_000;

/**
 * Sends many requests at once over one connection that is kept alive, as HTTP's pipelining allows, and reads the
 * answers in order. Where the server closes after an answer, what is left goes over a new connection.
 */
export class PipelinedClient {
  readonly #port: number;
  #socket: Socket | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  /** Rejects where a request gets no answer. */
  async exchange(requests: readonly Request[]): Promise<Reply[]> {
    const replies: Reply[] = [];
    while (replies.length < requests.length) {
      const sent = requests.slice(replies.length);
      const got = await this.#send(sent);
      if (got.length === 0) throw new Error(`no answer to ${show(sent[0]!)}`);
      replies.push(...got);
    }
    return replies;
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }

  /** As many answers as come before the connection ends. */
  #send(requests: readonly Request[]): Promise<Reply[]> {
    this.#socket ??= connect({ port: this.#port, host: "127.0.0.1", noDelay: true });
    const socket = this.#socket;
    return new Promise((resolve) => {
      const replies: Reply[] = [];
      const reader = new ReplyReader();
      const finish = (keep: boolean) => {
        clearTimeout(timer);
        socket.removeAllListeners();
        // A socket that nobody watches must not end the process.
        socket.on("error", () => {});
        if (!keep) this.close();
        resolve(replies);
      };
      const timer = setTimeout(() => finish(false), answerTimeoutMs);
      socket.on("error", () => finish(false));
      socket.on("close", () => finish(false));
      socket.on("data", (chunk: Buffer) => {
        reader.add(chunk);
        for (;;) {
          const reply = reader.next(requests[replies.length]!.verb === "HEAD");
          if (reply === undefined) return;
          replies.push(reply);
          const closes = reply.headers.get("connection") === "close";
          if (closes || replies.length === requests.length) return finish(!closes);
        }
      });
      socket.write(Buffer.concat(requests.map(requestBytes)));
    });
  }
}

/** Takes responses out of a stream of bytes. */
class ReplyReader {
  #bytes: Buffer = Buffer.alloc(0);

  add(chunk: Buffer): void {
    this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk]);
  }

  next(isHead: boolean): Reply | undefined {
    const headEnd = this.#bytes.indexOf("\r\n\r\n");
    if (headEnd < 0) return undefined;
    const [statusLine = "", ...lines] = this.#bytes.toString("latin1", 0, headEnd).split("\r\n");
    const status = Number(statusLine.split(" ")[1]);
    const start = headEnd + 4;
    if (status < 200) {
      this.#bytes = this.#bytes.subarray(start);
      return this.next(isHead);
    }
    const headers = new Map(lines.map((line) => headerOf(line)));
    const found = isHead ? { body: Buffer.alloc(0), end: start } : this.#body(headers, start);
    if (found === undefined) return undefined;
    this.#bytes = this.#bytes.subarray(found.end);
    return { status, headers, body: found.body };
  }

  #body(headers: ReadonlyMap<string, string>, start: number): Body | undefined {
    if (headers.get("transfer-encoding") === "chunked") return this.#chunked(start);
    const end = start + Number(headers.get("content-length") ?? 0);
    if (this.#bytes.length < end) return undefined;
    return { body: Buffer.from(this.#bytes.subarray(start, end)), end };
  }

  #chunked(start: number): Body | undefined {
    const pieces: Buffer[] = [];
    let at = start;
    for (;;) {
      const lineEnd = this.#bytes.indexOf("\r\n", at);
      if (lineEnd < 0) return undefined;
      const length = Number.parseInt(this.#bytes.toString("latin1", at, lineEnd), 16);
      const end = lineEnd + 2 + length + 2;
      if (this.#bytes.length < end) return undefined;
      if (length === 0) return { body: Buffer.concat(pieces), end };
      pieces.push(this.#bytes.subarray(lineEnd + 2, end - 2));
      at = end;
    }
  }
}

type Body = { readonly body: Buffer; readonly end: number };

function headerOf(line: string): [string, string] {
  const colon = line.indexOf(":");
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

/** A request for a message, short. */
export function show(request: Request): string {
  const { verb, target, headers, body } = request;
  return `${verb} ${target} ${JSON.stringify(headers)} ${JSON.stringify(body.toString("latin1").slice(0, 2000))}`;
}
