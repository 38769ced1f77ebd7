import { u32 } from "../codec/primitives.ts";
import { inline, kindStruct } from "../codec/struct.ts";
import { type BaseTxFields, baseTxFields, transferableOutputs } from "../components/base-tx.ts";
import type { TransferableOutput } from "../components/outputs.ts";
import { type Owner, owner } from "../components/owners.ts";
import { type Validator, validator } from "./validator.ts";

/** Adds a validator of the primary network. Before Durango. */
export type AddValidatorTx = {
  readonly kind: "AddValidatorTx";
  readonly baseTx: BaseTxFields;
  readonly validator: Validator;
  readonly stake: readonly TransferableOutput[];
  readonly rewardsOwner: Owner;
  /** The part of its delegators' rewards that the validator keeps, of 1,000,000. */
  readonly shares: number;
};

/** Wire order. avalanchego vms/platformvm/txs/add_validator_tx.go @ v1.12.1 */
export const addValidatorTx = kindStruct<AddValidatorTx>("AddValidatorTx", {
  baseTx: inline(baseTxFields),
  validator,
  stake: transferableOutputs,
  rewardsOwner: owner,
  shares: u32,
});
