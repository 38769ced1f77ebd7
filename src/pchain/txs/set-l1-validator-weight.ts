import { bytes } from "../codec/primitives.ts";
import { inline, kindStruct } from "../codec/struct.ts";
import { type BaseTxFields, baseTxFields } from "../components/base-tx.ts";

/** Changes the weight of a validator of an L1 on the word of its manager; zero removes it. */
export type SetL1ValidatorWeightTx = {
  readonly kind: "SetL1ValidatorWeightTx";
  readonly baseTx: BaseTxFields;
  /** A signed warp message. */
  readonly message: Uint8Array;
};

/** Wire order. avalanchego vms/platformvm/txs/set_l1_validator_weight_tx.go @ v1.12.1 */
export const setL1ValidatorWeightTx = kindStruct<SetL1ValidatorWeightTx>("SetL1ValidatorWeightTx", {
  baseTx: inline(baseTxFields),
  message: bytes,
});
