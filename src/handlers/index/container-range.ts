import type { WrittenResult } from "../../formats/written-json.ts";
import { errors } from "../../generated/errors.ts";
import type { ContainerRange } from "../../store/container-log.ts";
import type { HandlerContext } from "../context.ts";
import { available } from "./available.ts";

/** avalanchego indexer/index.go MaxFetchedByRange @ v1.12.1 */
const numToFetchMax = 1024n;

/** How many containers a range may hold. Throws NumToFetchOutOfRange. */
export function countOf(numToFetch: bigint): number {
  if (numToFetch > numToFetchMax) throw errors.numToFetchOutOfRange({ numToFetch });
  return Number(numToFetch);
}

/** At least one container. Throws NoContainersAccepted, StartIndexTooHigh and IndexUnavailable. */
export async function containerRange(
  startIndex: bigint,
  count: number,
  { containers }: Pick<HandlerContext, "containers">,
): Promise<ContainerRange> {
  const range = await available(containers.range(startIndex, count));
  if (range.count > 0) return range;
  const accepted = await containers.count();
  if (accepted === 0n) throw errors.noContainersAccepted();
  throw errors.startIndexTooHigh({ startIndex, lastIndex: accepted - 1n });
}

/** The result that has a range's JSON between two texts. */
export function writtenRange(
  before: string,
  { byteLength, chunks }: Pick<ContainerRange, "byteLength" | "chunks">,
  after: string,
): WrittenResult {
  const [head, tail] = [encoder.encode(before), encoder.encode(after)];
  return {
    byteLength: head.length + byteLength + tail.length,
    *jsonChunks() {
      yield head;
      yield* chunks();
      yield tail;
    },
  };
}

const encoder = new TextEncoder();
