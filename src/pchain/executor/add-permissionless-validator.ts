import { isZero } from "../../formats/bytes.ts";
import { formatId } from "../../formats/id.ts";
import { formatNodeId } from "../../formats/node-id.ts";
import { Rejection, within } from "../rejection.ts";
import type { AddPermissionlessValidatorTx } from "../txs/add-permissionless-validator.ts";
import { noEffects } from "./context.ts";
import { putStaker } from "./put-staker.ts";
import {
  stakingStart,
  verifyDuration,
  verifyPrimaryNetworkPeriod,
  verifyStart,
} from "./staking-period.ts";
import { currentOrPendingValidator, validatorRules, verifyStakedAsset } from "./staking-rules.ts";
import {
  type Execution,
  moveFunds,
  type TxExecutor,
  verifyFlow,
  verifyForm,
} from "./transaction.ts";

/** avalanchego vms/platformvm/txs/executor/standard_tx_executor.go (AddPermissionlessValidatorTx) @ v1.12.1 */
export const executeAddPermissionlessValidatorTx: TxExecutor<"AddPermissionlessValidatorTx"> = (
  execution,
) => {
  const { tx, unsigned, state, context } = execution;
  verifyForm(execution);
  if (context.mode === "verified") verifyValidator(execution);
  putStaker(tx, unsigned, state, context);
  moveFunds(execution);
  return noEffects;
};

function verifyValidator(execution: Execution<AddPermissionlessValidatorTx>): void {
  const { unsigned, state, context } = execution;
  const { validator, subnetID, shares } = unsigned;
  const start = stakingStart(validator, state, context);
  verifyStart(validator, state, context);
  const rules = validatorRules(state, subnetID, context);
  if (validator.weight < rules.minValidatorStake) {
    throw new Rejection("weight of this validator is too low");
  }
  if (validator.weight > rules.maxValidatorStake) {
    throw new Rejection("weight of this validator is too large");
  }
  if (shares < rules.minDelegationFee) {
    throw new Rejection("staker charges an insufficient delegation fee");
  }
  verifyDuration(start, validator.end, rules, context);
  verifyStakedAsset(unsigned.stake, rules.assetID);
  if (currentOrPendingValidator(state, subnetID, validator.nodeID) !== undefined) {
    throw new Rejection(
      `duplicate validator: ${formatNodeId(validator.nodeID)} on ${formatId(subnetID)}`,
    );
  }
  if (!isZero(subnetID)) verifyPrimaryNetworkPeriod(state, validator, start, context);
  const outputs = [...unsigned.baseTx.outputs, ...unsigned.stake];
  within("flow check failed", () => verifyFlow(execution, { outputs }));
}
