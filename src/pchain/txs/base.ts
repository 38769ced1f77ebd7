import { inline, kindStruct } from "../codec/struct.ts";
import { type BaseTxFields, baseTxFields } from "../components/base-tx.ts";

/** Moves funds within the P-chain. */
export type BaseTx = {
  readonly kind: "BaseTx";
  readonly baseTx: BaseTxFields;
};

/** Wire order. avalanchego vms/platformvm/txs/base_tx.go @ v1.12.1 */
export const baseTx = kindStruct<BaseTx>("BaseTx", {
  baseTx: inline(baseTxFields),
});
