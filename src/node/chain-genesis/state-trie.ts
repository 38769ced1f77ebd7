import { keccak256 } from "../../crypto/hash.ts";
import { encodeRlp, type RlpItem } from "./rlp.ts";

/** A key's half bytes and its value. */
type Entry = { readonly nibbles: readonly number[]; readonly value: Uint8Array };

const empty = new Uint8Array();

/** Root of a trie without entries. */
export const emptyTrieRoot = (): Uint8Array => keccak256(encodeRlp(empty));

/** Root of the trie of values under the hashes of their keys. Ethereum yellow paper, appendix D */
export function trieRoot(
  entries: readonly (readonly [key: Uint8Array, value: Uint8Array])[],
): Uint8Array {
  const hashed = entries.map(([key, value]) => ({ nibbles: nibblesOf(keccak256(key)), value }));
  return keccak256(encodeRlp(node(hashed, 0)));
}

/** The node over entries that agree in all half bytes before `depth`. */
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

/** A node within another: itself where it is short, else its hash. */
function reference(entries: readonly Entry[], depth: number): RlpItem {
  const child = node(entries, depth);
  if (child instanceof Uint8Array) return child;
  const encoded = encodeRlp(child);
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
