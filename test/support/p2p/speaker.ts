import type { TLSSocket } from "node:tls";
import { nowSeconds, systemEnvironment } from "../../../src/p2p/environment.ts";
import { type OwnIdentity, signIp } from "../../../src/p2p/identity/own-identity.ts";
import type { IpPort } from "../../../src/p2p/ip-address.ts";
import { type HandshakeTerms, handshakeMessage } from "../../../src/p2p/peer/handshake.ts";
import { dialTls } from "../../../src/p2p/tls.ts";
import { createDecompressor } from "../../../src/p2p/wire/decompress.ts";
import { FrameReader } from "../../../src/p2p/wire/frames.ts";
import {
  type Body,
  type BodyOf,
  decodeMessage,
  encodeMessage,
  type Op,
  type OutboundBody,
} from "../../../src/p2p/wire/messages.ts";
import { localTerms, newIdentity } from "./nodes.ts";

type HandshakeFields = Extract<OutboundBody, { case: "handshake" }>["value"];

/** One connection that says only what a test makes it say: honest or not. */
export class Speaker {
  readonly identity: OwnIdentity;
  readonly #socket: TLSSocket;
  readonly #heard: Body[] = [];
  readonly #closed: Promise<void>;
  #wake: () => void = () => {};

  private constructor(identity: OwnIdentity, socket: TLSSocket) {
    this.identity = identity;
    this.#socket = socket;
    const frames = new FrameReader();
    const decompress = createDecompressor();
    socket.on("error", () => {});
    // Not `events.once`, which rejects where the other side resets the connection.
    this.#closed = new Promise((resolve) => socket.once("close", () => resolve()));
    socket.on("data", (chunk: Buffer) => {
      for (const bytes of frames.push(chunk)) {
        const body = decodeMessage(bytes, decompress);
        if (body !== undefined) this.#heard.push(body);
      }
      this.#wake();
    });
  }

  /** Speaks on a connection that was accepted. */
  static of(identity: OwnIdentity, socket: TLSSocket): Speaker {
    return new Speaker(identity, socket);
  }

  static dial(address: IpPort, identity = newIdentity()): Promise<Speaker> {
    return new Promise((resolve, reject) => {
      dialTls(identity, address, {
        upgraded: ({ socket }) => resolve(new Speaker(identity, socket)),
        failed: (reason) => reject(new Error(reason)),
      });
    });
  }

  /** Through the handshake: connected on the other side when this resolves. */
  static async connect(address: IpPort, identity = newIdentity()): Promise<Speaker> {
    const speaker = await Speaker.dial(address, identity);
    speaker.handshake();
    speaker.send({ case: "peerList", value: {} });
    await speaker.hears("peerList");
    return speaker;
  }

  /** Sends the handshake of an honest node, with fields replaced. */
  handshake(changes: Partial<HandshakeFields> = {}, terms: HandshakeTerms = localTerms): void {
    const now = nowSeconds(systemEnvironment());
    const own = signIp(this.identity, { ip: "127.0.0.1", port: 9651 }, now);
    const message = handshakeMessage(
      terms,
      own,
      { filter: new Uint8Array([1, ...new Uint8Array(9)]), salt: new Uint8Array() },
      now,
    );
    this.send({ ...message, value: { ...message.value, ...changes } } as OutboundBody);
  }

  send(body: OutboundBody): void {
    this.sendBytes(encodeMessage(body));
  }

  sendBytes(bytes: Uint8Array): void {
    this.#socket.write(bytes);
  }

  /** The next message of a kind that was not asked for before. */
  async hears<Name extends Op>(op: Name): Promise<BodyOf<Name>> {
    for (;;) {
      const at = this.#heard.findIndex((body) => body.case === op);
      if (at >= 0) return this.#heard.splice(at, 1)[0]!.value as BodyOf<Name>;
      if (this.#socket.destroyed) throw new Error(`closed before ${op}`);
      await Promise.race([
        new Promise<void>((resolve) => {
          this.#wake = resolve;
        }),
        this.#closed,
      ]);
    }
  }

  /** How many messages of a kind have come and were not taken. */
  count(op: Op): number {
    return this.#heard.filter((body) => body.case === op).length;
  }

  /** Resolves when the other side has hung up. */
  async isClosed(): Promise<void> {
    await this.#closed;
  }

  /** Reads nothing more. */
  stopReading(): void {
    this.#socket.pause();
  }

  close(): void {
    this.#socket.destroy();
  }
}
