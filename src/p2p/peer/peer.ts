import type { TLSSocket } from "node:tls";
import type { NodeId } from "../../formats/bytes.ts";
import { nowSeconds } from "../environment.ts";
import type { PeerCertificate } from "../identity/certificate.ts";
import type { IpPort } from "../ip-address.ts";
import { ProtocolError } from "../protocol-error.ts";
import type { ReceiveRoom } from "../receive-room.ts";
import { TokenBucket } from "../token-bucket.ts";
import type { Compression } from "../traffic.ts";
import { formatVersion, isCompatible } from "../versions.ts";
import { FrameReader, prefixBytes } from "../wire/frames.ts";
import {
  type Body,
  type BodyOf,
  decodeMessage,
  encodeMessage,
  MalformedMessage,
  type OutboundBody,
} from "../wire/messages.ts";
import {
  claimedVersion,
  handshakeMessage,
  type PeerHandshake,
  readHandshake,
  readKnownPeers,
} from "./handshake.ts";
import type { PeerHost } from "./host.ts";
import { peerListMessage, readPeerList } from "./peer-list.ts";
import { ReadDeadline } from "./read-deadline.ts";

/** An upgraded connection: TLS is done and the certificate is read. */
export type Connection = {
  readonly socket: TLSSocket;
  readonly certificate: PeerCertificate;
  readonly remote: IpPort;
  readonly isInbound: boolean;
};

/**
 * One connection from its first frame to its end. Handles handshake, ping and pong, and peer lists, and passes
 * everything else to the host.
 */
export class Peer {
  readonly connection: Connection;
  readonly nodeID: NodeId;
  readonly connectedMs: number;
  lastSentMs: number;
  lastReceivedMs: number;
  /** What the peer observed of us, in percent, by its last ping. */
  observedUptimePercent = 0;
  /** From our last answered ping to its pong; undefined until the first. */
  roundTripMs: number | undefined;
  malformedMessages = 0;
  #malformedInARow = 0;
  handshake: PeerHandshake | undefined;
  isConnected = false;
  readonly #host: PeerHost<Peer>;
  readonly #frames = new FrameReader();
  readonly #bytes: TokenBucket;
  readonly #messages: TokenBucket;
  readonly #peerLists: TokenBucket;
  readonly #deadline: ReadDeadline;
  #pingSentMs: number | undefined;
  #flushedMs: number;
  #requests = 0;
  #fullSinceMs = 0;
  #pauses = 0;
  #lacksRoom = false;
  #cancelPing: () => void = () => {};
  #closed = false;
  readonly #room: ReceiveRoom<Peer>;
  /** The read deadline keeps running, so that a peer that never completes its frame is disconnected. */
  readonly #flow = {
    pause: () => {
      this.#lacksRoom = true;
      this.connection.socket.pause();
    },
    resume: () => {
      this.#lacksRoom = false;
      if (this.#pauses === 0 && !this.#closed) this.connection.socket.resume();
    },
  };

  constructor(connection: Connection, host: PeerHost<Peer>) {
    const { environment, limits } = host;
    const now = environment.elapsedMs();
    this.connection = connection;
    this.nodeID = connection.certificate.nodeID;
    this.connectedMs = this.lastSentMs = this.lastReceivedMs = environment.nowMs();
    this.#flushedMs = now;
    this.#host = host;
    this.#room = host.receiveRoom[connection.isInbound ? "inbound" : "outbound"];
    this.#bytes = new TokenBucket(limits.inboundBytesPerSecond, limits.inboundBytesBurst, now);
    this.#messages = new TokenBucket(
      limits.inboundMessagesPerSecond,
      limits.inboundMessagesBurst,
      now,
    );
    this.#peerLists = new TokenBucket(limits.peerListsPerSecond, limits.peerListsBurst, now);
    this.#deadline = new ReadDeadline(environment, limits.readTimeoutMs, (reason) =>
      this.close(reason),
    );
  }

  /** Sends our handshake and begins to read. */
  start(): void {
    const { environment, limits, terms, ownIp, knownPeers } = this.#host;
    const { socket } = this.connection;
    socket.setNoDelay(true);
    socket.on("error", (error) => this.close(error.message));
    socket.on("close", () => this.close("connection closed by the peer"));
    socket.on("data", (chunk: Buffer) => this.#read(chunk));
    this.send(handshakeMessage(terms, ownIp(), knownPeers(), nowSeconds(environment)));
    this.#deadline.reset();
    environment.after(limits.handshakeTimeoutMs, () => {
      if (!this.isConnected) this.close("handshake timed out");
    });
    this.#schedulePing();
  }

  /** Returns false if the message is dropped, because too many messages wait for this peer or the connection is closed. */
  send(body: OutboundBody): boolean {
    if (this.#closed) return false;
    const frame = encodeMessage(body);
    const { socket } = this.connection;
    const { limits, traffic, load } = this.#host;
    // One large message is always sent to a peer that has read all before it.
    const isFull = socket.writableLength + frame.length > limits.queuedBytesMax;
    if (isFull && socket.writableLength > 0) {
      traffic.countDropped(body.case);
      return false;
    }
    traffic.countSent(body.case, frame.length);
    load.unsent += 1;
    // Called once, also if the connection ends before.
    socket.write(frame, () => {
      load.unsent -= 1;
      this.#flushedMs = this.#host.environment.elapsedMs();
    });
    this.lastSentMs = this.#host.environment.nowMs();
    return true;
  }

  /** Idempotent; the reason of the first call counts. */
  close(reason: string, isViolation = false): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#cancelPing();
    this.#deadline.stop();
    this.connection.socket.destroy();
    this.#room.hold(this, 0, this.#flow);
    this.#host.onClosed(this, reason, isViolation);
  }

  /** Reading pauses while too many requests of the peer are being answered. */
  beginRequest(): void {
    const { limits, load, environment } = this.#host;
    this.#requests += 1;
    load.handling.acquired += 1;
    if (this.#requests !== limits.inboundRequestsMax) return;
    this.#fullSinceMs = environment.elapsedMs();
    load.handling.begin();
    this.#pause();
  }

  endRequest(): void {
    const { limits, load, environment } = this.#host;
    if (this.#requests === limits.inboundRequestsMax) {
      load.handling.end(environment.elapsedMs() - this.#fullSinceMs);
      this.#resume();
    }
    this.#requests -= 1;
  }

  #read(chunk: Uint8Array): void {
    let unsolicitedBytes = 0;
    let unsolicitedMessages = 0;
    try {
      for (const bytes of this.#frames.push(chunk)) {
        if (this.#closed) return;
        this.#deadline.reset();
        if (this.#handleBytes(bytes)) continue;
        unsolicitedBytes += bytes.length;
        unsolicitedMessages += 1;
      }
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.close(error.message, true);
      return;
    }
    if (this.#closed) return;
    if (this.#frames.isInsideFrame) this.#deadline.enterFrame();
    this.#room.hold(this, this.#frames.allocatedBytes, this.#flow);
    this.#throttle(unsolicitedBytes, unsolicitedMessages);
  }

  #throttle(bytes: number, messages: number): void {
    const { environment, load } = this.#host;
    const now = environment.elapsedMs();
    const delayMs = Math.max(this.#bytes.take(bytes, now), this.#messages.take(messages, now));
    load.bandwidth.acquired += messages;
    if (delayMs === 0) return;
    load.bandwidth.begin();
    this.#pause();
    environment.after(delayMs, () => {
      load.bandwidth.end(delayMs);
      this.#resume();
    });
  }

  /** True for a reply that we asked for: those are not throttled. */
  #handleBytes(bytes: Uint8Array): boolean {
    let body: Body | undefined;
    let compression: Compression | undefined;
    try {
      body = decodeMessage(bytes, this.#host.decompress, (found) => {
        compression = found;
      });
    } catch (error) {
      if (!(error instanceof MalformedMessage)) throw error;
      this.malformedMessages += 1;
      this.#malformedInARow += 1;
      this.#host.traffic.countMalformed();
      if (this.#malformedInARow > this.#host.limits.malformedMessagesMax) {
        throw new ProtocolError(`${this.#malformedInARow} malformed messages in a row`);
      }
      return false;
    }
    this.#malformedInARow = 0;
    this.lastReceivedMs = this.#host.environment.nowMs();
    if (body === undefined) return false;
    this.#host.traffic.countReceived(body.case, prefixBytes + bytes.length, compression);
    return this.#handle(body);
  }

  #handle(body: Body): boolean {
    switch (body.case) {
      case "ping":
        this.#handlePing(body.value);
        return false;
      case "pong":
        this.#handlePong();
        return false;
      case "handshake":
        this.#handleHandshake(body.value);
        return false;
      case "getPeerList":
        this.#handleGetPeerList(body.value);
        return false;
      case "peerList":
        this.#handlePeerList(body.value);
        return false;
      default:
        return this.isConnected && this.#host.onMessage(this, body);
    }
  }

  #handlePing({ uptimePercent }: BodyOf<"ping">): void {
    if (uptimePercent > 100) throw new ProtocolError(`ping: uptime of ${uptimePercent} %`);
    this.observedUptimePercent = uptimePercent;
    this.send({ case: "pong", value: {} });
  }

  #handlePong(): void {
    if (this.#pingSentMs === undefined) throw new ProtocolError("pong without a ping");
    this.roundTripMs = this.#host.environment.elapsedMs() - this.#pingSentMs;
    this.#pingSentMs = undefined;
  }

  #handleHandshake(message: BodyOf<"handshake">): void {
    if (this.handshake !== undefined) throw new ProtocolError("second handshake");
    const { environment, terms, blsKeyOf, gossipableTo } = this.#host;
    const { certificate } = this.connection;
    const blsKey = blsKeyOf(this.nodeID);
    this.#introduce(message);
    this.handshake = readHandshake(message, certificate, terms, nowSeconds(environment), blsKey);
    this.send(peerListMessage(gossipableTo(this.nodeID, this.handshake.knownPeers)));
  }

  /** Before the checks: a node that does not know an upgrade of its peers fails one of them, or they hang up. */
  #introduce({ networkId, client, upgradeTime, myTime }: BodyOf<"handshake">): void {
    const { environment, terms, onIntroduced } = this.#host;
    if (networkId !== terms.networkID) return;
    const version = formatVersion(claimedVersion(client));
    const clockAheadSeconds = myTime - nowSeconds(environment);
    onIntroduced({ nodeID: this.nodeID, version, upgradeTime, clockAheadSeconds });
  }

  #handleGetPeerList({ knownPeers }: BodyOf<"getPeerList">): void {
    if (!this.isConnected || !this.#mayHandleList()) return;
    const known = readKnownPeers(
      knownPeers ?? { filter: new Uint8Array(), salt: new Uint8Array() },
    );
    const claims = this.#host.gossipableTo(this.nodeID, known);
    if (claims.length > 0) this.send(peerListMessage(claims));
  }

  /** The first list after the handshake completes it; a list before the handshake is ignored. */
  #handlePeerList(message: BodyOf<"peerList">): void {
    if (this.handshake === undefined) return;
    if (!this.isConnected) {
      this.isConnected = true;
      this.#host.onConnected(this);
    }
    if (!this.#mayHandleList()) return;
    this.#host.onClaims(readPeerList(message));
  }

  #mayHandleList(): boolean {
    return this.#peerLists.take(1, this.#host.environment.elapsedMs()) === 0;
  }

  #schedulePing(): void {
    const { environment, limits } = this.#host;
    this.#cancelPing = environment.after(limits.pingIntervalMs, () => {
      this.#ping();
      if (!this.#closed) this.#schedulePing();
    });
  }

  #ping(): void {
    const { environment, limits, terms, uptimePercentOf } = this.#host;
    const version = this.handshake?.version;
    if (version && !isCompatible(terms.compatibility, version, nowSeconds(environment))) {
      this.close("version is no longer compatible", true);
      return;
    }
    const now = environment.elapsedMs();
    const isStuck = this.connection.socket.writableLength > 0;
    if (isStuck && now - this.#flushedMs > limits.readTimeoutMs) {
      this.close("peer does not read");
      return;
    }
    // A second ping while one is outstanding would cause two pongs, and peers disconnect after an unexpected pong.
    if (this.#pingSentMs !== undefined) return;
    this.#pingSentMs = now;
    const uptimePercent = Math.min(100, Math.max(0, Math.floor(uptimePercentOf(this.nodeID))));
    this.send({ case: "ping", value: { uptimePercent } });
  }

  #pause(): void {
    this.#pauses += 1;
    this.connection.socket.pause();
    this.#deadline.stop();
  }

  #resume(): void {
    this.#pauses -= 1;
    if (this.#pauses > 0 || this.#closed) return;
    this.#deadline.reset();
    if (!this.#lacksRoom) this.connection.socket.resume();
  }
}
