import { type BytesKey, keyOf, type NodeId } from "../formats/bytes.ts";
import { addToBloom, type BloomFilter, createBloomFilter, formatBloom } from "./bloom.ts";
import { type Environment, nowSeconds, sample } from "./environment.ts";
import { type ClaimedIp, checkSignedIp, gossipKey } from "./identity/signed-ip.ts";

/** The newest signed address of each node that we want to know. avalanchego network/ip_tracker.go @ v1.14.2 */
export class AddressBook {
  readonly #environment: Environment;
  readonly #isWanted: (nodeID: NodeId) => boolean;
  readonly #sizeMax: number;
  readonly #claims = new Map<BytesKey, ClaimedIp>();
  #known:
    | { readonly filter: BloomFilter; readonly salt: Uint8Array; readonly room: number }
    | undefined;
  #knownCount = 0;
  #knownSinceMs = 0;

  constructor(environment: Environment, sizeMax: number, isWanted: (nodeID: NodeId) => boolean) {
    this.#environment = environment;
    this.#sizeMax = sizeMax;
    this.#isWanted = isWanted;
  }

  get size(): number {
    return this.#claims.size;
  }

  get(nodeID: NodeId): ClaimedIp | undefined {
    return this.#claims.get(keyOf(nodeID));
  }

  /** Up to `count` claims at random. */
  some(count: number): readonly ClaimedIp[] {
    return sample([...this.#claims.values()], count, this.#environment.random);
  }

  /**
   * Keeps a claim if it is wanted and newer than what is there; true then. The signature is checked only in that case, and
   * a bad one throws ProtocolError.
   */
  add(claim: ClaimedIp): boolean {
    const { certificate, timestamp } = claim;
    const key = keyOf(certificate.nodeID);
    const present = this.#claims.get(key);
    if (present !== undefined && present.timestamp >= timestamp) return false;
    if (!this.#isWanted(certificate.nodeID)) return false;
    checkSignedIp(claim, certificate, nowSeconds(this.#environment));
    if (present === undefined && !this.#makeRoom()) return false;
    this.#claims.set(key, claim);
    this.#addKnown(claim);
    return true;
  }

  /** The filter of what is here, for peers to leave out. Its salt changes every minute. */
  knownPeers(): { readonly filter: Uint8Array; readonly salt: Uint8Array } {
    const isOld = this.#environment.elapsedMs() - this.#knownSinceMs >= filterLifetimeMs;
    if (this.#known === undefined || isOld) this.#known = this.#makeFilter();
    return { filter: formatBloom(this.#known.filter), salt: this.#known.salt };
  }

  #addKnown(claim: ClaimedIp): void {
    if (this.#known === undefined) return;
    const { filter, salt, room } = this.#known;
    this.#knownCount += 1;
    if (this.#knownCount > room) this.#known = undefined;
    else addToBloom(filter, gossipKey(claim.certificate.nodeID, claim.timestamp), salt);
  }

  #makeFilter(): {
    readonly filter: BloomFilter;
    readonly salt: Uint8Array;
    readonly room: number;
  } {
    const { randomBytes, elapsedMs } = this.#environment;
    const room = Math.max(minimumRoom, 2 * this.#claims.size);
    const filter = createBloomFilter(room, falsePositives, randomBytes);
    const salt = randomBytes(saltBytes);
    for (const { certificate, timestamp } of this.#claims.values()) {
      addToBloom(filter, gossipKey(certificate.nodeID, timestamp), salt);
    }
    this.#knownCount = this.#claims.size;
    this.#knownSinceMs = elapsedMs();
    return { filter, salt, room };
  }

  /** Drops the claim of a node that is no longer wanted if the book is full; false if all are wanted. */
  #makeRoom(): boolean {
    if (this.#claims.size < this.#sizeMax) return true;
    for (const [key, { certificate }] of this.#claims) {
      if (!this.#isWanted(certificate.nodeID)) return this.#claims.delete(key);
    }
    return false;
  }
}

const filterLifetimeMs = 60_000;
const minimumRoom = 128;
const falsePositives = 0.001;
const saltBytes = 32;
