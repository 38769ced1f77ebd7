import type { Id } from "../formats/bytes.ts";
import { parseJson } from "../formats/json.ts";

/** The indices: each is a log of its own, served at `/ext/index/<path>`. specification, section 4.5 */
export const indexPaths = ["P/block", "X/block", "X/tx", "X/vtx", "C/block"] as const;

export type IndexPath = (typeof indexPaths)[number];

/**
 * A container as the index API shows it: what is stored is its text, so that a range is sent as it
 * lies. `bytes` is hex with a checksum, `timestamp` RFC 3339 in UTC with up to nine digits.
 */
export type WrittenContainer = {
  readonly id: string;
  readonly bytes: string;
  readonly timestamp: string;
  readonly encoding: "hex";
  readonly index: string;
};

/** JSON of a {@link WrittenContainer}, members in its order, without spaces. */
export type ContainerText = string;

export function parseContainer(text: ContainerText): WrittenContainer {
  return parseJson(text) as unknown as WrittenContainer;
}

/** A value now, or a promise of it from a log behind a network. */
export type MaybePromise<T> = T | Promise<T>;

/** Reads one index: containers in the order of acceptance, the first at index 0. */
export interface ContainerLog {
  /** How many containers there are, which is the index of the next one. */
  count(): MaybePromise<bigint>;
  byIndex(index: bigint): MaybePromise<ContainerText | undefined>;
  byID(id: Id): MaybePromise<ContainerText | undefined>;
  indexOf(id: Id): MaybePromise<bigint | undefined>;
  lastAccepted(): MaybePromise<ContainerText | undefined>;
  /** Containers from an index on, at most `count`, fewer where the log ends before. */
  range(startIndex: bigint, count: number): MaybePromise<ContainerRange>;
}

/** A log that can be gone through as a whole. */
export interface ContainerPages {
  /** Every container in order, many at a time. */
  pages(): Iterable<readonly ContainerText[]> | AsyncIterable<readonly ContainerText[]>;
  /** Indices of the containers with these IDs, in the order of the IDs; undefined of one that is not there. */
  indicesOf(ids: readonly Id[]): MaybePromise<readonly (bigint | undefined)[]>;
}

/** A log behind a network that gives no answer. */
export class LogUnavailable extends Error {
  override readonly name = "LogUnavailable";
}

/** Consecutive containers as JSON. */
export type ContainerRange = {
  readonly count: number;
  /** Bytes of all chunks together. */
  readonly byteLength: number;
  /** The containers' JSON with commas between, in pieces read as they are taken. */
  readonly chunks: () => Iterable<MaybePromise<Uint8Array>>;
};

/** A container on its way into a log, its texts written already. */
export type NewContainer = {
  readonly id: Id;
  readonly idText: string;
  /** Hex with a checksum, lower case. */
  readonly bytesText: string;
  readonly timestampText: string;
};
