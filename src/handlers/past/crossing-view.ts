import { formatTime } from "../../formats/time.ts";
import type { LedgerCrossedBy, LedgerCrossing } from "../../generated/types.ts";
import { utxoID } from "../../pchain/components/utxo.ts";
import type { CrossingRecord } from "../../store/ledger/queries/ledger-queries.ts";
import type { HandlerContext } from "../context.ts";
import { type OwnerColumns, ownerColumnsView } from "./owners-view.ts";

type Context = Pick<HandlerContext, "chain" | "views">;

/** A UTXO that another chain exported or imported, with the transactions of both chains. */
export function crossingView(row: CrossingRecord, context: Context): LedgerCrossing {
  const { views, chain } = context;
  const owner = crossingOwner(row);
  const platform = platformTx(row);
  const utxo = { txID: row.tx_id, outputIndex: row.output_index };
  return {
    chainID: views.id(row.chain_id),
    ...crossedByView(row, context),
    kind: row.kind as LedgerCrossing["kind"],
    position: row.position,
    utxoID: views.id(utxoID(utxo)),
    outputIndex: row.output_index,
    assetID: views.id(row.asset_id),
    amount: row.amount.toString(),
    ...(owner !== undefined && { owner: ownerColumnsView(owner, chain) }),
    ...(platform.id !== null && { platformTxID: views.id(platform.id) }),
    ...(platform.height !== null && { platformHeight: platform.height.toString() }),
  };
}

/** The transaction of the other chain. */
export function crossedByView(
  row: CrossingRecord,
  { views }: Pick<Context, "views">,
): LedgerCrossedBy {
  return {
    txID: views.id(row.id),
    height: row.height.toString(),
    ...(row.time !== null && { time: formatTime(BigInt(row.time)) }),
    isVerified: row.is_verified === 1,
  };
}

/** Of an export, what it says; of an import, what the P-chain exported, if it is known. */
export function crossingOwner(row: CrossingRecord): OwnerColumns | undefined {
  const [threshold, locktime, addresses] =
    row.kind === "export"
      ? [row.threshold, row.locktime, row.addresses]
      : [row.output_threshold, row.output_locktime, row.output_addresses];
  if (threshold === null || locktime === null || addresses === null) return undefined;
  return { threshold, locktime, addresses };
}

function platformTx(row: CrossingRecord) {
  return row.kind === "export"
    ? { id: row.imported_by, height: row.imported_height }
    : { id: row.tx_id, height: row.exported_height };
}
