import { compareBytes, type Id, type NodeId } from "../../formats/bytes.ts";

/** A validator or delegator, current or pending. avalanchego vms/platformvm/state/staker.go @ v1.12.1 */
export type Staker = {
  readonly txID: Id;
  readonly nodeID: NodeId;
  /** 48 bytes compressed; only if the staker's own transaction has a proof of possession. */
  readonly publicKey: Uint8Array | undefined;
  readonly subnetID: Id;
  readonly weight: bigint;
  readonly startTime: bigint;
  readonly endTime: bigint;
  readonly potentialReward: bigint;
  /** When the staker moves next: its start while pending, its end while current. */
  readonly nextTime: bigint;
  readonly priority: StakerPriority;
};

/** Order of stakers that move in the same second. avalanchego vms/platformvm/txs/priorities.go @ v1.12.1 */
export const stakerPriorities = {
  primaryApricotDelegatorPending: 1,
  primaryValidatorPending: 2,
  primaryBanffDelegatorPending: 3,
  permissionlessSubnetValidatorPending: 4,
  permissionlessSubnetDelegatorPending: 5,
  permissionedSubnetValidatorPending: 6,
  permissionedSubnetValidatorCurrent: 7,
  permissionlessSubnetDelegatorCurrent: 8,
  permissionlessSubnetValidatorCurrent: 9,
  primaryDelegatorCurrent: 10,
  primaryValidatorCurrent: 11,
} as const;

export type StakerPriority = (typeof stakerPriorities)[keyof typeof stakerPriorities];

/** `staking` is a validator with stake, `permissioned` one that the owner of its subnet added. */
export type StakerKind = "staking" | "permissioned" | "delegator";

const stakerKinds: Readonly<Record<StakerPriority, StakerKind>> = {
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

export function stakerKind({ priority }: Pick<Staker, "priority">): StakerKind {
  return stakerKinds[priority];
}

/** Ascending by (nextTime, priority, txID). */
export function compareStakers(a: Staker, b: Staker): number {
  if (a.nextTime !== b.nextTime) return a.nextTime < b.nextTime ? -1 : 1;
  if (a.priority !== b.priority) return a.priority - b.priority;
  return compareBytes(a.txID, b.txID);
}
