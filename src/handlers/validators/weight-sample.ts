/**
 * Draws units of weight without putting them back: the indices of the weights that they belong to, or undefined
 * where there are fewer units than wanted. `randomBelow` gives an integer from 0 to one below its argument.
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
  // Floyd's draw of distinct units: each subset is equally likely, whatever share of the whole it is.
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

/** The first index whose end lies beyond the unit. */
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
