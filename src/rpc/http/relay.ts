import { once } from "node:events";
import {
  Agent,
  type IncomingMessage,
  request as makeRequest,
  type OutgoingHttpHeaders,
} from "node:http";
import { connect, type Socket } from "node:net";
import { text as textOf } from "node:stream/consumers";
import { UnavailableElsewhere } from "../json-rpc/elsewhere.ts";
import type { ClientConnection } from "../json-rpc/method.ts";
import { endWithClient, type HttpReply } from "./http-reply.ts";

/** The time without requests after which a client loses its connection to the other server. */
const idleMs = 1_000;

/**
 * Passes requests on to another server of the same node, over a Unix socket. Each client has a connection of its own there:
 * the other server distinguishes clients by their connections, and delays those that guess passwords.
 */
export class Relay {
  readonly #path: string;
  readonly #agents = new WeakMap<ClientConnection, Agent>();
  /** For calls without a client. */
  readonly #agent = new Agent({ keepAlive: true });

  constructor(socketPath: string) {
    this.#path = socketPath;
  }

  #agentOf(client: ClientConnection | undefined): Agent {
    if (client?.once === undefined) return this.#agent;
    let agent = this.#agents.get(client);
    if (agent === undefined) {
      agent = new Agent({ keepAlive: true, maxSockets: 1, timeout: idleMs });
      this.#agents.set(client, agent);
      client.once("close", agent.destroy.bind(agent));
    }
    return agent;
  }

  /** Passes on a whole request. The response has the headers of the other server. */
  pass(reply: HttpReply): void {
    const { connection, request, response } = reply;
    const passed = makeRequest(
      {
        socketPath: this.#path,
        agent: this.#agentOf(connection),
        method: request.method!,
        path: request.url!,
        headers: { ...endToEnd(request.rawHeaders), ...framingOf(request) },
      },
      (answer) => {
        const { statusCode = 502, statusMessage, rawHeaders } = answer;
        response.writeHead(statusCode, statusMessage, endToEnd(rawHeaders));
        response.flushHeaders();
        if (isStream(answer)) endWithClient(reply);
        answer.pipe(response);
        answer.on("error", () => response.destroy());
      },
    );
    passed.on("error", () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502, { "Content-Type": "text/plain" }).end(unanswered);
    });
    response.on("close", () => passed.destroy());
    request.pipe(passed);
  }

  /**
   * Passes on a connection that asks for another protocol. If the other server does not change it, it closes the connection
   * after its response: what came next would not be limited as requests are.
   */
  upgrade({ method, url, rawHeaders }: IncomingMessage, socket: Socket, head: Buffer): void {
    const passed = connect(this.#path);
    const lines = [`${method} ${url} HTTP/1.1`];
    for (let i = 0; i < rawHeaders.length; i += 2) {
      const isConnection = rawHeaders[i]!.toLowerCase() === "connection";
      lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}${isConnection ? ", close" : ""}`);
    }
    passed.write(Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), head]));
    for (const [from, to] of [
      [socket, passed],
      [passed, socket],
    ] as const) {
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => to.destroy());
    }
  }

  /**
   * Sends a JSON body and resolves to the text of the response. Rejects unless its status is 200, with UnavailableElsewhere if it is
   * 503, and when the client has gone: the other process then stops, too.
   */
  async post(path: string, body: string, client?: ClientConnection): Promise<string> {
    const bytes = Buffer.from(body);
    const passed = makeRequest({
      socketPath: this.#path,
      agent: this.#agentOf(client),
      method: "POST",
      path,
      // Every server accepts an address as its host.
      headers: {
        host: "127.0.0.1",
        "content-type": "application/json",
        "content-length": bytes.length,
      },
    });
    // What breaks off a response fails its reading, too.
    passed.on("error", () => {});
    const gone = () => passed.destroy(new Error("the client has gone"));
    client?.once?.("close", gone);
    try {
      passed.end(bytes);
      const [answer] = (await once(passed, "response")) as [IncomingMessage];
      const text = await textOf(answer);
      if (answer.statusCode === 200) return text;
      if (answer.statusCode === 503) {
        throw new UnavailableElsewhere(text, answer.headers["retry-after"]);
      }
      throw new Error(`${answer.statusCode}: ${text.trimEnd()}`);
    } finally {
      client?.off?.("close", gone);
    }
  }

  close(): void {
    this.#agent.destroy();
  }
}

const unanswered = "the process that answers this did not\n";

/** Whether a response is Server-Sent Events, which have no end. */
function isStream({ headers }: IncomingMessage): boolean {
  return headers["content-type"]?.startsWith("text/event-stream") === true;
}

const hopByHop: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "te",
  "trailer",
  "upgrade",
  "expect",
]);

/**
 * Frames a body that comes in chunks. Without it node:http writes the body of a GET behind its head, where the other server
 * reads it as the next request.
 */
function framingOf({ headers }: IncomingMessage): OutgoingHttpHeaders {
  return headers["transfer-encoding"] === undefined ? {} : { "Transfer-Encoding": "chunked" };
}

/** Without the headers of one connection; repeated headers stay repeated. */
function endToEnd(rawHeaders: readonly string[]): OutgoingHttpHeaders {
  const headers: Record<string, string | string[]> = {};
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (hopByHop.has(name.toLowerCase())) continue;
    const known = headers[name];
    const value = rawHeaders[i + 1]!;
    headers[name] = known === undefined ? value : [known, value].flat();
  }
  return headers;
}
