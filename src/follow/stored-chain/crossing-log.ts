import type { ContainerChanges } from "../../foreign-chains/block-requests.ts";
import type { Crossing } from "../../foreign-chains/crossings.ts";
import { concatBytes, type Id } from "../../formats/bytes.ts";
import type { ChainStore } from "../../store/chain-store.ts";
import type { LedgerRow } from "../../store/ledger/schema.ts";
import type { Metadata } from "../../store/metadata.ts";

/** Indices with containers that export to the P-chain or import from it. */
type CrossingPath = keyof typeof keys;

export type CrossingLogOptions = {
  readonly path: CrossingPath;
  readonly chainID: Id;
  readonly store: Pick<ChainStore, "ledger" | "metadata">;
};

/** Writes what the containers of an index moved into the ledger, and counts them, so that each is written once. */
export class CrossingLog {
  readonly #options: CrossingLogOptions;

  constructor(options: CrossingLogOptions) {
    this.#options = options;
  }

  /** How many containers the ledger knows; undefined while it is off. */
  count(): bigint | undefined {
    const { path, store } = this.#options;
    if (!store.ledger.isOn) return undefined;
    return crossedContainers(path, store.metadata);
  }

  /** Adds the next containers, of which `first` is the first index. Call it in a transaction. */
  add(first: bigint, containers: readonly ContainerChanges[]): void {
    const { path, store, chainID } = this.#options;
    const rows = containers.flatMap((changes, offset) =>
      crossingRows(changes, { chainID, index: Number(first) + offset }),
    );
    store.ledger.crossings.add(rows);
    store.metadata.setText(keys[path], (first + BigInt(containers.length)).toString());
  }
}

/** How many containers of an index the ledger has the rows of. */
export function crossedContainers(path: CrossingPath, metadata: Pick<Metadata, "getText">): bigint {
  return BigInt(metadata.getText(keys[path]) ?? "0");
}

/** Everything is to be written again. Rows that are there stay. */
export function forgetCrossings(metadata: Pick<Metadata, "delete">): void {
  for (const key of Object.values(keys)) metadata.delete(key);
}

const keys = {
  "X/block": "ledger-crossings-x",
  "X/tx": "ledger-crossings-x-tx",
  "C/block": "ledger-crossings-c",
} as const;

/** The rows of a container, by key. */
export function crossingRows(
  changes: ContainerChanges,
  place: { readonly chainID: Id; readonly index: number },
): LedgerRow<"crossings">[] {
  return changes.crossings.map((crossing) => rowOf(crossing, changes, place));
}

function rowOf(
  crossing: Crossing,
  { block, unboundHeight }: ContainerChanges,
  { chainID, index }: { readonly chainID: Id; readonly index: number },
): LedgerRow<"crossings"> {
  const { owner } = crossing;
  return {
    chain_id: chainID,
    // The DAG is below the first block.
    height: block === undefined ? 0 : Number(block.height),
    position: block === undefined ? index : crossing.position,
    ordinal: crossing.ordinal,
    id: crossing.id,
    kind: crossing.kind,
    time: block === undefined ? null : Number(block.time),
    is_verified: unboundHeight === undefined ? 1 : 0,
    tx_id: crossing.txID,
    output_index: crossing.outputIndex,
    asset_id: crossing.assetID,
    amount: crossing.amount,
    threshold: owner?.threshold ?? null,
    locktime: owner?.locktime ?? null,
    addresses: owner === undefined ? null : concatBytes(...owner.addresses),
  };
}
