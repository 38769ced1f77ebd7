import { sha256 } from "../../crypto/hash.ts";
import type { Id, ShortId } from "../../formats/bytes.ts";
import type { Utxo } from "../../pchain/components/utxo.ts";
import { Diff } from "../../pchain/state/diff.ts";
import type { ChainStore } from "../../store/chain-store.ts";

/** A UTXO to create. The number makes its ID unique. */
export type Funding = {
  readonly number: number;
  readonly address: ShortId;
  readonly amountNavax: bigint;
  readonly assetID: Id;
};

/** Adds an unlocked UTXO to the state without a block. The supply does not change. */
export function fund(store: ChainStore, { number, address, amountNavax, assetID }: Funding): Utxo {
  const utxo: Utxo = {
    txID: sha256(Buffer.from(`couloir dev.fund ${number}`)),
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
  const change = new Diff(store.state);
  change.addUtxo(utxo);
  store.accept({ blocks: [], changes: [change.changes()] });
  return utxo;
}
