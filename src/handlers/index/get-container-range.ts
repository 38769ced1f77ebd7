import type { WrittenHandler } from "../handler.ts";
import { containerRange, countOf, writtenRange } from "./container-range.ts";

/** Consecutive containers, at most 1024, as the whole result; none where none are asked for. specification 4.5 */
export const getContainerRange: WrittenHandler<"index.getContainerRange", "containers"> = async (
  { startIndex, numToFetch },
  context,
) => {
  const count = countOf(numToFetch);
  if (count === 0) return [];
  return writtenRange("[", await containerRange(startIndex, count, context), "]");
};
