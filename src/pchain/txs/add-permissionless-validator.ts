import type { Id } from "../../formats/bytes.ts";
import { id, u32 } from "../codec/primitives.ts";
import { inline, kindStruct } from "../codec/struct.ts";
import { type BaseTxFields, baseTxFields, transferableOutputs } from "../components/base-tx.ts";
import type { TransferableOutput } from "../components/outputs.ts";
import { type Owner, owner } from "../components/owners.ts";
import { type Signer, signer } from "../components/signer.ts";
import { type Validator, validator } from "./validator.ts";

/** Adds a validator of the primary network or of an elastic subnet. */
export type AddPermissionlessValidatorTx = {
  readonly kind: "AddPermissionlessValidatorTx";
  readonly baseTx: BaseTxFields;
  readonly validator: Validator;
  readonly subnetID: Id;
  readonly signer: Signer;
  readonly stake: readonly TransferableOutput[];
  readonly validationRewardsOwner: Owner;
  readonly delegationRewardsOwner: Owner;
  /** The part of its delegators' rewards that the validator keeps, of 1,000,000. */
  readonly shares: number;
};

/** Wire order. avalanchego vms/platformvm/txs/add_permissionless_validator_tx.go @ v1.12.1 */
export const addPermissionlessValidatorTx = kindStruct<AddPermissionlessValidatorTx>(
  "AddPermissionlessValidatorTx",
  {
    baseTx: inline(baseTxFields),
    validator,
    subnetID: id,
    signer,
    stake: transferableOutputs,
    validationRewardsOwner: owner,
    delegationRewardsOwner: owner,
    shares: u32,
  },
);
