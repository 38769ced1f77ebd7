/**
 * Draws `count` units of weight without replacement. Returns the indices of the weights that the units belong to, or
 * undefined if there are fewer units than `count`. `randomBelow` returns an integer from 0 to one below its argument.
 * avalanchego utils/sampler @ v1.12.1
 */
export function sampleByWeight(
  weights: readonly bigint[],
  count: number,
  randomBelow: (bound: bigint) => bigint,
): number[] | undefined {
  const ends = cumulated(weights);
  const total = ends.at(-1) ?? 0n;
  if (BigInt(count) > total) return undefined;
  // Floyd's algorithm for distinct units: each subset is equally likely.
  const units = new Set<bigint>();
  for (let bound = total - BigInt(count); bound < total; bound++) {
    const unit = randomBelow(bound + 1n);
    units.add(units.has(unit) ? bound : unit);
  }
  return Array.from(units, (unit) => indexOfUnit(ends, unit));
}

function cumulated(weights: readonly bigint[]): bigint[] {
  let sum = 0n;
  return weights.map((weight) => (sum += weight));
}

/** The first index whose end is greater than the unit. */
function indexOfUnit(ends: readonly bigint[], unit: bigint): number {
  let low = 0;
  let high = ends.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ends[middle]! > unit) high = middle;
    else low = middle + 1;
  }
  return low;
}
