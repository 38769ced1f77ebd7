import type { Id, NodeId } from "../../formats/bytes.ts";
import { id, nodeID } from "../codec/primitives.ts";
import { inline, kindStruct } from "../codec/struct.ts";
import { type BaseTxFields, baseTxFields } from "../components/base-tx.ts";
import { type Authorization, verifiable } from "../components/credential.ts";
import { type SubnetValidator, subnetValidator } from "./validator.ts";

/** Removes a validator of a permissioned subnet. */
export type RemoveSubnetValidatorTx = {
  readonly kind: "RemoveSubnetValidatorTx";
  readonly baseTx: BaseTxFields;
  readonly nodeID: NodeId;
  readonly subnetID: Id;
  readonly subnetAuthorization: Authorization;
};

/** Wire order. avalanchego vms/platformvm/txs/remove_subnet_validator_tx.go @ v1.12.1 */
export const removeSubnetValidatorTx = kindStruct<RemoveSubnetValidatorTx>(
  "RemoveSubnetValidatorTx",
  {
    baseTx: inline(baseTxFields),
    nodeID,
    subnetID: id,
    subnetAuthorization: verifiable,
  },
);

/** Adds a validator of a permissioned subnet. */
export type AddSubnetValidatorTx = {
  readonly kind: "AddSubnetValidatorTx";
  readonly baseTx: BaseTxFields;
  readonly validator: SubnetValidator;
  readonly subnetAuthorization: Authorization;
};

/** Wire order. avalanchego vms/platformvm/txs/add_subnet_validator_tx.go @ v1.12.1 */
export const addSubnetValidatorTx = kindStruct<AddSubnetValidatorTx>("AddSubnetValidatorTx", {
  baseTx: inline(baseTxFields),
  validator: subnetValidator,
  subnetAuthorization: verifiable,
});
