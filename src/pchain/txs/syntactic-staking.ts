import { equalBytes, isZero } from "../../formats/bytes.ts";
import { formatId } from "../../formats/id.ts";
import type { ChainContext } from "../../networks/network.ts";
import type { TransferableOutput } from "../components/outputs.ts";
import { type ProofCheck, verifyOwners, verifyTransferableOutput } from "../components/verify.ts";
import { Rejection, within } from "../rejection.ts";
import { addUint64 } from "../uint64.ts";
import type { AddDelegatorTx } from "./add-delegator.ts";
import type { AddPermissionlessDelegatorTx } from "./add-permissionless-delegator.ts";
import type { AddPermissionlessValidatorTx } from "./add-permissionless-validator.ts";
import type { AddValidatorTx } from "./add-validator.ts";
import { verifyBaseTx, verifyEach, verifySortedOutputs } from "./syntactic-base.ts";
import type { Validator } from "./validator.ts";

export const sharesMax = 1_000_000;

/** avalanchego vms/platformvm/txs/add_validator_tx.go @ v1.12.1 */
export function verifyAddValidator(tx: AddValidatorTx, chain: ChainContext): void {
  verifyShares(tx.shares);
  within("failed to verify BaseTx", () => verifyBaseTx(tx.baseTx, chain));
  within("failed to verify validator or rewards owner", () => {
    verifyWeight(tx.validator);
    verifyOwners(tx.rewardsOwner);
  });
  const total = avaxStakeTotal(tx.stake, chain, "failed to verify output");
  verifySortedOutputs(tx.stake);
  verifyValidatorWeight(tx.validator.weight, total);
}

/** avalanchego vms/platformvm/txs/add_delegator_tx.go @ v1.12.1 */
export function verifyAddDelegator(tx: AddDelegatorTx, chain: ChainContext): void {
  verifyBaseTx(tx.baseTx, chain);
  within("failed to verify validator or rewards owner", () => {
    verifyWeight(tx.validator);
    verifyOwners(tx.rewardsOwner);
  });
  const total = avaxStakeTotal(tx.stake, chain, "output verification failed");
  verifySortedOutputs(tx.stake);
  verifyDelegatorWeight(tx.validator.weight, total);
}

/** avalanchego vms/platformvm/txs/add_permissionless_validator_tx.go @ v1.12.1 */
export function verifyPermissionlessValidator(
  tx: AddPermissionlessValidatorTx,
  chain: ChainContext,
  verifyProof: ProofCheck,
): void {
  if (isZero(tx.validator.nodeID)) throw new Rejection("validator nodeID cannot be empty");
  if (tx.stake.length === 0) throw new Rejection("no stake");
  verifyShares(tx.shares);
  within("failed to verify BaseTx", () => verifyBaseTx(tx.baseTx, chain));
  within("failed to verify validator, signer, or rewards owners", () => {
    verifyWeight(tx.validator);
    if (tx.signer.kind === "ProofOfPossession") verifyProof(tx.signer);
    verifyOwners(tx.validationRewardsOwner);
    verifyOwners(tx.delegationRewardsOwner);
  });
  const hasKey = tx.signer.kind === "ProofOfPossession";
  const isPrimaryNetwork = isZero(tx.subnetID);
  if (hasKey !== isPrimaryNetwork) {
    throw new Rejection(`invalid signer: hasKey=${hasKey} != isPrimaryNetwork=${isPrimaryNetwork}`);
  }
  const total = oneAssetStakeTotal(tx.stake);
  verifySortedOutputs(tx.stake);
  verifyValidatorWeight(tx.validator.weight, total);
}

/** avalanchego vms/platformvm/txs/add_permissionless_delegator_tx.go @ v1.12.1 */
export function verifyPermissionlessDelegator(
  tx: AddPermissionlessDelegatorTx,
  chain: ChainContext,
): void {
  if (tx.stake.length === 0) throw new Rejection("no stake");
  within("failed to verify BaseTx", () => verifyBaseTx(tx.baseTx, chain));
  within("failed to verify validator or rewards owner", () => {
    verifyWeight(tx.validator);
    verifyOwners(tx.rewardsOwner);
  });
  const total = oneAssetStakeTotal(tx.stake);
  verifySortedOutputs(tx.stake);
  verifyDelegatorWeight(tx.validator.weight, total);
}

/** avalanchego vms/platformvm/txs/validator.go @ v1.12.1 */
export function verifyWeight(validator: Validator): void {
  if (validator.weight === 0n) throw new Rejection("weight of this validator is too low");
}

export function verifyShares(shares: number): void {
  if (shares > sharesMax) {
    throw new Rejection(`a staker can only require at most ${sharesMax} shares from delegators`);
  }
}

function verifyValidatorWeight(weight: bigint, stake: bigint): void {
  if (weight !== stake) {
    throw new Rejection(`validator weight mismatch: weight ${weight} != stake ${stake}`);
  }
}

function verifyDelegatorWeight(weight: bigint, stake: bigint): void {
  if (weight !== stake) {
    throw new Rejection(
      `delegator weight is not equal to total stake weight, delegator weight ${weight} total stake weight ${stake}`,
    );
  }
}

function avaxStakeTotal(
  stake: readonly TransferableOutput[],
  chain: ChainContext,
  prefix: string,
): bigint {
  let total = 0n;
  for (const staked of stake) {
    within(prefix, () => verifyTransferableOutput(staked));
    total = addUint64(total, amountOf(staked));
    if (!equalBytes(staked.assetID, chain.avaxAssetID)) {
      throw new Rejection(`stake must be AVAX but is "${formatId(staked.assetID)}"`);
    }
  }
  return total;
}

function oneAssetStakeTotal(stake: readonly TransferableOutput[]): bigint {
  verifyEach(stake, verifyTransferableOutput, "failed to verify output");
  const [first, ...others] = stake as [TransferableOutput, ...TransferableOutput[]];
  let total = amountOf(first);
  for (const staked of others) {
    total = addUint64(total, amountOf(staked));
    if (!equalBytes(staked.assetID, first.assetID)) {
      throw new Rejection(
        `multiple staked assets: "${formatId(first.assetID)}" and "${formatId(staked.assetID)}"`,
      );
    }
  }
  return total;
}

function amountOf({ output }: TransferableOutput): bigint {
  return output.kind === "LockOut" ? output.output.amount : output.amount;
}
