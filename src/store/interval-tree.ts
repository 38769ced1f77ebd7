/**
 * Finds the integer intervals that contain a given number with a few index lookups, however many and however long the
 * intervals are. An interval is stored under its fork: the number in it that is highest in the binary tree over all
 * numbers. The forks of the intervals that contain h are on the path from the root to h. For forks up to h, only the end
 * of the interval needs a comparison; for forks above h, only its start.
 * Kriegel, Pötke, Seidl: Managing Intervals Efficiently in Object-Relational Databases, VLDB 2000.
 */

/** Numbers are below 2 to this power. */
const treeBits = 31;

export function forkOf(from: number, to: number): number {
  if (from === to) return from;
  // The highest bit in which both differ: `to` has a 1 there and `from` a 0.
  const level = 31 - Math.clz32(from ^ to);
  return (to >> level) << level;
}

/** The forks of intervals that can contain the number: those up to it, and those above it. */
export function forksOf(number: number): {
  readonly lower: readonly number[];
  readonly upper: readonly number[];
} {
  if (number < 0 || number >= 2 ** treeBits) throw new Error(`${number} is outside of the tree`);
  const lower = [number];
  const upper: number[] = [];
  for (let level = 0; level < treeBits; level++) {
    const below = number & ((1 << level) - 1);
    const ancestor = (number - below) | (1 << level);
    if (ancestor > number) upper.push(ancestor);
    else if (ancestor < number) lower.push(ancestor);
  }
  return { lower, upper };
}
