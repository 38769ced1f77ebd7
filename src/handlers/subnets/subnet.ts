import { equalBytes, type Id } from "../../formats/bytes.ts";
import { formatId } from "../../formats/id.ts";
import { errors } from "../../generated/errors.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import type { HandlerContext } from "../context.ts";

/** What a validator or delegator of a subnet must bring. Amounts are in the asset's smallest unit. */
export type StakingTerms = {
  readonly assetID: Id;
  readonly minValidatorStake: bigint;
  readonly minDelegatorStake: bigint;
};

/** Throws SubnetTransformationNotFound for a subnet on which nobody can stake. */
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
    throw new Error(`A ${transformation.kind} transforms no subnet.`);
  }
  return transformation;
}
