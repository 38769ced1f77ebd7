import { inline, kindStruct } from "../codec/struct.ts";
import { type BaseTxFields, baseTxFields } from "../components/base-tx.ts";
import { type Owner, owner } from "../components/owners.ts";

/** Creates a subnet; its ID is the ID of this transaction. */
export type CreateSubnetTx = {
  readonly kind: "CreateSubnetTx";
  readonly baseTx: BaseTxFields;
  readonly owner: Owner;
};

/** Wire order. avalanchego vms/platformvm/txs/create_subnet_tx.go @ v1.12.1 */
export const createSubnetTx = kindStruct<CreateSubnetTx>("CreateSubnetTx", {
  baseTx: inline(baseTxFields),
  owner,
});
