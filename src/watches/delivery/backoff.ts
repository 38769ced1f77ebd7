const firstMs = 1_000;
const maxMs = 10 * 60 * 1_000;
/** Doubling more often would exceed the maximum. */
const doublingsMax = 10;

/**
 * How long to wait after a number of failed attempts: 1 s, doubling up to 10 min. `random`, from 0 to 1, takes up to a quarter off, so
 * that watches of one target do not come back together.
 */
export function backoffMs(failures: number, random: number): number {
  const ms = Math.min(maxMs, firstMs * 2 ** Math.min(failures - 1, doublingsMax));
  return Math.round(ms * (1 - random / 4));
}
