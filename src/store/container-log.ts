import type { Id } from "../formats/bytes.ts";
import { parseJson } from "../formats/json.ts";

/** The paths of the indices. Each index is a log of its own at `/ext/index/<path>`. specification, section 4.5 */
export const indexPaths = ["P/block", "X/block", "X/tx", "X/vtx", "C/block"] as const;

export type IndexPath = (typeof indexPaths)[number];

/**
 * A container in the form of the index API. The store keeps this text and sends it without parsing. `bytes` is hex with
 * a checksum, `timestamp` RFC 3339 in UTC with up to nine fractional digits.
 */
export type WrittenContainer = {
  readonly id: string;
  readonly bytes: string;
  readonly timestamp: string;
  readonly encoding: "hex";
  readonly index: string;
};

/** The JSON of a {@link WrittenContainer}, with the fields in its order and without spaces. */
export type ContainerText = string;

export function parseContainer(text: ContainerText): WrittenContainer {
  return parseJson(text) as unknown as WrittenContainer;
}

/** A value, or a promise of it if the log is on a database server. */
export type MaybePromise<T> = T | Promise<T>;

/** Reads one index: containers in the order of acceptance, starting at index 0. */
export interface ContainerLog {
  /** The number of containers, which is the index of the next one. */
  count(): MaybePromise<bigint>;
  byIndex(index: bigint): MaybePromise<ContainerText | undefined>;
  byID(id: Id): MaybePromise<ContainerText | undefined>;
  indexOf(id: Id): MaybePromise<bigint | undefined>;
  lastAccepted(): MaybePromise<ContainerText | undefined>;
  /** At most `count` containers from an index on; fewer at the end of the log. */
  range(startIndex: bigint, count: number): MaybePromise<ContainerRange>;
}

/** Reads a whole log. */
export interface ContainerPages {
  /** Every container in order, in pages. */
  pages(): Iterable<readonly ContainerText[]> | AsyncIterable<readonly ContainerText[]>;
  /** The indices of the containers with these IDs, in their order; undefined for unknown IDs. */
  indicesOf(ids: readonly Id[]): MaybePromise<readonly (bigint | undefined)[]>;
}

/** The database server of a log cannot be reached. */
export class LogUnavailable extends Error {
  override readonly name = "LogUnavailable";
}

/** The blocks were accepted without their containers: an upstream without an index does not have them. */
export class ContainersUnknown extends Error {
  override readonly name = "ContainersUnknown";
}

/** Consecutive containers as JSON. */
export type ContainerRange = {
  readonly count: number;
  /** The total length of all chunks. */
  readonly byteLength: number;
  /** The JSON of the containers, separated by commas. Reads each chunk as the caller iterates. */
  readonly chunks: () => Iterable<MaybePromise<Uint8Array>>;
};

/** A container to append to a log, already formatted. */
export type NewContainer = {
  readonly id: Id;
  readonly idText: string;
  /** Hex with a checksum, lower case. */
  readonly bytesText: string;
  readonly timestampText: string;
};
