import { containerRange, countOf, writtenRange } from "../containers/lookup.ts";
import type { WrittenHandler } from "../handler.ts";

/** Consecutive containers as a list; empty if `numToFetch` is 0. specification 4.5 */
export const getContainerRange: WrittenHandler<"index.getContainerRange", "containers"> = async (
  { startIndex, numToFetch },
  context,
) => {
  const count = countOf(numToFetch);
  if (count === 0) return [];
  return writtenRange("[", await containerRange(startIndex, count, context), "]");
};
