import type { Id } from "../../formats/bytes.ts";
import { formatBase64, parseBase64 } from "../../formats/encoding.ts";
import { textOf } from "../codec/json-form.ts";
import { bytes, id } from "../codec/primitives.ts";
import { inline, kindStruct, slice, withJson } from "../codec/struct.ts";
import { text } from "../codec/text.ts";
import { type BaseTxFields, baseTxFields } from "../components/base-tx.ts";
import { type Authorization, verifiable } from "../components/credential.ts";
import { type Owner, owner } from "../components/owners.ts";

/** Creates a blockchain that a subnet validates. */
export type CreateChainTx = {
  readonly kind: "CreateChainTx";
  readonly baseTx: BaseTxFields;
  readonly subnetID: Id;
  readonly chainName: string;
  readonly vmID: Id;
  readonly fxIDs: readonly Id[];
  readonly genesisData: Uint8Array;
  readonly subnetAuthorization: Authorization;
};

/** Wire order. avalanchego vms/platformvm/txs/create_chain_tx.go @ v1.12.1 */
export const createChainTx = kindStruct<CreateChainTx>("CreateChainTx", {
  baseTx: inline(baseTxFields),
  subnetID: id,
  chainName: text,
  vmID: id,
  fxIDs: slice(id),
  genesisData: withJson(bytes, formatBase64, (json) => parseBase64(textOf(json))),
  subnetAuthorization: verifiable,
});

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

/** Transfers a subnet to another owner. */
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
