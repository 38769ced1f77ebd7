/**
 * Finds the intervals of whole numbers that contain a given one with a few descents of an ordinary
 * index, whatever their number and length. An interval is filed under its fork: the number in it that lies
 * highest in the binary tree over all numbers. What contains h is filed on the path from the root to h,
 * where forks up to h need only the interval's end looked at and forks above h only its start.
 * Kriegel, Pötke, Seidl: Managing Intervals Efficiently in Object-Relational Databases, VLDB 2000.
 */

/** Numbers are below 2 to this power. */
const treeBits = 31;

export function forkOf(from: number, to: number): number {
  if (from === to) return from;
  // Above the highest bit in which both differ they agree; there `to` has a 1 and `from` a 0.
  const level = 31 - Math.clz32(from ^ to);
  return (to >> level) << level;
}

/** The forks of intervals that may contain the number: those up to it, and those above it. */
export function forksOf(number: number): {
  readonly lower: readonly number[];
  readonly upper: readonly number[];
} {
  if (number < 0 || number >= 2 ** treeBits) throw new Error(`${number} has no place in the tree.`);
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
