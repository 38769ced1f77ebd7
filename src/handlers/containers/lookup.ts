import type { WrittenResult } from "../../formats/written-json.ts";
import { type DeclaredError, errors } from "../../generated/errors.ts";
import { deferredLimits } from "../../generated/limits.ts";
import {
  type ContainerRange,
  ContainersUnknown,
  type ContainerText,
  LogUnavailable,
  type MaybePromise,
} from "../../store/container-log.ts";
import { idArgument } from "../arguments.ts";
import type { HandlerContext } from "../context.ts";

type Containers = Pick<HandlerContext, "containers">;

/** The container with an ID. Throws InvalidParams, NotFound and IndexUnavailable. */
export async function containerByID(
  id: string,
  { containers }: Containers,
): Promise<ContainerText> {
  return orThrow(await available(() => containers.byID(idArgument("id", id))), errors.notFound);
}

/** The container at a position. Throws NoContainerAtIndex and IndexUnavailable. */
export async function containerAt(
  index: bigint,
  { containers }: Containers,
): Promise<ContainerText> {
  const noContainer = () => errors.noContainerAtIndex({ index });
  return orThrow(await available(() => containers.byIndex(index)), noContainer);
}

/** The last accepted container. Throws NoContainersAccepted. */
export async function lastContainer({ containers }: Containers): Promise<ContainerText> {
  return orThrow(await available(() => containers.lastAccepted()), errors.noContainersAccepted);
}

/** The position of a container, or undefined if the index does not have it. Throws InvalidParams and IndexUnavailable. */
export async function containerPosition(
  id: string,
  { containers }: Containers,
): Promise<bigint | undefined> {
  return available(() => containers.indexOf(idArgument("id", id)));
}

/** Checks the number of containers asked for. Throws NumToFetchOutOfRange. */
export function countOf(numToFetch: bigint): number {
  const { maximum } = deferredLimits["index.getContainerRange"].numToFetch;
  if (numToFetch > BigInt(maximum)) throw errors.numToFetchOutOfRange({ numToFetch });
  return Number(numToFetch);
}

/** At least one container. Throws NoContainersAccepted, StartIndexTooHigh and IndexUnavailable. */
export async function containerRange(
  startIndex: bigint,
  count: number,
  { containers }: Containers,
): Promise<ContainerRange> {
  const range = await available(() => containers.range(startIndex, count));
  if (range.count > 0) return range;
  const accepted = await containers.count();
  if (accepted === 0n) throw errors.noContainersAccepted();
  throw errors.startIndexTooHigh({ startIndex, lastIndex: accepted - 1n });
}

/** A result that consists of a range's JSON between two texts. */
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

/**
 * Asks a log. Throws IndexUnavailable if the index database cannot be reached, and ContainersUnknown if the node has blocks
 * without containers.
 */
async function available<T>(ask: () => MaybePromise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof LogUnavailable) throw errors.indexUnavailable();
    if (error instanceof ContainersUnknown) throw errors.containersUnknown();
    throw error;
  }
}

function orThrow<T>(found: T | undefined, error: () => DeclaredError): T {
  if (found === undefined) throw error();
  return found;
}
