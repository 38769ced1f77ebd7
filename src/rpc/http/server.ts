import { createServer, type IncomingMessage, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import {
  type AddressInfo,
  createServer as createSpreader,
  type Socket,
  type Server as Spreader,
} from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { defaultLimits, type Limits, type Refusals } from "../json-rpc/description.ts";
import { serve } from "../json-rpc/service.ts";
import { Arrivals } from "./arrivals.ts";
import { Budget } from "./budget.ts";
import type { Description } from "./description.ts";
import { fileAnswers } from "./files.ts";
import { answerHalfClosed, endHalfClosed } from "./half-closed.ts";
import { ciphers, Handshakes } from "./handshakes.ts";
import { hasTooManyHeaders, headersMax } from "./long-heads.ts";
import { RouteMetrics } from "./metrics.ts";
import { Requests } from "./requests.ts";
import { Router } from "./router.ts";
import { Turns } from "./turns.ts";
import { asksForWebSocket, withoutUpgrade } from "./upgrade.ts";

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

export type Timeouts = {
  /** For a whole request. */
  readonly readMs: number;
  readonly readHeaderMs: number;
  /** For a client to read a response. */
  readonly writeMs: number;
  /** Between two requests on a connection. */
  readonly idleMs: number;
};

/** avalanchego config/flags.go @ v1.12.1 */
export const defaultTimeouts: Timeouts = {
  readMs: 30_000,
  readHeaderMs: 30_000,
  writeMs: 30_000,
  idleMs: 120_000,
};

// How often a stopping server looks for connections that have become idle.
const idleCheckMs = 20;
/** So many connections, or clients that hold such a share of the memory limit, are a crowd. */
const crowdedConnections = 1_000;
const crowdedShare = 1 / 8;
/** How long calls may take to end after their connections have. */
const settleMs = 1_000;
/**
 * Connections that the system holds until the node accepts them, one in each pass of the event loop. A client that finds the
 * queue full tries again only after a second. The system may allow fewer, 4,096 by default on Linux.
 */
const backlog = 4_096;

/** How long streams wait while connections arrive. */
const arrivalsMs = 10;

/** Serves a description over HTTP. */
export class RpcServer {
  /** Counts of every route, for a metrics route. */
  readonly metrics: RouteMetrics[] = [];
  readonly budget: Budget;
  readonly turns = new Turns();
  /** Connections that were closed at once because there were too many. */
  refusedConnections = 0;
  readonly limits: Limits;
  /** How often the limits of requests were reached. */
  readonly refusals: Refusals = { bodies: 0, calls: 0, streams: 0 };
  readonly #description: Description;
  readonly #options: HttpOptions;
  readonly #timeouts: Timeouts;
  readonly #router = new Router();
  readonly #requests: Requests;
  readonly #server: Server;
  /** With TLS. */
  readonly #handshakes: Handshakes | undefined;
  readonly #sockets = new Set<Socket>();
  readonly #arrivals = new Arrivals(arrivalsMs);
  /** Accepts the connections that several processes share. */
  #spreader: Spreader | undefined;
  /** Serves the other processes of this node. */
  #inner: Server | undefined;

  constructor(description: Description, options: HttpOptions) {
    this.#description = description;
    this.#options = options;
    this.#timeouts = { ...defaultTimeouts, ...options.timeouts };
    const limits = { ...defaultLimits, ...options.limits };
    this.limits = limits;
    this.budget = new Budget(limits.clientBytes);
    this.#layOut();
    this.#requests = new Requests(description, this.#router, {
      budget: this.budget,
      turns: this.turns,
      allowedHosts: options.allowedHosts,
      allowedOrigins: options.allowedOrigins,
      limits,
      refusals: this.refusals,
      writeMs: this.#timeouts.writeMs,
      idleMs: this.#timeouts.idleMs,
    });
    this.#server = this.#makeServer();
    if (options.tls === undefined) return;
    this.#handshakes = new Handshakes(this.#timeouts.readHeaderMs, (socket) => {
      this.#server.emit("connection", socket);
      socket.resume();
    });
  }

  get connections(): number {
    return this.#sockets.size;
  }

  /** Whether clients occupy much memory, or could soon. */
  get isCrowded(): boolean {
    const { bytes, bytesMax } = this.budget;
    return this.connections >= crowdedConnections || bytes >= bytesMax * crowdedShare;
  }

  /** TLS handshakes that wait for their turn, and those that ended unfinished because others waited. */
  get handshakes(): { readonly waiting: number; readonly ended: number } {
    return this.#handshakes ?? { waiting: 0, ended: 0 };
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
    const { host, port, tls } = this.#options;
    const isShared = spread !== undefined || tls !== undefined;
    const listener = isShared ? this.#spreadTo(spread ?? (() => false)) : this.#server;
    await new Promise<void>((resolve, reject) => {
      listener.once("error", reject);
      listener.listen({ port, host: host === "" ? undefined : host, backlog }, () => {
        listener.off("error", reject);
        resolve();
      });
    });
    const address = listener.address() as AddressInfo;
    return { host: address.address, port: address.port };
  }

  /** Serves the same at a Unix socket, without TLS. */
  async startAt(path: string): Promise<void> {
    const inner = createServer({ keepAliveTimeout: 0, noDelay: true });
    this.#connect(inner);
    this.#inner = inner;
    await new Promise<void>((resolve, reject) => {
      inner.once("error", reject);
      inner.listen({ path, backlog }, resolve);
    });
  }

  /** Serves a connection that was accepted elsewhere. */
  adopt(socket: Socket): void {
    socket.setNoDelay(true);
    if (this.#handshakes !== undefined) {
      if (this.#arrive(socket)) this.#handshakes.add(socket);
      return;
    }
    this.#server.emit("connection", socket);
    socket.resume();
  }

  /** Makes ready for `adopt`: node:http watches over timeouts and idle connections from this event on. */
  startAdopting(): void {
    this.#server.emit("listening");
  }

  #spreadTo(spread: (socket: Socket) => boolean): Spreader {
    this.startAdopting();
    this.#spreader = createSpreader({ pauseOnConnect: true }, (socket) => {
      this.turns.connectionArrived();
      if (!spread(socket)) this.adopt(socket);
    });
    return this.#spreader;
  }

  /**
   * Accepts no new connections, lets requests in flight finish for at most `timeoutMs`, then closes
   * the remaining connections. Until then every response has `Connection: close`. Resolves when no call
   * is being answered any more, or a second later.
   */
  async stop(timeoutMs: number): Promise<void> {
    this.#requests.stopping = true;
    this.#spreader?.close();
    this.#inner?.close();
    const deadline = setTimeout(() => this.#endConnections(), timeoutMs);
    await this.#requests.resources.streams.stop();
    // node:http would close them as idle.
    for (const socket of [...this.#sockets]) {
      while (this.#requests.isWaiting(socket) && !socket.destroyed) await sleep(1);
    }
    const closed = this.#closed();
    // node:http treats a connection that never sent anything as busy.
    for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy();
    const idle = setInterval(() => this.#closeIdle(), idleCheckMs);
    await closed;
    clearInterval(idle);
    clearTimeout(deadline);
    const settleEnd = performance.now() + settleMs;
    while (this.#isAnswering() && performance.now() < settleEnd) await sleep(idleCheckMs);
    this.#inner?.closeAllConnections();
  }

  #closeIdle(): void {
    this.#server.closeIdleConnections();
    for (const socket of this.#sockets) if (this.#requests.isHidden(socket)) socket.destroy();
  }

  /** Resolves when no connection is left, also of a server whose connections were accepted elsewhere. */
  async #closed(): Promise<void> {
    const isListening = this.#server.listening;
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
    while (!isListening && this.#sockets.size > 0) await sleep(idleCheckMs);
  }

  /** Also of those that node:http no longer knows: WebSockets. */
  #endConnections(): void {
    this.#server.closeAllConnections();
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Whether a call is in work; that of a batch whose client has gone is its last. */
  #isAnswering(): boolean {
    return this.metrics.some(({ processing }) => processing > 0);
  }

  /** Makes room for a connection: ends one of the oldest that nobody uses. Returns false if all are in use. */
  #endIdle(): boolean {
    let looks = 1_000;
    for (const socket of this.#sockets) {
      if (looks-- === 0) return false;
      if (socket.destroyed || !this.#requests.isIdle(socket)) continue;
      this.#sockets.delete(socket);
      socket.destroy();
      return true;
    }
    return false;
  }

  #layOut(): void {
    const {
      routes,
      gets,
      streams = [],
      files = [],
      moved = [],
      disabled,
      absent = [],
    } = this.#description;
    for (const [index, route] of routes.entries()) {
      const service = serve(route, index, this.#description);
      const calls = { service, metrics: this.#metricsOf(route.base) };
      for (const path of route.paths) {
        const place = this.#router.at(path);
        if (place.calls !== undefined) throw new Error(`two routes at ${path}`);
        place.calls = calls;
      }
    }
    for (const get of gets) {
      const place = this.#router.at(get.path);
      if (place.get !== undefined) throw new Error(`two GET routes at ${get.path}`);
      place.get = { route: get, metrics: this.#metricsOf(get.base) };
    }
    for (const stream of streams) {
      this.#router.at(stream.path).stream = stream;
      stream.waitWhile?.(() => this.#arrivals.comeFirst(performance.now()));
    }
    for (const file of files) this.#router.at(file.path).file = fileAnswers(file);
    for (const { path, location } of moved) this.#router.at(path).movedTo = location;
    for (const { path, reason } of disabled) this.#router.at(path).disabled = reason;
    for (const { path, reason } of absent) this.#router.addAbsent({ path, absent: reason });
  }

  /** Routes with the same name share their counts. */
  #metricsOf(base: string): RouteMetrics {
    const known = this.metrics.find((metrics) => metrics.base === base);
    if (known !== undefined) return known;
    const metrics = new RouteMetrics(base);
    this.metrics.push(metrics);
    return metrics;
  }

  #makeServer(): Server {
    const { readMs, readHeaderMs, idleMs } = this.#timeouts;
    const shared = {
      requestTimeout: readMs,
      headersTimeout: Math.min(readHeaderMs, readMs),
      keepAliveTimeout: idleMs,
      connectionsCheckingInterval: Math.max(10, Math.min(1_000, readMs / 4)),
      noDelay: true,
      // Node 24.9 and newer ask before they hand over a connection; from older ones `upgrade` takes it back.
      shouldUpgradeCallback: (request: IncomingMessage) => this.#requests.isUpgrade(request),
    };
    const { tls } = this.#options;
    const server =
      tls === undefined
        ? createServer(shared)
        : createTlsServer({
            ...shared,
            ...tls,
            minVersion: "TLSv1.2",
            ciphers,
            handshakeTimeout: shared.headersTimeout,
          });
    answerHalfClosed(server);
    server.on("connection", (socket: Socket) => {
      if (tls !== undefined) return;
      // An upgrade that the server does not make brings its connection here again.
      const isBack = this.#sockets.has(socket);
      if (!isBack && !this.#arrive(socket)) return;
      this.#requests.watch(socket);
      if (!isBack) endHalfClosed(socket);
    });
    server.on("secureConnection", (socket: SecureSocket) => this.#secured(socket));
    this.#connect(server);
    return server;
  }

  /** Counts a new connection. Returns false, and closes it, if there are too many. */
  #arrive(socket: Socket): boolean {
    if (this.#sockets.size >= this.limits.connections && !this.#endIdle()) {
      this.refusedConnections += 1;
      socket.destroy();
      return false;
    }
    outliveErrors(socket);
    this.turns.connectionArrived();
    this.#arrivals.note();
    this.#sockets.add(socket);
    socket.once("close", () => this.#left(socket));
    this.budget.connections = this.#sockets.size;
    return true;
  }

  #left(socket: Socket): void {
    this.#sockets.delete(socket);
    this.budget.connections = this.#sockets.size;
  }

  /** Counts a connection as the one that node:http reads: the TLS socket, instead of that below it. */
  #secured(socket: SecureSocket): void {
    const isBack = this.#sockets.has(socket);
    if (!isBack) {
      if (socket._parent) {
        this.#sockets.delete(socket._parent);
        this.#handshakes?.finish(socket._parent);
      }
      this.#sockets.add(socket);
      socket.once("close", () => this.#left(socket));
    }
    this.#requests.watch(socket);
    if (!isBack) endHalfClosed(socket);
  }

  #connect(server: Server): void {
    server.on("connection", outliveErrors);
    server.on("secureConnection", outliveErrors);
    server.on("request", (request, response) => this.#requests.receive(request, response));
    server.on("checkContinue", (request, response) =>
      this.#requests.receiveExpecting(request, response),
    );
    server.maxHeadersCount = headersMax;
    server.on("upgrade", (request, socket: Socket, head) => {
      const rest = this.#requests.release(socket, head);
      if (hasTooManyHeaders(request)) {
        endConnection(socket, "431 Request Header Fields Too Large");
        return;
      }
      const opened = asksForWebSocket(request) && this.#requests.upgrade(request, socket, rest);
      if (!opened) withoutUpgrade(server, request, socket, rest);
    });
    server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
      const isTimeout = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
      // node:http has not seen all that has arrived.
      if (isTimeout && this.#requests.isWaiting(socket as Socket)) return;
      if (error.code === "HPE_HEADER_OVERFLOW") {
        endConnection(socket, "431 Request Header Fields Too Large");
      } else if (isTimeout) {
        endConnection(socket, "408 Request Timeout");
      } else endConnection(socket, "400 Bad Request");
    });
    server.on("connect", (_request, socket: Socket, head) => {
      this.#requests.release(socket, head);
      endConnection(socket, "405 Method Not Allowed");
    });
  }
}

/**
 * Keeps an error of a connection from ending the process. node:http stops listening to errors when a client asks for
 * another protocol, and it may be some time until that begins.
 */
const outliveErrors = (socket: Socket): void => {
  if (!socket.listeners("error").includes(ignoreError)) socket.on("error", ignoreError);
};

/** The connection closes, which everything else listens to. */
const ignoreError = (): void => {};

/** What node:tls keeps on a socket: the connection that it reads. */
type SecureSocket = Socket & { readonly _parent?: Socket | null };

/** Ends a connection that cannot be parsed further; sends the reason if the client still reads. */
const endConnection = (socket: Duplex, status: string): void => {
  if (!socket.writable || socket.writableLength > 0) {
    socket.destroy();
    return;
  }
  const head = "Content-Type: text/plain; charset=utf-8\r\nConnection: close";
  socket.on("error", () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status}\r\n${head}\r\nContent-Length: ${status.length}\r\n\r\n${status}`,
    () => socket.destroy(),
  );
};
