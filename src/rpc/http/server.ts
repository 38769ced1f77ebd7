import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket, Server as SocketServer } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { defaultLimits, type Limits, type Refusals } from "../json-rpc/description.ts";
import { Admission, unknownAnswerBytes } from "./admission.ts";
import type { Connection } from "./connection.ts";
import { CostModel, cpuMs } from "./cost-model.ts";
import type { Description } from "./description.ts";
import { Door } from "./door.ts";
import { HttpReply } from "./http-reply.ts";
import type { HttpStream } from "./http-stream.ts";
import { hasTooManyHeaders, headersMax } from "./long-heads.ts";
import { MemoryBudget } from "./memory-budget.ts";
import type { RouteMetrics } from "./metrics.ts";
import { LastLines } from "./reply.ts";
import { Requests } from "./requests.ts";
import { Responder } from "./responder.ts";
import { Router } from "./router.ts";
import { Scheduler } from "./scheduler.ts";
import type { Serving } from "./serving.ts";
import { defaultTimeouts, type Timeouts } from "./timeouts.ts";
import { headWithoutUpgrade } from "./upgrade.ts";

export type HttpOptions = {
  /** Empty listens on every address. */
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly timeouts?: Partial<Timeouts>;
  readonly limits?: Partial<Limits>;
  /** PEM texts. */
  readonly tls?: { readonly key: string; readonly cert: string };
};

// How often a stopping server looks for connections that have become idle.
const idleCheckMs = 20;
/** A server with this number of connections, or whose clients hold this share of the memory limit, is crowded. */
const crowdedConnections = 1_000;
const crowdedShare = 1 / 8;
/** How long calls may take to end after their connections have. */
const settleMs = 1_000;
/**
 * Connections that the system holds until the node accepts them, one in each pass of the event loop. A client that finds the
 * queue full tries again only after a second. The system may allow fewer, 4,096 by default on Linux.
 */
const backlog = 4_096;

/** Serves a description over HTTP. */
export class RpcServer {
  readonly budget: MemoryBudget;
  readonly scheduler = new Scheduler();
  readonly limits: Limits;
  /** How often the limits of requests were reached. */
  readonly refusals: Refusals = { bodies: 0, calls: 0, streams: 0 };
  readonly door: Door;
  readonly #options: HttpOptions;
  readonly #timeouts: Timeouts;
  readonly #serving: Serving;
  readonly #requests: Requests;
  #listener: SocketServer | undefined;
  /** Serves the other processes of this node. */
  #inner: { readonly listener: SocketServer; readonly door: Door } | undefined;

  constructor(description: Description, options: HttpOptions) {
    this.#options = options;
    this.#timeouts = { ...defaultTimeouts, ...options.timeouts };
    this.limits = { ...defaultLimits, ...options.limits };
    const { clientBytes } = this.limits;
    this.budget = new MemoryBudget(clientBytes);
    const costs = new CostModel(cpuMs, unknownAnswerBytes(clientBytes));
    this.#serving = {
      description,
      router: new Router(description),
      admission: new Admission(this.scheduler, this.budget, costs),
      responder: new Responder(description, this.budget),
      limits: this.limits,
      refusals: this.refusals,
    };
    this.#requests = new Requests(this.#serving, options);
    this.door = this.#makeDoor(this.#timeouts, options.tls);
  }

  /** Counts of every route, for a metrics route. */
  get metrics(): readonly RouteMetrics[] {
    return this.#serving.router.metrics;
  }

  get connections(): number {
    return this.door.size;
  }

  /** Calls that this process was asked. */
  get calls(): number {
    return this.metrics.reduce((sum, { calls, processing }) => sum + calls + processing, 0);
  }

  /** Whether clients occupy much memory, or could soon. */
  get isCrowded(): boolean {
    const { bytes, bytesMax } = this.budget;
    return this.connections >= crowdedConnections || bytes >= bytesMax * crowdedShare;
  }

  get streams(): number {
    return this.#requests.resources.streams.size;
  }

  /**
   * Starts to listen and resolves to the address. Rejects when it cannot listen there. `spread` is called with each
   * connection and returns whether it gave it to another process.
   */
  async start(
    spread?: (socket: Socket) => boolean,
  ): Promise<{ readonly host: string; readonly port: number }> {
    const { host, port } = this.#options;
    // With several processes, a call that waits for another process is dropped as soon as its client leaves.
    const listener = this.door.listener(spread === undefined, spread);
    this.#listener = listener;
    await listening(listener, { port, ...(host !== "" && { host }) });
    const address = listener.address() as AddressInfo;
    return { host: address.address, port: address.port };
  }

  /** Serves the same at a Unix socket, without TLS. A process that closes its half does not wait for the response any more. */
  async startAt(path: string): Promise<void> {
    const door = this.#makeDoor({ ...this.#timeouts, idleMs: 0 }, undefined);
    this.#inner = { door, listener: door.listener(false) };
    await listening(this.#inner.listener, { path });
  }

  /** Serves a connection that was accepted elsewhere. */
  adopt(socket: Socket): void {
    this.door.adopt(socket);
  }

  /**
   * Accepts no new connections, lets requests in flight finish for at most `timeoutMs`, then closes
   * the remaining connections. Until then every response has `Connection: close`. Serves the other processes of this node
   * until they have stopped, because they pass calls on. Resolves when no call is being answered any more, or a second later.
   */
  async stop(timeoutMs: number, othersStopped?: Promise<void>): Promise<void> {
    this.#serving.responder.isStopping = true;
    this.#listener?.close();
    const end = performance.now() + timeoutMs;
    const streams = this.#requests.resources.streams.stop();
    while (this.door.size > 0 && performance.now() < end) {
      this.door.closeIdle();
      if (this.door.size > 0) await sleep(idleCheckMs);
    }
    this.door.closeAll();
    await streams;
    while (this.door.size > 0) await sleep(1);
    await othersStopped;
    this.#inner?.listener.close();
    const settleEnd = performance.now() + settleMs;
    while (this.#isAnswering() && performance.now() < settleEnd) await sleep(idleCheckMs);
    this.#inner?.door.closeAll();
    this.#inner?.door.close();
    this.door.close();
  }

  /** Whether a call is in work; that of a batch whose client has gone is its last. */
  #isAnswering(): boolean {
    return this.metrics.some(({ processing }) => processing > 0);
  }

  #makeDoor(timeouts: Timeouts, tls: HttpOptions["tls"]): Door {
    const requests = this.#requests;
    return new Door({
      connected: {
        http: this.#makeParser(timeouts.idleMs),
        scheduler: this.scheduler,
        budget: this.budget,
        calls: requests.calls,
        lastLines: new LastLines(timeouts.idleMs),
      },
      timeouts,
      connectionsMax: this.limits.connections,
      tls,
      streams: this.#serving.description.streams ?? [],
    });
  }

  /** A server of node:http that listens nowhere: the door gives it what is not a plain call, and watches the time. */
  #makeParser(idleMs: number): Server {
    const requests = this.#requests;
    const parser = createServer({
      requestTimeout: 0,
      headersTimeout: 0,
      keepAliveTimeout: idleMs,
    });
    parser.maxHeadersCount = headersMax;
    const receive =
      (isExpecting: boolean) => (request: IncomingMessage, response: ServerResponse) => {
        const connection = connectionOf(request.socket);
        const reply = new HttpReply(connection, request, response, isExpecting);
        if (connection.begin(reply)) requests.receive(reply);
      };
    parser.on("request", receive(false));
    parser.on("checkContinue", receive(true));
    parser.on("upgrade", (request) => {
      const connection = connectionOf(request.socket);
      if (hasTooManyHeaders(request)) connection.refuse(431);
      else if (!requests.upgrade(request, connection))
        connection.readAgain(headWithoutUpgrade(request));
    });
    parser.on("connect", (request) => connectionOf(request.socket).refuse(405));
    parser.on("clientError", (error: NodeJS.ErrnoException, stream) => {
      connectionOf(stream).refuse(error.code === "HPE_HEADER_OVERFLOW" ? 431 : 400);
    });
    return parser;
  }
}

/** node:http has the door's stream in place of a socket. */
const connectionOf = (stream: Duplex): Connection =>
  (stream as HttpStream).connection as Connection;

function listening(
  listener: SocketServer,
  where: { readonly path: string } | { readonly port: number; readonly host?: string },
): Promise<void> {
  return new Promise((resolve, reject) => {
    listener.once("error", reject);
    listener.listen({ ...where, backlog }, () => {
      listener.off("error", reject);
      resolve();
    });
  });
}
