import { inline, kindStruct } from "../codec/struct.ts";
import { type BaseTxFields, baseTxFields, transferableOutputs } from "../components/base-tx.ts";
import type { TransferableOutput } from "../components/outputs.ts";
import { type Owner, owner } from "../components/owners.ts";
import { type Validator, validator } from "./validator.ts";

/** Delegates to a validator of the primary network. Before Durango. */
export type AddDelegatorTx = {
  readonly kind: "AddDelegatorTx";
  readonly baseTx: BaseTxFields;
  readonly validator: Validator;
  readonly stake: readonly TransferableOutput[];
  readonly rewardsOwner: Owner;
};

/** Wire order. avalanchego vms/platformvm/txs/add_delegator_tx.go @ v1.12.1 */
export const addDelegatorTx = kindStruct<AddDelegatorTx>("AddDelegatorTx", {
  baseTx: inline(baseTxFields),
  validator,
  stake: transferableOutputs,
  rewardsOwner: owner,
});
