import { type ShortId, sortedUnique } from "../../../formats/bytes.ts";
import { outputsOfAddress } from "./address-outputs.ts";
import type { LedgerList, LedgerPage, LedgerPlace, OutputRecord } from "./ledger-queries.ts";
import { comparePlaces, mergedPage, type Source } from "./merged.ts";
import { outputAt, outputKey } from "./outputs.ts";
import type { OwnedOutputs } from "./owned-outputs.ts";
import type { Selects } from "./selects.ts";
import { eachRead } from "./unread.ts";

/** The outputs that addresses ever had as a UTXO or as stake after a block, by the height that created them. */
export class EverOwned {
  readonly #selects: Selects;
  readonly #owned: OwnedOutputs;

  constructor(selects: Selects, owned: OwnedOutputs) {
    this.#selects = selects;
    this.#owned = owned;
  }

  page(addresses: readonly ShortId[], page: LedgerPage): LedgerList<OutputRecord> {
    const { isDescending } = page;
    const sources = sortedUnique(addresses).map(
      (address): Source<OutputRecord> =>
        (after, count) => {
          const rows: OutputRecord[] = [];
          for (const row of this.#after(after, address, isDescending)) {
            rows.push(row);
            if (rows.length === count) break;
          }
          return rows;
        },
    );
    const { groups, next } = mergedPage(sources, page, placeOf);
    // Several of the addresses may own it.
    return { rows: groups.map(([row]) => row!), next };
  }

  *#after(
    after: LedgerPlace | undefined,
    address: ShortId,
    isDescending: boolean,
  ): Iterable<OutputRecord> {
    const sign = isDescending ? -1 : 1;
    const height = after?.[0] as number | undefined;
    const lists = this.#lists(address, {
      from: isDescending ? 0 : (height ?? 0),
      to: isDescending ? (height ?? Number.MAX_SAFE_INTEGER) : Number.MAX_SAFE_INTEGER,
      isDescending,
    });
    for (const list of lists) {
      yield* list
        .filter((row) => after === undefined || sign * comparePlaces(placeOf(row), after) > 0)
        .sort((a, b) => sign * comparePlaces(placeOf(a), placeOf(b)));
    }
  }

  /** What the genesis created is no output of a transaction. */
  *#lists(
    address: ShortId,
    range: { readonly from: number; readonly to: number; readonly isDescending: boolean },
  ): Iterable<OutputRecord[]> {
    const genesis = () =>
      eachRead(
        this.#owned.of([address], { height: 0, includesSpent: false }),
        (key) => outputAt(this.#selects, key)!,
      );
    if (!range.isDescending && range.from === 0) yield genesis();
    for (const list of outputsOfAddress(this.#selects, address, { moment: "created", ...range })) {
      yield list.filter(wasOwned);
    }
    if (range.isDescending) yield genesis();
  }
}

function placeOf({ created_height: height, tx_id: txID, output_index: index }: OutputRecord) {
  return [height, outputKey({ txID, outputIndex: index })] as const;
}

/** Not what was exported, nor what was spent in the block that created it. */
function wasOwned({ origin, created_height: created, spent_height: spent }: OutputRecord): boolean {
  return origin !== "export" && (origin === "stake" || spent === null || spent > created);
}
