import type { Id } from "../../formats/bytes.ts";
import { id } from "../codec/primitives.ts";
import { inline, kindStruct } from "../codec/struct.ts";
import { type BaseTxFields, baseTxFields } from "../components/base-tx.ts";
import { type Authorization, verifiable } from "../components/credential.ts";
import { type Owner, owner } from "../components/owners.ts";

/** Gives a subnet to another owner. */
export type TransferSubnetOwnershipTx = {
  readonly kind: "TransferSubnetOwnershipTx";
  readonly baseTx: BaseTxFields;
  readonly subnetID: Id;
  readonly subnetAuthorization: Authorization;
  readonly newOwner: Owner;
};

/** Wire order. avalanchego vms/platformvm/txs/transfer_subnet_ownership_tx.go @ v1.12.1 */
export const transferSubnetOwnershipTx = kindStruct<TransferSubnetOwnershipTx>(
  "TransferSubnetOwnershipTx",
  {
    baseTx: inline(baseTxFields),
    subnetID: id,
    subnetAuthorization: verifiable,
    newOwner: owner,
  },
);
