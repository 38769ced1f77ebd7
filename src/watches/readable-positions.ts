import { placeOf } from "../events/cursor.ts";
import type { BlockReadings } from "./block-reading.ts";
import { endOf, isOnChain, positionAfter } from "./positions.ts";
import type { WatchPosition } from "./watch.ts";

/** Where a client of a stream wants to begin: after a cursor, at a height, or at what happens next. */
export type StreamBeginning = { readonly after?: string; readonly fromHeight?: string };

/** The positions that clients name, as far as this node can read from there. */
export class ReadablePositions {
  readonly #readings: BlockReadings;

  constructor(readings: BlockReadings) {
    this.#readings = readings;
  }

  /** The position after an event of the stream, or why the chain does not have it. */
  after(cursor: string): WatchPosition | string {
    const position = positionAfter(cursor);
    const last = this.#last();
    if (position.height > last) return `the last accepted height is ${last}`;
    if (isOnChain(this.#readings, position) === true) return position;
    return "it is not of this chain, or was undone";
  }

  /** The position at which a stream begins, which may be of another chain, or why the node cannot read from there. */
  beginning({ after, fromHeight }: StreamBeginning): WatchPosition | string {
    if (after !== undefined) return this.#unreadable(placeOf(after).height) ?? positionAfter(after);
    if (fromHeight === undefined) return endOf(this.#readings);
    const height = BigInt(fromHeight);
    const last = this.#last();
    if (height > last) return `the last accepted height is ${last}`;
    return (
      this.#unreadable(height) ?? {
        ...{ height, count: 0, part: 0 },
        block: this.#readings.at(height).block,
      }
    );
  }

  /** The lowest height whose events can be read, if a cursor is of a lower one. */
  lowestInsteadOf(cursor: string): bigint | undefined {
    const lowest = this.#lowest();
    return placeOf(cursor).height < lowest ? lowest : undefined;
  }

  #unreadable(height: bigint): string | undefined {
    const lowest = this.#lowest();
    if (height >= lowest) return undefined;
    return `events are read from height ${lowest} on: older rows of the ledger are in the database of --db-url only`;
  }

  /** Rules compare a block with the one before it. */
  #lowest(): bigint {
    const { localFrom } = this.#readings.source.ledger.ledgerQueries.coverage();
    return localFrom === 0 ? 0n : BigInt(localFrom) + 1n;
  }

  #last(): bigint {
    return this.#readings.source.blocks.lastAccepted().height;
  }
}
