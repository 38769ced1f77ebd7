import { equalBytes, type Id } from "../../formats/bytes.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import { type UnionMembers, union } from "../codec/union.ts";
import type { BaseTxFields } from "../components/base-tx.ts";
import { admitValidatorTxs } from "../components/credential.ts";
import { inputID } from "../components/utxo.ts";
import { type AddDelegatorTx, addDelegatorTx } from "./add-delegator.ts";
import {
  type AddPermissionlessDelegatorTx,
  addPermissionlessDelegatorTx,
} from "./add-permissionless-delegator.ts";
import {
  type AddPermissionlessValidatorTx,
  addPermissionlessValidatorTx,
} from "./add-permissionless-validator.ts";
import { type AddValidatorTx, addValidatorTx } from "./add-validator.ts";
import { type ConvertSubnetToL1Tx, convertSubnetToL1Tx } from "./convert-subnet-to-l1.ts";
import {
  type DisableL1ValidatorTx,
  disableL1ValidatorTx,
  type IncreaseL1ValidatorBalanceTx,
  increaseL1ValidatorBalanceTx,
  type RegisterL1ValidatorTx,
  registerL1ValidatorTx,
  type SetL1ValidatorWeightTx,
  setL1ValidatorWeightTx,
} from "./l1-validators.ts";
import { type TxKind, txTypeIDs } from "./names.ts";
import {
  type AdvanceTimeTx,
  advanceTimeTx,
  type RewardValidatorTx,
  rewardValidatorTx,
} from "./proposals.ts";
import {
  type AddSubnetValidatorTx,
  addSubnetValidatorTx,
  type RemoveSubnetValidatorTx,
  removeSubnetValidatorTx,
} from "./subnet-validators.ts";
import {
  type CreateChainTx,
  type CreateSubnetTx,
  createChainTx,
  createSubnetTx,
  type TransferSubnetOwnershipTx,
  transferSubnetOwnershipTx,
} from "./subnets.ts";
import {
  type BaseTx,
  baseTx,
  type ExportTx,
  exportTx,
  type ImportTx,
  importTx,
} from "./transfers.ts";
import { type TransformSubnetTx, transformSubnetTx } from "./transform-subnet.ts";

export type UnsignedTx =
  | AddValidatorTx
  | AddSubnetValidatorTx
  | AddDelegatorTx
  | CreateChainTx
  | CreateSubnetTx
  | ImportTx
  | ExportTx
  | AdvanceTimeTx
  | RewardValidatorTx
  | RemoveSubnetValidatorTx
  | TransformSubnetTx
  | AddPermissionlessValidatorTx
  | AddPermissionlessDelegatorTx
  | TransferSubnetOwnershipTx
  | BaseTx
  | ConvertSubnetToL1Tx
  | RegisterL1ValidatorTx
  | SetL1ValidatorWeightTx
  | IncreaseL1ValidatorBalanceTx
  | DisableL1ValidatorTx;

export type UnsignedTxOf<K extends TxKind> = Extract<UnsignedTx, { readonly kind: K }>;

const typeID = txTypeIDs;

const members: UnionMembers<UnsignedTx> = {
  AddValidatorTx: { typeID: typeID.AddValidatorTx, field: addValidatorTx },
  AddSubnetValidatorTx: { typeID: typeID.AddSubnetValidatorTx, field: addSubnetValidatorTx },
  AddDelegatorTx: { typeID: typeID.AddDelegatorTx, field: addDelegatorTx },
  CreateChainTx: { typeID: typeID.CreateChainTx, field: createChainTx },
  CreateSubnetTx: { typeID: typeID.CreateSubnetTx, field: createSubnetTx },
  ImportTx: { typeID: typeID.ImportTx, field: importTx },
  ExportTx: { typeID: typeID.ExportTx, field: exportTx },
  AdvanceTimeTx: { typeID: typeID.AdvanceTimeTx, field: advanceTimeTx },
  RewardValidatorTx: { typeID: typeID.RewardValidatorTx, field: rewardValidatorTx },
  RemoveSubnetValidatorTx: {
    typeID: typeID.RemoveSubnetValidatorTx,
    field: removeSubnetValidatorTx,
  },
  TransformSubnetTx: { typeID: typeID.TransformSubnetTx, field: transformSubnetTx },
  AddPermissionlessValidatorTx: {
    typeID: typeID.AddPermissionlessValidatorTx,
    field: addPermissionlessValidatorTx,
  },
  AddPermissionlessDelegatorTx: {
    typeID: typeID.AddPermissionlessDelegatorTx,
    field: addPermissionlessDelegatorTx,
  },
  TransferSubnetOwnershipTx: {
    typeID: typeID.TransferSubnetOwnershipTx,
    field: transferSubnetOwnershipTx,
  },
  BaseTx: { typeID: typeID.BaseTx, field: baseTx },
  ConvertSubnetToL1Tx: { typeID: typeID.ConvertSubnetToL1Tx, field: convertSubnetToL1Tx },
  RegisterL1ValidatorTx: { typeID: typeID.RegisterL1ValidatorTx, field: registerL1ValidatorTx },
  SetL1ValidatorWeightTx: { typeID: typeID.SetL1ValidatorWeightTx, field: setL1ValidatorWeightTx },
  IncreaseL1ValidatorBalanceTx: {
    typeID: typeID.IncreaseL1ValidatorBalanceTx,
    field: increaseL1ValidatorBalanceTx,
  },
  DisableL1ValidatorTx: { typeID: typeID.DisableL1ValidatorTx, field: disableL1ValidatorTx },
};

admitValidatorTxs({
  AddValidatorTx: (reader) => addValidatorTx.decode(reader).validator,
  AddDelegatorTx: (reader) => addDelegatorTx.decode(reader).validator,
  AddPermissionlessValidatorTx: (reader) => addPermissionlessValidatorTx.decode(reader).validator,
  AddPermissionlessDelegatorTx: (reader) => addPermissionlessDelegatorTx.decode(reader).validator,
  AddSubnetValidatorTx: (reader) => {
    const { subnetID, validator } = addSubnetValidatorTx.decode(reader).validator;
    return { weight: validator.weight, isOfPrimaryNetwork: equalBytes(subnetID, primaryNetworkID) };
  },
});

export const unsignedTx = union<UnsignedTx>({ interfaceName: "txs.UnsignedTx", members });

/** The fields that all but AdvanceTimeTx and RewardValidatorTx begin with. */
export function baseTxOf(unsigned: UnsignedTx): BaseTxFields | undefined {
  return "baseTx" in unsigned ? unsigned.baseTx : undefined;
}

/** IDs of the UTXOs that a transaction spends, imported ones last. avalanchego vms/platformvm/txs @ v1.12.1 (InputIDs) */
export function inputIDs(unsigned: UnsignedTx): Id[] {
  const own = baseTxOf(unsigned)?.inputs ?? [];
  const imported = unsigned.kind === "ImportTx" ? unsigned.importedInputs : [];
  return [...own, ...imported].map(({ txID, outputIndex }) => inputID(txID, outputIndex));
}
