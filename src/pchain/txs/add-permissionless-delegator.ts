import type { Id } from "../../formats/bytes.ts";
import { id } from "../codec/primitives.ts";
import { inline, kindStruct } from "../codec/struct.ts";
import { type BaseTxFields, baseTxFields, transferableOutputs } from "../components/base-tx.ts";
import type { TransferableOutput } from "../components/outputs.ts";
import { type Owner, owner } from "../components/owners.ts";
import { type Validator, validator } from "./validator.ts";

/** Delegates to a validator of the primary network or of an elastic subnet. */
export type AddPermissionlessDelegatorTx = {
  readonly kind: "AddPermissionlessDelegatorTx";
  readonly baseTx: BaseTxFields;
  readonly validator: Validator;
  readonly subnetID: Id;
  readonly stake: readonly TransferableOutput[];
  readonly rewardsOwner: Owner;
};

/** Wire order. avalanchego vms/platformvm/txs/add_permissionless_delegator_tx.go @ v1.12.1 */
export const addPermissionlessDelegatorTx = kindStruct<AddPermissionlessDelegatorTx>(
  "AddPermissionlessDelegatorTx",
  {
    baseTx: inline(baseTxFields),
    validator,
    subnetID: id,
    stake: transferableOutputs,
    rewardsOwner: owner,
  },
);
