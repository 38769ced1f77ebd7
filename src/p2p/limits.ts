/** How much a node does and takes. Those towards others stay below what AvalancheGo throttles; p2p constants of v1.14.2. */
export type Limits = {
  /** Peers that dialled us, at most. */
  readonly inboundPeersMax: number;
  /** Peers that we keep connected by dialling; those connected by hand do not count. */
  readonly outboundPeersMax: number;
  /** Connections in TLS or the handshake at a time, both directions together. */
  readonly upgradesMax: number;
  /** Between two connections from one IP or to one IP; loopback is exempt. */
  readonly upgradeCooldownMs: number;
  readonly upgradeTimeoutMs: number;
  readonly handshakeTimeoutMs: number;
  readonly dialsPerSecond: number;
  readonly backOffMinMs: number;
  readonly backOffMaxMs: number;
  readonly pingIntervalMs: number;
  readonly readTimeoutMs: number;
  /** Bytes waiting in a peer's socket; messages beyond are dropped. */
  readonly queuedBytesMax: number;
  /** Unsolicited traffic of one peer: beyond the burst, reading pauses. */
  readonly inboundBytesPerSecond: number;
  readonly inboundBytesBurst: number;
  /** Memory of the frames that are being received, over all peers that dialled us, and over all that we dialled. */
  readonly receivingBytesMax: number;
  readonly inboundMessagesPerSecond: number;
  readonly inboundMessagesBurst: number;
  /**
   * Messages in a row that nobody can read. AvalancheGo skips any number; a peer that sends nothing else answers nothing
   * either, and without a connection no request waits for it.
   */
  readonly malformedMessagesMax: number;
  /** Requests of one peer that are being answered; beyond, reading pauses. */
  readonly inboundRequestsMax: number;
  readonly requestTimeoutMs: number;
  /** First and longest pause between two GetPeerList; it doubles while nothing new comes. */
  readonly peerListIntervalMinMs: number;
  readonly peerListIntervalMaxMs: number;
  readonly peerListSize: number;
  /** Lists that are read from one peer or made for it: the signatures and filters of more of them would take too long. */
  readonly peerListsPerSecond: number;
  readonly peerListsBurst: number;
  /** Addresses that we keep; those of nodes that nobody wants go first. */
  readonly addressesMax: number;
};

export const defaultLimits: Limits = {
  inboundPeersMax: 256,
  outboundPeersMax: 2048,
  upgradesMax: 64,
  upgradeCooldownMs: 10_000,
  upgradeTimeoutMs: 15_000,
  handshakeTimeoutMs: 30_000,
  dialsPerSecond: 50,
  backOffMinMs: 1_000,
  backOffMaxMs: 60_000,
  pingIntervalMs: 22_500,
  readTimeoutMs: 30_000,
  queuedBytesMax: 2 * 1024 * 1024,
  inboundBytesPerSecond: 512 * 1024,
  inboundBytesBurst: 4 * 1024 * 1024,
  receivingBytesMax: 48 * 1024 * 1024,
  inboundMessagesPerSecond: 200,
  inboundMessagesBurst: 1_024,
  malformedMessagesMax: 4,
  inboundRequestsMax: 64,
  requestTimeoutMs: 10_000,
  peerListIntervalMinMs: 2_000,
  peerListIntervalMaxMs: 60_000,
  peerListSize: 15,
  peerListsPerSecond: 1,
  peerListsBurst: 8,
  addressesMax: 4_096,
};
