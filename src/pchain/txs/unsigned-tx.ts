import type { Id } from "../../formats/bytes.ts";
import type { Release } from "../../networks/release.ts";
import type { Field } from "../codec/field.ts";
import type { RegisteredTypes } from "../codec/reader.ts";
import { registerTypes, union } from "../codec/union.ts";
import type { DecodeOptions } from "../codec/versioned.ts";
import type { BaseTxFields } from "../components/base-tx.ts";
import { inputID } from "../components/utxo.ts";
import { componentTypes, type TxKind, txTypes } from "../wire-types.ts";
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
import {
  type AddAutoRenewedValidatorTx,
  addAutoRenewedValidatorTx,
  type RewardAutoRenewedValidatorTx,
  rewardAutoRenewedValidatorTx,
  type SetAutoRenewedValidatorConfigTx,
  setAutoRenewedValidatorConfigTx,
} from "./auto-renewed-validators.ts";
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
  | DisableL1ValidatorTx
  | AddAutoRenewedValidatorTx
  | SetAutoRenewedValidatorConfigTx
  | RewardAutoRenewedValidatorTx;

export type UnsignedTxOf<K extends TxKind> = Extract<UnsignedTx, { readonly kind: K }>;

const fields = {
  AddValidatorTx: addValidatorTx,
  AddSubnetValidatorTx: addSubnetValidatorTx,
  AddDelegatorTx: addDelegatorTx,
  CreateChainTx: createChainTx,
  CreateSubnetTx: createSubnetTx,
  ImportTx: importTx,
  ExportTx: exportTx,
  AdvanceTimeTx: advanceTimeTx,
  RewardValidatorTx: rewardValidatorTx,
  RemoveSubnetValidatorTx: removeSubnetValidatorTx,
  TransformSubnetTx: transformSubnetTx,
  AddPermissionlessValidatorTx: addPermissionlessValidatorTx,
  AddPermissionlessDelegatorTx: addPermissionlessDelegatorTx,
  TransferSubnetOwnershipTx: transferSubnetOwnershipTx,
  BaseTx: baseTx,
  ConvertSubnetToL1Tx: convertSubnetToL1Tx,
  RegisterL1ValidatorTx: registerL1ValidatorTx,
  SetL1ValidatorWeightTx: setL1ValidatorWeightTx,
  IncreaseL1ValidatorBalanceTx: increaseL1ValidatorBalanceTx,
  DisableL1ValidatorTx: disableL1ValidatorTx,
  AddAutoRenewedValidatorTx: addAutoRenewedValidatorTx,
  SetAutoRenewedValidatorConfigTx: setAutoRenewedValidatorConfigTx,
  RewardAutoRenewedValidatorTx: rewardAutoRenewedValidatorTx,
} satisfies { readonly [K in TxKind]: Field<UnsignedTxOf<K>> };

export const unsignedTx = union<UnsignedTx>({
  interfaceName: "txs.UnsignedTx",
  types: txTypes,
  fields,
});

/** The types registered with the codec of transactions. */
export const txCodecTypes = registerTypes({ ...componentTypes, ...txTypes }, fields);

const heliconTypeIDs: ReadonlySet<number> = new Set([
  txTypes.AddAutoRenewedValidatorTx.typeID,
  txTypes.SetAutoRenewedValidatorConfigTx.typeID,
  txTypes.RewardAutoRenewedValidatorTx.typeID,
]);

const typesBeforeHelicon: RegisteredTypes = Object.fromEntries(
  Object.entries(txCodecTypes).filter(([typeID]) => !heliconTypeIDs.has(Number(typeID))),
);

/** The types that a release knows: v1.12 does not know the transactions of Helicon. */
export function txCodecTypesOf({ knowsHelicon }: Pick<Release, "knowsHelicon">): RegisteredTypes {
  return knowsHelicon ? txCodecTypes : typesBeforeHelicon;
}

/** What a release's codec of transactions reads. */
export function txCodecOf(release: Pick<Release, "knowsHelicon" | "codecBytesMax">): DecodeOptions {
  return { types: txCodecTypesOf(release), bytesMax: release.codecBytesMax };
}

/** The base fields; undefined for transactions of proposals. */
export function baseTxOf(unsigned: UnsignedTx): BaseTxFields | undefined {
  return "baseTx" in unsigned ? unsigned.baseTx : undefined;
}

/** IDs of the UTXOs that a transaction spends, imported ones last. avalanchego vms/platformvm/txs @ v1.12.1 (InputIDs) */
export function inputIDs(unsigned: UnsignedTx): Id[] {
  const own = baseTxOf(unsigned)?.inputs ?? [];
  const imported = unsigned.kind === "ImportTx" ? unsigned.importedInputs : [];
  return [...own, ...imported].map(({ txID, outputIndex }) => inputID(txID, outputIndex));
}
