import type { TxKind } from "../pchain/wire-types.ts";

/** What a transaction's operations are called: avalanche-rosetta's names, and names of the same style. */
export const typeOfKind = {
  AddValidatorTx: "ADD_VALIDATOR",
  AddSubnetValidatorTx: "ADD_SUBNET_VALIDATOR",
  AddDelegatorTx: "ADD_DELEGATOR",
  CreateChainTx: "CREATE_CHAIN",
  CreateSubnetTx: "CREATE_SUBNET",
  ImportTx: "IMPORT_AVAX",
  ExportTx: "EXPORT_AVAX",
  AdvanceTimeTx: "ADVANCE_TIME",
  RewardValidatorTx: "REWARD_VALIDATOR",
  RemoveSubnetValidatorTx: "REMOVE_SUBNET_VALIDATOR",
  TransformSubnetTx: "TRANSFORM_SUBNET_VALIDATOR",
  AddPermissionlessValidatorTx: "ADD_PERMISSIONLESS_VALIDATOR",
  AddPermissionlessDelegatorTx: "ADD_PERMISSIONLESS_DELEGATOR",
  TransferSubnetOwnershipTx: "TRANSFER_SUBNET_OWNERSHIP",
  BaseTx: "BASE",
  ConvertSubnetToL1Tx: "CONVERT_SUBNET_TO_L1_TX",
  RegisterL1ValidatorTx: "REGISTER_L1_VALIDATOR_TX",
  SetL1ValidatorWeightTx: "SET_L1_VALIDATOR_WEIGHT_TX",
  IncreaseL1ValidatorBalanceTx: "INCREASE_L1_VALIDATOR_BALANCE_TX",
  DisableL1ValidatorTx: "DISABLE_L1_VALIDATOR_TX",
  AddAutoRenewedValidatorTx: "ADD_AUTO_RENEWED_VALIDATOR",
  SetAutoRenewedValidatorConfigTx: "SET_AUTO_RENEWED_VALIDATOR_CONFIG",
  RewardAutoRenewedValidatorTx: "REWARD_AUTO_RENEWED_VALIDATOR",
} as const satisfies Record<TxKind, string>;

/** Of what no transaction did. */
export const otherTypes = { Genesis: "GENESIS", Dev: "DEV", fees: "L1_FEES" } as const;

export const operationTypes: readonly string[] = [
  ...Object.values(typeOfKind),
  ...Object.values(otherTypes),
];

/** Of operations that changed balances. */
export const success = "SUCCESS";
