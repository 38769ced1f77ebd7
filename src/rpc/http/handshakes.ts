import type { Socket } from "node:net";
import { createServer, DEFAULT_CIPHERS, type Server } from "node:tls";

/** Those of node:tls, without the key exchanges that decrypt with the certificate's key after the hello. */
const ciphers = `${DEFAULT_CIPHERS}:!kRSA`;

/** A client's hello has some hundred bytes, 2 KB with a post-quantum key. */
const helloBytesMax = 8_192;
/** Nobody sends it in more pieces. */
const helloChunksMax = 32;
const sliceMs = 4;
/** Clients choose when they send the rest of their handshakes. This is about the time that it takes if all do at once. */
const unfinishedCostMs = 100;
/** The time after which an unfinished handshake ends if others wait for its place. */
const unfinishedMs = 200;
const handshakeRecord = 22;

/**
 * Begins TLS handshakes when it is their turn. node:tls signs as soon as it reads the hello of a client, so a crowd of
 * hellos would hold the event loop. The newest goes first: the oldest clients of a crowd are the first to give up.
 */
export class Handshakes {
  /** How many ended unfinished because others waited. */
  ended = 0;
  readonly #begin: (socket: Socket) => void;
  readonly #timeoutMs: number;
  /** Connections whose hello has arrived. */
  readonly #waiting: Socket[] = [];
  /** When each began, the oldest first. */
  readonly #unfinished = new Map<Socket, number>();
  /** How long the answer to a hello takes, on average. */
  #helloMs = 1;
  #isScheduled = false;

  /** `begin` gives node:tls a connection, with its hello in the buffer of the socket. */
  constructor(timeoutMs: number, begin: (socket: Socket) => void) {
    this.#timeoutMs = timeoutMs;
    this.#begin = begin;
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#waiting.filter(({ destroyed }) => !destroyed).length;
  }

  /** Reads the hello of a new connection, and begins the handshake when it is its turn. */
  add(socket: Socket): void {
    let hello: Uint8Array = new Uint8Array();
    let chunks = 0;
    const deadline = setTimeout(() => socket.destroy(), this.#timeoutMs).unref();
    const read = () => {
      const chunk = socket.read() as Buffer | null;
      if (chunk === null) return;
      hello = Buffer.concat([hello, chunk]);
      chunks += 1;
      if (hello.length > helloBytesMax || chunks > helloChunksMax) socket.destroy();
      else if (isWhole(hello)) {
        clearTimeout(deadline);
        socket.off("readable", read);
        socket.unshift(hello);
        this.#waiting.push(socket);
        this.#schedule();
      }
    };
    socket.on("readable", read);
    socket.once("close", () => {
      clearTimeout(deadline);
      this.finish(socket);
    });
  }

  /** Call it when a connection is secure. */
  finish(socket: Socket): void {
    if (this.#unfinished.delete(socket)) this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.length === 0) return;
    this.#isScheduled = true;
    const waitMs = this.#waitForPlaceMs(performance.now());
    const pump = () => {
      this.#isScheduled = false;
      this.#pump(performance.now() + sliceMs);
    };
    if (waitMs > 0) setTimeout(pump, waitMs).unref();
    else setImmediate(pump);
  }

  #pump(sliceEnd: number): void {
    const now = performance.now();
    const hasPlace = this.#waitForPlaceMs(now) <= 0;
    const socket = hasPlace && now < sliceEnd ? this.#next() : undefined;
    if (socket === undefined) {
      this.#schedule();
      return;
    }
    if (this.#isFull()) this.#endOldest();
    this.#unfinished.set(socket, now);
    this.#begin(socket);
    // node:tls has queued the reading of the hello before this.
    process.nextTick(() => {
      this.#helloMs += (performance.now() - now - this.#helloMs) / 8;
      this.#pump(sliceEnd);
    });
  }

  #isFull(): boolean {
    return this.#unfinished.size * this.#helloMs >= unfinishedCostMs;
  }

  /** Until a handshake may begin: one has ended, or the oldest has had its time. */
  #waitForPlaceMs(now: number): number {
    if (!this.#isFull()) return 0;
    const [oldestAt] = this.#unfinished.values();
    return oldestAt! + unfinishedMs - now;
  }

  #endOldest(): void {
    const [oldest] = this.#unfinished.keys();
    this.#unfinished.delete(oldest!);
    oldest!.destroy();
    this.ended += 1;
  }

  #next(): Socket | undefined {
    for (;;) {
      const socket = this.#waiting.pop();
      if (socket === undefined || !socket.destroyed) return socket;
    }
  }
}

/** Whether records have all of a hello, or something else that node:tls rejects: RFC 8446 sections 4 and 5.1. */
function isWhole(records: Uint8Array): boolean {
  let taken = 0;
  let length = 0;
  for (let at = 0; at + 5 <= records.length; ) {
    if (records[at] !== handshakeRecord) return true;
    const end = at + 5 + records[at + 3]! * 256 + records[at + 4]!;
    for (const byte of records.subarray(at + 5, end)) {
      if (taken >= 1 && taken < 4) length = length * 256 + byte;
      taken += 1;
    }
    if (taken >= 4 && taken >= 4 + length) return true;
    at = end;
  }
  return false;
}

/** Makes the server that secures connections. It listens at no address. `key` and `cert` are PEM texts. */
export function makeTlsServer(
  { key, cert }: { readonly key: string; readonly cert: string },
  handshakeTimeout: number,
): Server {
  const [minVersion, ALPNProtocols] = ["TLSv1.2" as const, ["http/1.1"]];
  return createServer({ key, cert, minVersion, ALPNProtocols, ciphers, handshakeTimeout });
}
