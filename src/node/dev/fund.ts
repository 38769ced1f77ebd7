import { sha256 } from "../../crypto/hash.ts";
import type { Id, ShortId } from "../../formats/bytes.ts";
import type { Utxo } from "../../pchain/components/utxo.ts";
import { Diff } from "../../pchain/state/diff.ts";
import type { ChainStore } from "../../store/chain-store.ts";

/** A UTXO to create. */
export type Funding = {
  readonly address: ShortId;
  readonly amountNavax: bigint;
  readonly assetID: Id;
};

/** Adds an unlocked UTXO to the state without a block. The supply does not change. The number makes its ID unique. */
export function fund(store: ChainStore, number: number, funding: Funding): Utxo {
  const utxo = fundingUtxo(sha256(Buffer.from(`couloir dev.fund ${number}`)), funding);
  const change = new Diff(store.state);
  change.addUtxo(utxo);
  change.record({ kind: "produced", origin: "dev", utxo });
  store.accept({ blocks: [], changes: [change.changes()] });
  return utxo;
}

export function fundingUtxo(txID: Id, { address, amountNavax, assetID }: Funding): Utxo {
  return {
    txID,
    outputIndex: 0,
    assetID,
    output: {
      kind: "TransferOutput",
      amount: amountNavax,
      locktime: 0n,
      threshold: 1,
      addresses: [address],
    },
  };
}
