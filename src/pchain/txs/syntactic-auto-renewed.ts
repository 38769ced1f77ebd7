import { equalBytes, isZero } from "../../formats/bytes.ts";
import type { ChainContext } from "../../networks/network.ts";
import {
  type ProofCheck,
  verifyNodeIDLength,
  verifyOwners,
  verifyTransferableOutput,
  verifyVerifiable,
} from "../components/verify.ts";
import { Rejection, within } from "../rejection.ts";
import {
  type AddAutoRenewedValidatorTx,
  type SetAutoRenewedValidatorConfigTx,
  stakeWeight,
} from "./auto-renewed-validators.ts";
import { verifyBaseTx, verifyEach, verifySortedOutputs } from "./syntactic-base.ts";
import { sharesMax, verifyShares } from "./syntactic-staking.ts";

/** avalanchego vms/platformvm/txs/add_auto_renewed_validator_tx.go @ v1.15.0-fuji */
export function verifyAddAutoRenewedValidator(
  tx: AddAutoRenewedValidatorTx,
  chain: ChainContext,
  verifyProof: ProofCheck,
): void {
  if (tx.stake.length === 0) throw new Rejection("no stake");
  verifyShares(tx.delegationShares);
  verifyCompoundShares(tx.autoCompoundRewardShares);
  if (tx.period === 0n) throw new Rejection("missing period");
  verifyNodeIDLength(tx.nodeID);
  if (isZero(tx.nodeID)) throw new Rejection("validator nodeID cannot be empty");
  within("verifying BaseTx", () => verifyBaseTx(tx.baseTx, chain));
  within("verifying signer, rewards owners or validator authority", () => {
    if (tx.signer.kind === "ProofOfPossession") verifyProof(tx.signer);
    verifyOwners(tx.validationRewardsOwner);
    verifyOwners(tx.delegationRewardsOwner);
    verifyOwners(tx.validatorAuthority);
  });
  if (tx.signer.kind === "Empty") throw new Rejection("missing signer");
  verifyEach(tx.stake, verifyTransferableOutput, "verifying output");
  if (tx.stake.some(({ assetID }) => !equalBytes(assetID, chain.avaxAssetID))) {
    throw new Rejection("invalid staked asset");
  }
  stakeWeight(tx);
  verifySortedOutputs(tx.stake);
}

/** avalanchego vms/platformvm/txs/set_auto_renewed_validator_config_tx.go @ v1.15.0-fuji */
export function verifySetAutoRenewedValidatorConfig(
  tx: SetAutoRenewedValidatorConfigTx,
  chain: ChainContext,
): void {
  if (isZero(tx.txID)) throw new Rejection("missing tx id");
  verifyCompoundShares(tx.autoCompoundRewardShares);
  verifyBaseTx(tx.baseTx, chain);
  verifyVerifiable(tx.auth);
}

function verifyCompoundShares(shares: number): void {
  if (shares > sharesMax) {
    throw new Rejection(`a staker can only restake at most ${sharesMax} shares from rewards`);
  }
}
