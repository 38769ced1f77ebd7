import { equalBytes, type Id, type ShortId } from "../formats/bytes.ts";
import { baseTxOf } from "../pchain/txs/unsigned-tx.ts";
import type {
  LedgerPlace,
  LedgerQueries,
  OwnedOutput,
  TxRecord,
} from "../store/ledger/queries/ledger-queries.ts";
import type { MeshContext } from "./operation.ts";
import { plainOutput } from "./output-operation.ts";

/** An output of an account. */
export type HeldCoin = Pick<OwnedOutput, "txID" | "outputIndex" | "assetID" | "amount">;

/** Exports of this chain's ledger, up to a height. */
type Exports = {
  readonly address: ShortId;
  readonly destinations: readonly Id[];
  readonly ledger: LedgerQueries;
  readonly heightMax: number;
};

const pageSize = 1000;

/** The chain of an address that exports can go to. */
export function destinationOf(text: string, { chain }: MeshContext): Id | undefined {
  if (text.startsWith("X-")) return chain.xChainID;
  return text.startsWith("C-") ? chain.cChainID : undefined;
}

/** What an address was sent on other chains, whether it was imported there or not. */
export function exportedCoins(exports: Exports, context: MeshContext): HeldCoin[] {
  return exportTxs(exports, context).flatMap(({ coins }) => coins);
}

/** The transactions that exported to an address, newest first. */
export function exportsTo(exports: Exports, context: MeshContext): TxRecord[] {
  return exportTxs(exports, context).map(({ row }) => row);
}

function exportTxs(
  { address, destinations, ledger, heightMax }: Exports,
  context: MeshContext,
): { readonly row: TxRecord; readonly coins: HeldCoin[] }[] {
  const filter = {
    addresses: [address],
    kinds: ["ExportTx" as const],
    heights: { from: 0, to: heightMax },
  };
  const found = [];
  let after: LedgerPlace | undefined;
  do {
    const { rows, next } = ledger.txs(filter, { limit: pageSize, after, isDescending: true });
    for (const row of rows) {
      const coins = coinsTo(address, destinations, row, context);
      if (coins.length > 0) found.push({ row, coins });
    }
    after = next;
  } while (after !== undefined);
  return found;
}

/** Outputs of several owners are in no account. */
function coinsTo(
  address: ShortId,
  destinations: readonly Id[],
  { id: txID }: TxRecord,
  { queries }: MeshContext,
): HeldCoin[] {
  const unsigned = queries.txs.byID(txID)?.tx.unsigned;
  if (unsigned?.kind !== "ExportTx") return [];
  if (!destinations.some((each) => equalBytes(each, unsigned.destinationChain))) return [];
  const from = baseTxOf(unsigned)!.outputs.length;
  return unsigned.exportedOutputs.flatMap(({ assetID, output }, at) => {
    const { amount, addresses } = plainOutput(assetID, output);
    const isOwn = addresses.length === 1 && equalBytes(addresses[0]!, address);
    return isOwn ? [{ txID, outputIndex: from + at, assetID, amount }] : [];
  });
}
