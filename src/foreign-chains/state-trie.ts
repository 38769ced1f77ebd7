import { encode } from "@ethereumjs/rlp";
import { keccak256 } from "../crypto/hash.ts";
import { keyOf } from "../formats/bytes.ts";

/** A byte string or a list of items, as RLP encodes them. */
type RlpItem = Uint8Array | RlpItem[];

/** The nibbles of a key, and its value. */
type Entry = { readonly nibbles: readonly number[]; readonly value: Uint8Array };

const empty = new Uint8Array();

/** Root of an empty trie. */
export const emptyTrieRoot = (): Uint8Array => keccak256(encode(empty));

/**
 * Root of a Merkle Patricia trie whose keys are hashed first. Of entries with the same key, the last one counts.
 * Ethereum Yellow Paper, appendix D
 */
export function trieRoot(
  entries: readonly (readonly [key: Uint8Array, value: Uint8Array])[],
): Uint8Array {
  const byKey = new Map(entries.map(([key, value]) => [keyOf(key), { key, value }]));
  const hashed = [...byKey.values()].map(({ key, value }) => ({
    nibbles: nibblesOf(keccak256(key)),
    value,
  }));
  return keccak256(encode(node(hashed, 0)));
}

/** The same for keys that are not hashed. No key may be the beginning of another one. */
export function plainTrieRoot(
  entries: readonly (readonly [key: Uint8Array, value: Uint8Array])[],
): Uint8Array {
  const plain = entries.map(([key, value]) => ({ nibbles: nibblesOf(key), value }));
  return keccak256(encode(node(plain, 0)));
}

/** The node for entries that share all nibbles before `depth`, and differ in a later one. */
function node(entries: readonly Entry[], depth: number): RlpItem {
  const [first] = entries;
  if (first === undefined) return empty;
  if (entries.length === 1) return [path(first.nibbles.slice(depth), true), first.value];
  let end = depth;
  while (entries.every(({ nibbles }) => nibbles[end] === first.nibbles[end])) end++;
  if (end > depth) return [path(first.nibbles.slice(depth, end), false), reference(entries, end)];
  const branches = Array.from({ length: 16 }, (_, nibble) =>
    reference(
      entries.filter(({ nibbles }) => nibbles[depth] === nibble),
      depth + 1,
    ),
  );
  return [...branches, empty];
}

/** How a node refers to its child: the child itself if its encoding is shorter than 32 bytes, else the hash. */
function reference(entries: readonly Entry[], depth: number): RlpItem {
  const child = node(entries, depth);
  if (child instanceof Uint8Array) return child;
  const encoded = encode(child);
  return encoded.length < 32 ? child : keccak256(encoded);
}

function path(nibbles: readonly number[], isLeaf: boolean): Uint8Array {
  const flag = isLeaf ? 2 : 0;
  const all = nibbles.length % 2 === 1 ? [flag + 1, ...nibbles] : [flag, 0, ...nibbles];
  return Uint8Array.from({ length: all.length / 2 }, (_, i) => all[2 * i]! * 16 + all[2 * i + 1]!);
}

function nibblesOf(bytes: Uint8Array): number[] {
  return [...bytes].flatMap((byte) => [byte >> 4, byte & 15]);
}
