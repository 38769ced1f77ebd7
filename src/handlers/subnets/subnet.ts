import { equalBytes, type Id } from "../../formats/bytes.ts";
import { formatId } from "../../formats/id.ts";
import { errors } from "../../generated/errors.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import type { OutputOwners } from "../../pchain/components/owners.ts";
import type { HandlerContext } from "../context.ts";

/** The owner of a subnet, or undefined for an unknown ID. Throws NotASubnet for the ID of another transaction. */
export function subnetOwner(
  subnetID: Id,
  { queries, state }: Pick<HandlerContext, "queries" | "state">,
): OutputOwners | undefined {
  const owner = state.subnetOwner(subnetID);
  if (owner !== undefined || queries.txs.byID(subnetID) === undefined) return owner;
  throw errors.notASubnet({ id: formatId(subnetID) });
}

/** Whether a subnet's validators stake: true for the primary network and for transformed subnets. */
export function isProofOfStake(subnetID: Id, { state }: Pick<HandlerContext, "state">): boolean {
  return (
    equalBytes(subnetID, primaryNetworkID) || state.subnetTransformation(subnetID) !== undefined
  );
}

/** The least stake on a subnet, in the smallest unit of its staking asset. */
export type StakingTerms = {
  readonly assetID: Id;
  readonly minValidatorStake: bigint;
  readonly minDelegatorStake: bigint;
};

/** Throws SubnetTransformationNotFound for a subnet without staking. */
export function stakingTerms(
  subnetID: Id,
  { chain, state }: Pick<HandlerContext, "chain" | "state">,
): StakingTerms {
  if (equalBytes(subnetID, primaryNetworkID)) {
    const { minValidatorStakeNavax, minDelegatorStakeNavax } = chain.network.staking;
    return {
      assetID: chain.avaxAssetID,
      minValidatorStake: minValidatorStakeNavax,
      minDelegatorStake: minDelegatorStakeNavax,
    };
  }
  const transformation = state.subnetTransformation(subnetID)?.unsigned;
  if (transformation === undefined) {
    throw errors.subnetTransformationNotFound({ subnetID: formatId(subnetID) });
  }
  if (transformation.kind !== "TransformSubnetTx") {
    throw new Error(`a ${transformation.kind} cannot transform a subnet`);
  }
  return transformation;
}
