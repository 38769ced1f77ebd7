import { idArgument } from "../arguments.ts";
import type { Handler } from "../handler.ts";
import { stakingTerms } from "../subnets/subnet.ts";

/** The least stake of validators and delegators. specification 4.3 */
export const getMinStake: Handler<"platform.getMinStake", "chain" | "state"> = (
  { subnetID },
  context,
) => {
  const terms = stakingTerms(idArgument("subnetID", subnetID), context);
  return {
    minValidatorStake: terms.minValidatorStake.toString(),
    minDelegatorStake: terms.minDelegatorStake.toString(),
  };
};
