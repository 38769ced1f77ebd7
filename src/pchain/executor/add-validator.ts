import { emptyId, isZero } from "../../formats/bytes.ts";
import { formatNodeId } from "../../formats/node-id.ts";
import type { TransferableOutput } from "../components/outputs.ts";
import { Rejection, within } from "../rejection.ts";
import type { AddValidatorTx } from "../txs/add-validator.ts";
import { verifySyntax } from "../txs/syntactic.ts";
import { noEffects } from "./context.ts";
import { putStaker } from "./put-staker.ts";
import { verifyDuration, verifyStart } from "./staking-period.ts";
import { currentOrPendingValidator, validatorRules } from "./staking-rules.ts";
import {
  type Execution,
  isDurango,
  moveFunds,
  type TxExecutor,
  verifyFlow,
} from "./transaction.ts";

/** avalanchego vms/platformvm/txs/executor/standard_tx_executor.go (AddValidatorTx) @ v1.12.1 */
export const executeAddValidatorTx: TxExecutor<"AddValidatorTx"> = (execution) => {
  const { tx, unsigned, state, context } = execution;
  if (isZero(unsigned.validator.nodeID)) throw new Rejection("validator nodeID cannot be empty");
  verifyAddValidatorTx(execution);
  putStaker(tx, unsigned, state, context);
  moveFunds(execution);
  return noEffects;
};

/** Returns the outputs with the stake: what an aborted proposal gives back. */
export function verifyAddValidatorTx(
  execution: Execution<AddValidatorTx>,
): readonly TransferableOutput[] {
  const { unsigned, state, context } = execution;
  if (isDurango(state, context)) {
    throw new Rejection("AddValidatorTx is not permitted post-Durango");
  }
  verifySyntax(unsigned, context.chain);
  const { validator } = unsigned;
  const rules = validatorRules(state, emptyId, context);
  if (validator.weight < rules.minValidatorStake) {
    throw new Rejection("weight of this validator is too low");
  }
  if (validator.weight > rules.maxValidatorStake) {
    throw new Rejection("weight of this validator is too large");
  }
  if (unsigned.shares < rules.minDelegationFee) {
    throw new Rejection("staker charges an insufficient delegation fee");
  }
  verifyDuration(validator.start, validator.end, rules);
  const outputs = [...unsigned.baseTx.outputs, ...unsigned.stake];
  if (context.mode === "trusted") return outputs;
  verifyStart(validator, state, context);
  if (currentOrPendingValidator(state, emptyId, validator.nodeID) !== undefined) {
    throw new Rejection(
      `${formatNodeId(validator.nodeID)} is already a validator of the primary network`,
    );
  }
  within("flow check failed", () => verifyFlow(execution, { outputs }));
  return outputs;
}
