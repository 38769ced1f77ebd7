import { createServer, type Socket, type Server as SocketServer } from "node:net";
import type { Server as TlsServer } from "node:tls";
import type { StreamRoute } from "../streams/channel.ts";
import { type Connected, Connection } from "./connection.ts";
import { Handshakes, makeTlsServer } from "./handshakes.ts";
import { type Timeouts, type Waits, waitsOf } from "./timeouts.ts";

export type DoorOptions = {
  readonly connected: Connected;
  readonly timeouts: Timeouts;
  readonly connectionsMax: number;
  /** PEM texts. */
  readonly tls: { readonly key: string; readonly cert: string } | undefined;
  /** They make room for new connections. */
  readonly streams: readonly StreamRoute[];
};

/** The number of connections that are searched for one that may make room. */
const looksMax = 1_000;

/** Owns the sockets of a server: accepts connections, counts them, and ends those whose time is over. */
export class Door {
  /** Connections that were closed at once because there were too many. */
  refused = 0;
  readonly #options: DoorOptions;
  readonly #waits: Waits;
  readonly #connections = new Set<Connection>();
  /** Connections whose TLS handshake is not complete, by their endpoints. */
  readonly #unsecured = new Map<string, Socket>();
  readonly #tls: TlsServer | undefined;
  readonly #handshakes: Handshakes | undefined;
  readonly #checks: NodeJS.Timeout;

  constructor(options: DoorOptions) {
    this.#options = options;
    this.#waits = waitsOf(options.timeouts);
    const times = Object.values(options.timeouts).filter((ms) => ms > 0);
    const checkMs = Math.max(10, Math.min(500, Math.min(...times) / 4));
    this.#checks = setInterval(() => this.#check(), checkMs).unref();
    if (options.tls === undefined) return;
    this.#tls = makeTlsServer(options.tls, this.#waits.head);
    this.#tls.on("secureConnection", (socket) => this.#secured(socket));
    this.#tls.on("tlsClientError", (_error, socket) => socket.destroy());
    this.#handshakes = new Handshakes(options.timeouts.readHeaderMs, (socket) => {
      this.#tls!.emit("connection", socket);
      socket.resume();
    });
  }

  get size(): number {
    return this.#connections.size + this.#unsecured.size;
  }

  /** TLS handshakes that wait for their turn, and those that ended unfinished because others waited. */
  get handshakes(): { readonly waiting: number; readonly ended: number } {
    return this.#handshakes ?? { waiting: 0, ended: 0 };
  }

  /**
   * A server whose connections come through this door, unless `spread` gives them to another process. With `allowHalfOpen`,
   * clients that have closed their half still get their responses.
   */
  listener(allowHalfOpen: boolean, spread?: (socket: Socket) => boolean): SocketServer {
    const options = { allowHalfOpen, noDelay: true, pauseOnConnect: true };
    return createServer(options, (socket) => {
      this.#arrived();
      if (spread?.(socket) !== true) this.adopt(socket);
    });
  }

  /** Serves a connection that was accepted elsewhere. */
  adopt(socket: Socket): void {
    if (this.size >= this.#options.connectionsMax && !this.#endIdle()) {
      this.refused += 1;
      socket.destroy();
      return;
    }
    // The connection closes, which everything else listens to.
    socket.on("error", () => {});
    socket.setNoDelay(true);
    if (this.#handshakes === undefined) {
      this.#open(socket);
      socket.resume();
      return;
    }
    const endpoint = endpointOf(socket);
    this.#unsecured.set(endpoint, socket);
    socket.once("close", () => {
      if (this.#unsecured.get(endpoint) === socket) this.#unsecured.delete(endpoint);
    });
    this.#count();
    this.#handshakes.add(socket);
  }

  /** Ends the connections on which nothing is in work. */
  closeIdle(): void {
    for (const { isIdle, socket } of this.#connections) if (isIdle) socket.destroy();
    for (const socket of this.#unsecured.values()) socket.destroy();
  }

  closeAll(): void {
    for (const { socket } of this.#connections) socket.destroy();
    for (const socket of this.#unsecured.values()) socket.destroy();
  }

  close(): void {
    clearInterval(this.#checks);
  }

  #arrived(): void {
    this.#options.connected.scheduler.connectionArrived();
    for (const stream of this.#options.streams) stream.connectionArrived();
  }

  #secured(socket: Socket): void {
    const endpoint = endpointOf(socket);
    const below = this.#unsecured.get(endpoint);
    if (below !== undefined) this.#handshakes!.finish(below);
    this.#unsecured.delete(endpoint);
    socket.on("error", () => {});
    socket.allowHalfOpen = below?.allowHalfOpen === true;
    this.#open(socket);
  }

  #open(socket: Socket): void {
    const connection = new Connection(socket, this.#options.connected);
    this.#connections.add(connection);
    socket.once("close", () => {
      this.#connections.delete(connection);
      this.#count();
    });
    this.#count();
  }

  #count(): void {
    this.#options.connected.budget.connections = this.size;
  }

  #check(): void {
    const now = performance.now();
    for (const connection of this.#connections) connection.check(now, this.#waits);
  }

  /** Makes room for a connection: ends one of the oldest that nobody uses. Returns false if all are in use. */
  #endIdle(): boolean {
    for (const socket of this.#unsecured.values()) {
      if (socket.destroyed) continue;
      socket.destroy();
      return true;
    }
    let looks = looksMax;
    for (const connection of this.#connections) {
      if (looks-- === 0) return false;
      if (connection.socket.destroyed || !connection.isIdle) continue;
      this.#connections.delete(connection);
      connection.socket.destroy();
      return true;
    }
    return false;
  }
}

/** Distinguishes the connections of a server, over TLS and below it. */
function endpointOf({ remoteAddress, remotePort, localPort }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localPort}`;
}
