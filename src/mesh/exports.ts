import { equalBytes, type Id, keyOf, type ShortId } from "../formats/bytes.ts";
import type {
  LedgerQueries,
  OwnedOutput,
  TxRecord,
} from "../store/ledger/queries/ledger-queries.ts";
import type { LedgerRow } from "../store/ledger/schema.ts";
import type { MeshContext } from "./operation.ts";

/** An output of an account. */
export type HeldCoin = Pick<OwnedOutput, "txID" | "outputIndex" | "assetID" | "amount">;

/** Exports of this chain's ledger, up to a height. */
type Exports = {
  readonly address: ShortId;
  readonly destinations: readonly Id[];
  readonly ledger: LedgerQueries;
  readonly heightMax: number;
};

/** The chain of an address that exports can go to. */
export function destinationOf(text: string, { chain }: MeshContext): Id | undefined {
  if (text.startsWith("X-")) return chain.xChainID;
  return text.startsWith("C-") ? chain.cChainID : undefined;
}

/** What an address was sent on other chains, whether it was imported there or not. */
export function exportedCoins(exports: Exports): HeldCoin[] {
  return exportedOutputs(exports).map(
    ({ tx_id: txID, output_index: outputIndex, asset_id: assetID, amount }) => ({
      txID,
      outputIndex,
      assetID,
      amount,
    }),
  );
}

/** The newest transactions that exported to an address, newest first. */
export function exportsTo(exports: Exports, limit: number): TxRecord[] {
  const ids = new Map(exportedOutputs(exports).map(({ tx_id: id }) => [keyOf(id), id]));
  return [...ids.values()].slice(0, limit).flatMap((id) => exports.ledger.txsByID(id));
}

/** Outputs of several owners are in no account. */
function exportedOutputs({
  address,
  destinations,
  ledger,
  heightMax,
}: Exports): LedgerRow<"outputs">[] {
  return ledger
    .exportsTo(address, heightMax)
    .filter(({ exported_to: to }) => destinations.some((each) => equalBytes(each, to!)));
}
