/** A generator of numbers in [0, 1) that starts over with its seed: mulberry32. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The bytes with one thing broken: a bit, a number, a length, a piece that is missing, doubled or exchanged. */
export function mutate(bytes: Uint8Array, random: () => number): Uint8Array {
  const below = (bound: number) => Math.floor(random() * bound);
  const at = below(bytes.length);
  const copy = Uint8Array.from(bytes);
  switch (below(8)) {
    case 0:
    case 1:
    case 2:
      copy[at]! ^= 1 << below(8);
      return copy;
    case 3:
      // An extreme number: a length, a type ID, an amount that overflows.
      copy.fill(random() < 0.5 ? 0xff : 0, at, at + [1, 2, 4, 8][below(4)]!);
      return copy;
    case 4:
      return copy.subarray(0, at);
    case 5:
      return joined(copy.subarray(0, at), copy.subarray(at + 1 + below(40)));
    case 6:
      return joined(copy.subarray(0, at), copy.subarray(Math.max(0, at - 1 - below(80))));
    default: {
      const length = 1 + below(40);
      const other = below(bytes.length);
      copy.set(bytes.subarray(at, Math.min(at + length, bytes.length - other + at)), other);
      return copy;
    }
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  return new Uint8Array(Buffer.concat([a, b]));
}
