import { equalBytes, type NodeId } from "../formats/bytes.ts";
import type { AddressBook } from "./address-book.ts";
import type { Dialer } from "./dialer.ts";
import { type Environment, sample } from "./environment.ts";
import type { ClaimedIp } from "./identity/signed-ip.ts";
import type { Limits } from "./limits.ts";
import type { KnownPeers } from "./peer/handshake.ts";
import type { Peer } from "./peer/peer.ts";
import { isKnown } from "./peer/peer-list.ts";
import type { PeerSet } from "./peer-set.ts";

/** What an exchange works on. */
type Parts = {
  readonly environment: Environment;
  readonly limits: Limits;
  readonly book: AddressBook;
  readonly peers: PeerSet;
  readonly dialer: Dialer;
  readonly isValidator: (nodeID: NodeId) => boolean;
};

/** How many claims are looked up in a peer's filter for each one sent. The filter is the peer's: a lookup takes up to 20 us. */
const lookupsPerClaim = 8;

/** Learns addresses from peers and passes those of connected validators on. avalanchego network/ip_tracker.go @ v1.14.2 */
export class AddressExchange {
  readonly #parts: Parts;
  #delayMs: number;
  #cancel: () => void = () => {};

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#delayMs = parts.limits.peerListIntervalMinMs;
  }

  /** Asks a random peer from time to time, less often while nothing new comes. */
  start(): void {
    const { environment, limits, book, peers } = this.#parts;
    this.#cancel = environment.after(this.#delayMs, () => {
      const [peer] = sample(peers.connected(), 1, environment.random);
      this.#delayMs = Math.min(2 * this.#delayMs, limits.peerListIntervalMaxMs);
      peer?.send({ case: "getPeerList", value: { knownPeers: book.knownPeers() } });
      this.start();
    });
  }

  stop(): void {
    this.#cancel();
  }

  /** Keeps what is new and dials it. Throws ProtocolError for a bad signature. */
  learn(claims: readonly ClaimedIp[]): void {
    const { book, dialer, limits } = this.#parts;
    for (const claim of claims) {
      if (!book.add(claim)) continue;
      this.#delayMs = limits.peerListIntervalMinMs;
      dialer.track(claim.certificate.nodeID, claim.address, false);
    }
  }

  /** Keeps the address that a peer claims in its handshake. */
  learnFrom(peer: Peer): void {
    const claim = claimOf(peer);
    if (claim !== undefined) this.#parts.book.add(claim);
  }

  /** Up to 15 connected validators at their newest address, without those that the asker knows and itself. */
  gossipableTo(asker: NodeId, known: KnownPeers): ClaimedIp[] {
    const { peers, isValidator, limits, environment } = this.#parts;
    const validators = peers.connected().filter(({ nodeID }) => {
      return !equalBytes(nodeID, asker) && isValidator(nodeID);
    });
    const candidates = sample(
      validators,
      lookupsPerClaim * limits.peerListSize,
      environment.random,
    );
    const claims = candidates.map(claimOf).filter((claim) => claim !== undefined);
    const news = claims.filter((claim) => !this.#isOutdated(claim) && !isKnown(known, claim));
    return news.slice(0, limits.peerListSize);
  }

  #isOutdated({ certificate, timestamp }: ClaimedIp): boolean {
    const newest = this.#parts.book.get(certificate.nodeID);
    return newest !== undefined && newest.timestamp > timestamp;
  }
}

function claimOf({ connection, handshake }: Peer): ClaimedIp | undefined {
  return handshake && { ...handshake.signedIp, certificate: connection.certificate };
}
