import { formatId } from "../../formats/id.ts";
import type { FeeCalculator } from "../fees/calculator.ts";
import { Rejection, within } from "../rejection.ts";
import type { MutableState } from "../state/state.ts";
import type { Tx } from "../txs/tx.ts";
import type { TxKind } from "../wire-types.ts";
import { executeAddDelegatorTx } from "./add-delegator.ts";
import { executeAddPermissionlessDelegatorTx } from "./add-permissionless-delegator.ts";
import { executeAddPermissionlessValidatorTx } from "./add-permissionless-validator.ts";
import { executeAddSubnetValidatorTx } from "./add-subnet-validator.ts";
import { executeAddValidatorTx } from "./add-validator.ts";
import {
  executeAddAutoRenewedValidatorTx,
  executeSetAutoRenewedValidatorConfigTx,
} from "./auto-renewed-validators.ts";
import type { ExecutionContext, TxEffects } from "./context.ts";
import { executeConvertSubnetToL1Tx } from "./convert-subnet-to-l1.ts";
import { executeDisableL1ValidatorTx } from "./disable-l1-validator.ts";
import { executeIncreaseL1ValidatorBalanceTx } from "./increase-l1-validator-balance.ts";
import { executeRegisterL1ValidatorTx } from "./register-l1-validator.ts";
import { executeRemoveSubnetValidatorTx } from "./remove-subnet-validator.ts";
import { executeSetL1ValidatorWeightTx } from "./set-l1-validator-weight.ts";
import {
  executeCreateChainTx,
  executeCreateSubnetTx,
  executeTransferSubnetOwnershipTx,
} from "./subnets.ts";
import type { Execution, TxExecutor } from "./transaction.ts";
import { executeBaseTx, executeExportTx, executeImportTx } from "./transfers.ts";
import { executeTransformSubnetTx } from "./transform-subnet.ts";

/**
 * Executes a decision transaction. If it throws a Rejection, discard the state. avalanchego
 * vms/platformvm/txs/executor/standard_tx_executor.go @ v1.12.1
 */
export function executeStandardTx(
  tx: Tx,
  state: MutableState,
  fee: FeeCalculator,
  context: ExecutionContext,
): TxEffects {
  return within(
    () => `standard tx ${formatId(tx.id)} failed execution`,
    () => executeWithoutPrefix(tx, state, fee, context),
  );
}

function executeWithoutPrefix(
  tx: Tx,
  state: MutableState,
  fee: FeeCalculator,
  context: ExecutionContext,
): TxEffects {
  state.record({ kind: "tx", tx, status: "Committed" });
  const execute = executors[tx.unsigned.kind] as (execution: Execution) => TxEffects;
  return execute({ tx, unsigned: tx.unsigned, state, fee, context });
}

const wrongType = (): never => {
  throw new Rejection("wrong transaction type");
};

const executors: { readonly [K in TxKind]: TxExecutor<K> } = {
  AddValidatorTx: executeAddValidatorTx,
  AddSubnetValidatorTx: executeAddSubnetValidatorTx,
  AddDelegatorTx: executeAddDelegatorTx,
  CreateChainTx: executeCreateChainTx,
  CreateSubnetTx: executeCreateSubnetTx,
  ImportTx: executeImportTx,
  ExportTx: executeExportTx,
  AdvanceTimeTx: wrongType,
  RewardValidatorTx: wrongType,
  RemoveSubnetValidatorTx: executeRemoveSubnetValidatorTx,
  TransformSubnetTx: executeTransformSubnetTx,
  AddPermissionlessValidatorTx: executeAddPermissionlessValidatorTx,
  AddPermissionlessDelegatorTx: executeAddPermissionlessDelegatorTx,
  TransferSubnetOwnershipTx: executeTransferSubnetOwnershipTx,
  BaseTx: executeBaseTx,
  ConvertSubnetToL1Tx: executeConvertSubnetToL1Tx,
  RegisterL1ValidatorTx: executeRegisterL1ValidatorTx,
  SetL1ValidatorWeightTx: executeSetL1ValidatorWeightTx,
  IncreaseL1ValidatorBalanceTx: executeIncreaseL1ValidatorBalanceTx,
  DisableL1ValidatorTx: executeDisableL1ValidatorTx,
  AddAutoRenewedValidatorTx: executeAddAutoRenewedValidatorTx,
  SetAutoRenewedValidatorConfigTx: executeSetAutoRenewedValidatorConfigTx,
  RewardAutoRenewedValidatorTx: wrongType,
};
