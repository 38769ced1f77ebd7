import { type Staker, type StakerPriority, stakerPriorities } from "../../pchain/state/staker.ts";

/** `staking` is a validator with stake, `permissioned` one that the owner of its subnet added. */
export type StakerKind = "staking" | "permissioned" | "delegator";

const kinds: Readonly<Record<StakerPriority, StakerKind>> = {
  [stakerPriorities.primaryApricotDelegatorPending]: "delegator",
  [stakerPriorities.primaryValidatorPending]: "staking",
  [stakerPriorities.primaryBanffDelegatorPending]: "delegator",
  [stakerPriorities.permissionlessSubnetValidatorPending]: "staking",
  [stakerPriorities.permissionlessSubnetDelegatorPending]: "delegator",
  [stakerPriorities.permissionedSubnetValidatorPending]: "permissioned",
  [stakerPriorities.permissionedSubnetValidatorCurrent]: "permissioned",
  [stakerPriorities.permissionlessSubnetDelegatorCurrent]: "delegator",
  [stakerPriorities.permissionlessSubnetValidatorCurrent]: "staking",
  [stakerPriorities.primaryDelegatorCurrent]: "delegator",
  [stakerPriorities.primaryValidatorCurrent]: "staking",
};

export function stakerKind({ priority }: Staker): StakerKind {
  return kinds[priority];
}
