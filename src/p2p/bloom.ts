import { sha256 } from "../crypto/hash.ts";
import { concatBytes } from "../formats/bytes.ts";
import { ProtocolError } from "./protocol-error.ts";

/** A bloom filter in AvalancheGo's form: seeds of its hashes, and bytes of bits. utils/bloom/filter.go @ v1.14.2 */
export type BloomFilter = { readonly seeds: readonly bigint[]; readonly bits: Uint8Array };

/** Of what a peer may send. utils/bloom/filter.go, network/peer/peer.go @ v1.14.2 */
export const maxSaltBytes = 32;
const maxHashes = 16;

/** Contains nothing. */
export const emptyBloomFilter: BloomFilter = { seeds: [0n], bits: new Uint8Array(1) };

/** An empty filter for `count` members, of which `falsePositives` (0 to 1) of all others seem to be. */
export function createBloomFilter(
  count: number,
  falsePositives: number,
  randomBytes: (length: number) => Uint8Array,
): BloomFilter {
  const bits = -count * Math.log(falsePositives);
  const size = Math.max(1, Math.floor((bits / Math.LN2 ** 2 + 7) / 8));
  const hashes = Math.ceil((size * 8 * Math.LN2) / Math.max(1, count));
  const seeds = Array.from({ length: Math.min(maxHashes, Math.max(1, hashes)) }, () =>
    u64(randomBytes(8)),
  );
  return { seeds, bits: new Uint8Array(size) };
}

export function addToBloom(filter: BloomFilter, key: Uint8Array, salt: Uint8Array): void {
  for (const at of positions(filter, key, salt)) filter.bits[at >> 3]! |= 1 << (at & 7);
}

export function bloomContains(filter: BloomFilter, key: Uint8Array, salt: Uint8Array): boolean {
  return positions(filter, key, salt).every((at) => (filter.bits[at >> 3]! >> (at & 7)) & 1);
}

export function formatBloom({ seeds, bits }: BloomFilter): Uint8Array {
  const head = new Uint8Array(1 + 8 * seeds.length);
  head[0] = seeds.length;
  const view = new DataView(head.buffer);
  for (const [at, seed] of seeds.entries()) view.setBigUint64(1 + 8 * at, seed);
  return concatBytes(head, bits);
}

/** Throws ProtocolError. utils/bloom/read_filter.go Parse @ v1.14.2 */
export function parseBloom(bytes: Uint8Array): BloomFilter {
  const hashes = bytes[0] ?? 0;
  if (hashes < 1 || hashes > maxHashes) throw new ProtocolError(`bloom filter: ${hashes} hashes`);
  const bitsAt = 1 + 8 * hashes;
  if (bytes.length <= bitsAt) throw new ProtocolError("bloom filter: too few entries");
  const seeds = Array.from({ length: hashes }, (_, at) => u64(bytes.subarray(1 + 8 * at)));
  return { seeds, bits: bytes.slice(bitsAt) };
}

function positions(filter: BloomFilter, key: Uint8Array, salt: Uint8Array): number[] {
  const size = BigInt(filter.bits.length * 8);
  let hash = u64(sha256(concatBytes(key, salt)));
  return filter.seeds.map((seed) => {
    hash = BigInt.asUintN(64, (hash << 17n) | (hash >> 47n)) ^ seed;
    return Number(hash % size);
  });
}

function u64(bytes: Uint8Array): bigint {
  return new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0);
}
