import { type BytesKey, equalBytes, type Id, keyOf, type NodeId } from "../formats/bytes.ts";
import { AddressBook } from "./address-book.ts";
import { AddressExchange } from "./address-exchange.ts";
import type { ChainHandler } from "./chain-handler.ts";
import { Dialer } from "./dialer.ts";
import { nowSeconds } from "./environment.ts";
import { txGossipPayloads } from "./gossip.ts";
import { type OwnSignedIp, signIp } from "./identity/own-identity.ts";
import { answerRequest, isRequest } from "./inbound-requests.ts";
import { formatIpPort, type IpPort } from "./ip-address.ts";
import { defaultLimits, type Limits } from "./limits.ts";
import { type LoadFigures, NetworkLoad } from "./network-load.ts";
import type { PeerNetworkOptions } from "./options.ts";
import { OutboundRequests } from "./outbound-requests.ts";
import type { PeerHost } from "./peer/host.ts";
import { type Connection, Peer } from "./peer/peer.ts";
import { type PeerInfo, peerInfo } from "./peer-info.ts";
import { PeerSet } from "./peer-set.ts";
import { ReceiveRoom } from "./receive-room.ts";
import { RequestRouter } from "./request-router.ts";
import { dialTls, type Listener, listenTls } from "./tls.ts";
import { Traffic, type TrafficFigures } from "./traffic.ts";
import { createDecompressor } from "./wire/decompress.ts";
import type { Body } from "./wire/messages.ts";

/** One node's part in a network of peers: owns sockets, timers and the address book. */
export class PeerNetwork {
  readonly nodeID: NodeId;
  /** Requests to connected peers. */
  readonly requests: OutboundRequests;
  readonly #options: PeerNetworkOptions;
  readonly #limits: Limits;
  readonly #peers: PeerSet;
  readonly #traffic: Traffic;
  readonly #load = new NetworkLoad();
  readonly #receiveRoom: PeerHost<Peer>["receiveRoom"];
  readonly #book: AddressBook;
  readonly #dialer: Dialer;
  readonly #exchange: AddressExchange;
  readonly #router: RequestRouter;
  readonly #host: PeerHost<Peer>;
  readonly #handlers = new Map<BytesKey, ChainHandler>();
  readonly #dialling = new Map<BytesKey, () => void>();
  #listener: Listener | undefined;
  #ownIp: OwnSignedIp | undefined;
  #isClosed = false;

  constructor(options: PeerNetworkOptions) {
    const { environment, identity, knowledge } = options;
    const limits = { ...defaultLimits, ...options.limits };
    const isOfInterest = knowledge.isOfInterest ?? knowledge.isWanted;
    this.#options = options;
    this.#limits = limits;
    this.nodeID = identity.certificate.nodeID;
    this.#peers = new PeerSet(environment, limits);
    this.#traffic = new Traffic(environment.elapsedMs);
    this.#receiveRoom = {
      inbound: new ReceiveRoom(limits.receivingBytesMax, this.#load.receiving),
      outbound: new ReceiveRoom(limits.receivingBytesMax, this.#load.receiving),
    };
    this.#book = new AddressBook(
      environment,
      limits.addressesMax,
      (nodeID) => !equalBytes(nodeID, this.nodeID) && isOfInterest(nodeID),
    );
    this.#router = new RequestRouter(environment);
    this.requests = new OutboundRequests(this.#peers, this.#router, limits.requestTimeoutMs);
    this.#dialer = new Dialer({
      environment,
      limits,
      allowPrivateIPs: options.allowPrivateIPs,
      isPresent: (nodeID) => this.#peers.has(nodeID) || this.#dialling.has(keyOf(nodeID)),
      isWanted: knowledge.isWanted,
      hasRoom: () => this.#peers.hasOutboundRoom,
      dial: (nodeID, address, failed) => this.#dial(nodeID, address, failed),
      refused: (nodeID, address, reason) => options.events.failed?.(nodeID, address, reason),
    });
    this.#exchange = new AddressExchange({
      environment,
      limits,
      book: this.#book,
      peers: this.#peers,
      dialer: this.#dialer,
      isValidator: knowledge.isValidator,
    });
    this.#host = this.#createHost();
  }

  /** Listens if configured, and signs its own address. Rejects if the address cannot be bound. */
  async start(): Promise<void> {
    const { listenAt, publicIP, identity, environment } = this.#options;
    if (listenAt !== undefined) {
      this.#listener = await listenTls(listenAt, {
        identity,
        upgradeTimeoutMs: this.#limits.upgradeTimeoutMs,
        mayUpgrade: (ip) => this.#mayUpgrade(ip),
        upgraded: (connection) => this.#upgraded(connection),
        settled: () => this.#peers.endUpgrade(),
      });
    }
    const address = publicIP ?? this.#listener?.address ?? { ip: "127.0.0.1", port: 9651 };
    this.#ownIp = signIp(identity, address, nowSeconds(environment));
    this.#exchange.start();
  }

  /** Closes all connections; requests that wait reject. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#exchange.stop();
    this.#dialer.stop();
    for (const abandon of [...this.#dialling.values()]) abandon();
    for (const peer of this.#peers.all()) peer.close("closing");
    await this.#listener?.close();
  }

  /** Where peers reach us; undefined if we do not listen. */
  get listeningAt(): IpPort | undefined {
    return this.#listener?.address;
  }

  /** Connects to a node and stays connected: beacons. */
  connect(nodeID: NodeId, address: IpPort): void {
    this.#dialer.track(nodeID, address, true);
  }

  /** Dials those nodes whose addresses are known and that have become wanted. */
  dialWanted(nodeIDs: Iterable<NodeId>): void {
    for (const nodeID of nodeIDs) {
      const claim = this.#book.get(nodeID);
      if (claim !== undefined) this.#dialer.track(nodeID, claim.address, false);
    }
  }

  /** Dials up to `count` of the nodes whose addresses are known, at random: for a node that does not know whom it wants. */
  dialSome(count: number): void {
    for (const { certificate, address } of this.#book.some(count)) {
      this.#dialer.track(certificate.nodeID, address, false);
    }
  }

  /**
   * Disconnects from a node that lied to an upper layer. The next connection to it is opened only after the longest
   * delay.
   */
  disconnect(nodeID: NodeId, reason: string): void {
    this.#peers.get(nodeID)?.close(reason, true);
  }

  /** Answers requests to a chain from now on. */
  handle(chainID: Id, handler: ChainHandler): void {
    this.#handlers.set(keyOf(chainID), handler);
  }

  connectedIDs(): NodeId[] {
    return this.#peers.connected().map(({ nodeID }) => nodeID);
  }

  /** Connected peers. */
  peers(): PeerInfo[] {
    return this.#peers.connected().map(peerInfo);
  }

  peer(nodeID: NodeId): PeerInfo | undefined {
    const peer = this.#peers.get(nodeID);
    return peer?.isConnected === true ? peerInfo(peer) : undefined;
  }

  /** Messages exchanged with all peers. */
  get traffic(): TrafficFigures {
    return this.#traffic;
  }

  /** What requests and limits are busy with. */
  get load(): LoadFigures {
    const { inbound, outbound } = this.#receiveRoom;
    const { handled, bandwidth, handling, receiving, unsent, refusedConnections } = this.#load;
    return {
      ...{ handled, bandwidth, handling, receiving, unsent, refusedConnections },
      openFrames: inbound.held + outbound.held,
      freeBytes: inbound.freeBytes + outbound.freeBytes,
      requests: {
        outstanding: this.#router.outstanding,
        averageLatencyMs: this.#router.averageLatencyMs,
        timeoutMs: this.#limits.requestTimeoutMs,
      },
    };
  }

  /** How many signed addresses of wanted nodes are known. */
  get knownAddresses(): number {
    return this.#book.size;
  }

  /** Sends a payload to those of the nodes that are connected, and returns to how many. */
  gossip(chainID: Id, bytes: Uint8Array, to: readonly NodeId[]): number {
    const value = { chainId: chainID, appBytes: bytes };
    return to.filter((nodeID) => {
      const peer = this.#peers.get(nodeID);
      return peer?.isConnected === true && peer.send({ case: "appGossip", value });
    }).length;
  }

  /**
   * Pushes signed transactions into the mempools of nodes, which do not respond. Returns the number of nodes that it
   * was sent to.
   */
  gossipTxs(chainID: Id, txs: readonly Uint8Array[], to: readonly NodeId[]): number {
    const sent = txGossipPayloads(txs).map((payload) => this.gossip(chainID, payload, to));
    return sent.length === 0 ? 0 : Math.min(...sent);
  }

  #createHost(): PeerHost<Peer> {
    const { environment, terms, knowledge } = this.#options;
    return {
      environment,
      limits: this.#limits,
      terms,
      decompress: createDecompressor(),
      traffic: this.#traffic,
      load: this.#load,
      receiveRoom: this.#receiveRoom,
      ownIp: () => this.#signedIp(),
      knownPeers: () => this.#book.knownPeers(),
      blsKeyOf: knowledge.blsKeyOf,
      uptimePercentOf: knowledge.uptimePercentOf,
      gossipableTo: (nodeID, known) => this.#exchange.gossipableTo(nodeID, known),
      onClaims: (claims) => this.#exchange.learn(claims),
      onIntroduced: (introduction) => this.#options.events.introduced?.(introduction),
      onConnected: (peer) => this.#connected(peer),
      onClosed: (peer, reason, isViolation) => this.#closed(peer, reason, isViolation),
      onMessage: (peer, body) => this.#receive(peer, body),
    };
  }

  #mayUpgrade(ip: string): boolean {
    if (this.#isClosed) return false;
    const mayUpgrade = this.#peers.beginInboundUpgrade(ip);
    if (!mayUpgrade) this.#load.refusedConnections += 1;
    return mayUpgrade;
  }

  #signedIp(): OwnSignedIp {
    if (this.#ownIp === undefined) throw new Error("the network is not started");
    return this.#ownIp;
  }

  #dial(nodeID: NodeId, address: IpPort, failed: () => void): void {
    const key = keyOf(nodeID);
    const { identity, environment, events } = this.#options;
    const end = () => {
      cancelTimeout();
      this.#dialling.delete(key);
      this.#peers.endUpgrade();
    };
    const fail = (reason: string) => {
      events.failed?.(nodeID, address, reason);
      failed();
    };
    this.#peers.beginOutboundUpgrade();
    const abandon = dialTls(identity, address, {
      upgraded: (connection) => {
        end();
        if (equalBytes(connection.certificate.nodeID, nodeID)) {
          if (!this.#upgraded(connection)) failed();
          return;
        }
        connection.socket.destroy();
        fail(`another node answers at ${formatIpPort(address)}`);
      },
      failed: (reason) => {
        end();
        fail(reason);
      },
    });
    const { upgradeTimeoutMs } = this.#limits;
    const cancelTimeout = environment.after(upgradeTimeoutMs, () =>
      abandon(`no response within ${upgradeTimeoutMs / 1000} s`),
    );
    this.#dialling.set(key, () => abandon("closing"));
  }

  /** Begins the handshake. Returns false if the node is this one or is already connected. */
  #upgraded(connection: Connection): boolean {
    const { nodeID } = connection.certificate;
    const isUnwelcome = this.#isClosed || this.#ownIp === undefined;
    if (isUnwelcome || equalBytes(nodeID, this.nodeID) || this.#peers.has(nodeID)) {
      connection.socket.on("error", () => {});
      connection.socket.destroy();
      return false;
    }
    const peer = new Peer(connection, this.#host);
    this.#peers.add(peer);
    peer.start();
    return true;
  }

  #connected(peer: Peer): void {
    this.#dialer.connected(peer.nodeID);
    this.#exchange.learnFrom(peer);
    this.#options.events.connected?.(peerInfo(peer));
  }

  #closed(peer: Peer, reason: string, isViolation: boolean): void {
    const { events } = this.#options;
    this.#peers.delete(peer);
    this.#router.failAll(peer.nodeID);
    this.#dialer.disconnected(peer.nodeID, isViolation);
    if (peer.isConnected) events.disconnected?.(peerInfo(peer), reason);
    else events.failed?.(peer.nodeID, peer.connection.remote, reason);
  }

  #receive(peer: Peer, body: Body): boolean {
    if (!("chainId" in body.value)) return this.#router.settle(peer.nodeID, body);
    const { chainId } = body.value;
    const handler = this.#handlers.get(keyOf(chainId));
    const begin = handler && (() => this.#load.begin(chainId, body.case));
    if (isRequest(body)) {
      const { environment, events } = this.#options;
      answerRequest(body, handler, peer, environment, (error) => events.fault?.(error), begin);
      return false;
    }
    const handled = begin?.();
    try {
      if (body.case !== "appGossip") return this.#router.settle(peer.nodeID, body);
      handler?.appGossip?.(body.value.appBytes, peer.nodeID);
      return false;
    } finally {
      handled?.();
    }
  }
}
