import { randomFillSync } from "node:crypto";
import { endianness } from "node:os";

/** Where the lower half of a 64-bit integer is among its two words. */
const low = endianness() === "LE" ? 0 : 1;
const wordBits = 32n;
const allBits = 0xffff_ffff;
/** One call for many: a call costs more than its bytes. */
const wordsAtOnce = 8_192;

/**
 * Fills the array with random integers from 0 to one below the bound, at most 2^64, each equally likely. In two words each,
 * because arithmetic with bigints takes ten times as long.
 */
export function fillRandomBelow(integers: BigUint64Array, bound: bigint): void {
  const greatest = bound - 1n;
  const greatestHigh = Number(greatest >> wordBits);
  const greatestLow = Number(BigInt.asUintN(32, greatest));
  const highMask = maskOf(greatestHigh);
  const lowMask = greatestHigh === 0 ? maskOf(greatestLow) : allBits;
  const words = new Uint32Array(integers.buffer, integers.byteOffset, 2 * integers.length);
  const random = new Uint32Array(Math.min(wordsAtOnce, 4 * integers.length));
  let next = random.length;
  for (let at = 0; at < words.length; ) {
    if (next === random.length) {
      randomFillSync(random);
      next = 0;
    }
    const highWord = (random[next]! & highMask) >>> 0;
    const lowWord = (random[next + 1]! & lowMask) >>> 0;
    next += 2;
    // Drawn again: with the masks, fewer than half are too great.
    if (highWord > greatestHigh) continue;
    if (highWord === greatestHigh && lowWord > greatestLow) continue;
    words[at + 1 - low] = highWord;
    words[at + low] = lowWord;
    at += 2;
  }
}

/** All bits up to the highest that is set. */
function maskOf(word: number): number {
  return word === 0 ? 0 : allBits >>> Math.clz32(word);
}
