import { type Id, keyOf, type ShortId } from "../formats/bytes.ts";
import type { ChainInfo, ForeignUtxo } from "../generated/data-api/types.ts";
import { platformChainID } from "../networks/chains.ts";
import { decodeUtxo, type Utxo, utxoID } from "../pchain/components/utxo.ts";
import type { LedgerPage } from "../store/ledger/queries/ledger-queries.ts";
import { outputKey } from "../store/ledger/queries/outputs.ts";
import { assetAmount } from "./assets.ts";
import type { DataContext } from "./operation.ts";
import { plainAddresses } from "./owners.ts";
import { amountBytes, pageOfSorted } from "./sorted-page.ts";

type Exported = {
  readonly utxo: Utxo;
  readonly assetID: Id;
  readonly amount: bigint;
  readonly height: number;
};

/** A page of what the P-chain exported to another chain. */
export function exportedUtxoPage(
  asked: {
    readonly info: ChainInfo;
    readonly addresses: readonly ShortId[];
    readonly isWanted: (utxo: Exported) => boolean;
    readonly sortBy: "timestamp" | "amount";
    readonly page: LedgerPage;
  },
  context: DataContext,
) {
  const { info, addresses, isWanted, sortBy, page } = asked;
  const destination =
    info.chainName === "x-chain" ? context.chain.xChainID : context.chain.cChainID;
  const exported = exportedTo(destination, addresses, context).filter(isWanted);
  const { entries, next } = pageOfSorted(exported, page, ({ utxo, amount, height }) => [
    sortBy === "amount" ? amountBytes(amount) : height,
    outputKey(utxo),
  ]);
  return { utxos: entries.map((each) => exportedView(each, destination, context)), next };
}

/** Each UTXO once. */
function exportedTo(
  destination: Id,
  addresses: readonly ShortId[],
  { queries }: DataContext,
): Exported[] {
  const found = new Map<string, Exported>();
  for (const address of addresses) {
    for (const { utxoID: id, bytes } of queries.atomicUtxos.exportedTo(destination, address)) {
      const utxo = decodeUtxo(bytes, { bytesMax: bytes.length });
      const height = Number(queries.txs.byID(utxo.txID)?.height ?? 0n);
      const { amount } = transferOf(utxo);
      found.set(keyOf(id), { utxo, assetID: utxo.assetID, amount, height });
    }
  }
  return [...found.values()];
}

function transferOf({ output }: Utxo) {
  return output.kind === "LockOut" ? output.output : output;
}

function exportedView(
  { utxo, height }: Exported,
  destination: Id,
  context: DataContext,
): ForeignUtxo {
  const { views, queries } = context;
  const { amount, locktime, threshold, addresses } = transferOf(utxo);
  return {
    utxoId: views.id(utxoID(utxo)),
    creationTxHash: views.id(utxo.txID),
    outputIndex: utxo.outputIndex.toString(),
    addresses: plainAddresses(addresses, context),
    threshold,
    locktime,
    asset: assetAmount(utxo.assetID, amount, context),
    createdOnChainId: views.id(platformChainID),
    consumedOnChainId: views.id(destination),
    timestamp: Number(queries.blockTimes.after(BigInt(height))),
    utxoType: "transfer",
  };
}
