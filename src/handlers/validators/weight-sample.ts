/** Fills the array with integers from 0 to one below the bound, each equally likely. */
export type FillBelow = (integers: BigUint64Array, bound: bigint) => void;

/** Below this number of units of weight, a byte for each is cheaper than sorting those that were drawn. */
const denseUnitsMax = 1n << 20n;

/**
 * Draws `count` units of weight without replacement. Returns how many of them belong to each weight, or undefined if there
 * are fewer units than `count`. A unit that was drawn before is drawn again, which makes each subset equally likely.
 * avalanchego utils/sampler @ v1.12.1
 */
export function sampleByWeight(
  weights: readonly bigint[],
  count: number,
  fillBelow: FillBelow,
): number[] | undefined {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  if (BigInt(count) > total) return undefined;
  if (total > denseUnitsMax) return countsOf(weights, distinctUnits(count, total, fillBelow));
  // Of many among few, those that are left out are fewer.
  const rest = Number(total) - count;
  if (rest >= count) return denseCountsOf(weights, distinctMarks(count, total, fillBelow));
  const left = denseCountsOf(weights, distinctMarks(rest, total, fillBelow));
  return weights.map((weight, index) => Number(weight) - left[index]!);
}

/** Distinct units in ascending order. */
function distinctUnits(count: number, total: bigint, fillBelow: FillBelow): BigUint64Array {
  const units = new BigUint64Array(count);
  for (let known = 0; known < count; ) {
    fillBelow(units.subarray(known), total);
    units.sort();
    known = moveDistinctFirst(units);
  }
  return units;
}

/** Of a sorted array. Returns how many there are. */
function moveDistinctFirst(sorted: BigUint64Array): number {
  let known = 0;
  let last: bigint | undefined;
  for (const unit of sorted) {
    if (unit === last) continue;
    last = unit;
    sorted[known] = unit;
    known += 1;
  }
  return known;
}

function countsOf(weights: readonly bigint[], sorted: BigUint64Array): number[] {
  let end = 0n;
  let at = 0;
  return weights.map((weight) => {
    end += weight;
    const begin = at;
    while (at < sorted.length && sorted[at]! < end) at += 1;
    return at - begin;
  });
}

/** An array with a mark for each unit that was drawn. */
function distinctMarks(count: number, total: bigint, fillBelow: FillBelow): Uint8Array {
  const marks = new Uint8Array(Number(total));
  for (let missing = count; missing > 0; ) {
    const units = new BigUint64Array(missing);
    fillBelow(units, total);
    for (const unit of units) {
      const index = Number(unit);
      if (marks[index] === 1) continue;
      marks[index] = 1;
      missing -= 1;
    }
  }
  return marks;
}

function denseCountsOf(weights: readonly bigint[], marks: Uint8Array): number[] {
  let at = 0;
  return weights.map((weight) => {
    let drawn = 0;
    for (const end = at + Number(weight); at < end; at += 1) drawn += marks[at]!;
    return drawn;
  });
}
