import { equalBytes, type Id } from "../../formats/bytes.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import type { HandlerContext } from "../context.ts";

/** Whether a subnet's validators stake: the primary network's, and those of a subnet that was transformed. */
export function isProofOfStake(subnetID: Id, { state }: Pick<HandlerContext, "state">): boolean {
  return (
    equalBytes(subnetID, primaryNetworkID) || state.subnetTransformation(subnetID) !== undefined
  );
}

/**
 * Terms of a validator that the owner of its subnet added: nobody gets a reward, and nobody can delegate. Where the
 * subnet was transformed since, it still has the form of its subnet, with its weight for the stake, as in AvalancheGo.
 */
export const termsWithoutStake = {
  owner: { locktime: "0", threshold: "0", addresses: [] },
  delegationFee: "0.0000",
} as const;
