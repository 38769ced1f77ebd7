import { BoundedCache } from "../cache/bounded-cache.ts";
import { type EventSource, eventsAt, type HeldEvent } from "../events/block-events.ts";
import { type LedgerSource, ledgerEventsAt } from "../events/ledger-events.ts";
import { formatHex } from "../formats/hex.ts";
import { formatId } from "../formats/id.ts";
import { formatTime } from "../formats/time.ts";
import type { ValidatorFeeParameters } from "../networks/network.ts";
import type { ChainQueries } from "../store/chain-queries.ts";

/** What watches read of the chain. */
export type WatchSource = EventSource &
  Pick<ChainQueries, "blocks" | "blockTimes"> & {
    readonly validatorFees: ValidatorFeeParameters;
    readonly ledger: LedgerSource & { readonly ledgerQueries: ChainQueries["ledgerQueries"] };
  };

/** What happened at an accepted height. */
export type BlockReading = {
  readonly height: bigint;
  readonly blockID: string;
  /** The first four bytes of the block's ID in hex, as in a cursor. */
  readonly block: string;
  /** Chain time after the block, in Unix seconds. */
  readonly seconds: bigint;
  readonly time: string;
  /** As in the event stream with all topics, in its order. */
  readonly events: readonly HeldEvent[];
};

/** The number of heights that are cached: watches read the same ones at about the same time. */
const rememberedHeights = 256;

/** Reads heights for watches. */
export class BlockReadings {
  readonly source: WatchSource;
  readonly #remembered = new BoundedCache<bigint, BlockReading>(rememberedHeights);

  constructor(source: WatchSource) {
    this.source = source;
  }

  at(height: bigint): BlockReading {
    const remembered = this.#remembered.get(height);
    if (remembered !== undefined) return remembered;
    const { source } = this;
    const accepted = source.blocks.byHeight(height);
    if (accepted === undefined) throw new Error(`no block at height ${height}`);
    const seconds = source.blockTimes.after(height);
    const reading: BlockReading = {
      height,
      blockID: formatId(accepted.id),
      block: formatHex(accepted.id.subarray(0, 4)).slice(2),
      seconds,
      time: formatTime(seconds),
      events: eventsAt(height, source, ledgerEventsAt(height, source.ledger)),
    };
    this.#remembered.set(height, reading);
    return reading;
  }

  /** Call when a dev node changed its state outside of blocks. */
  forget(height: bigint): void {
    this.#remembered.delete(height);
  }

  /** Call when blocks were undone. */
  forgetAll(): void {
    this.#remembered.clear();
  }
}
