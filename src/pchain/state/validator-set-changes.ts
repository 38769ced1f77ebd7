import { type BytesKey, emptyId, equalBytes, type Id, type NodeId } from "../../formats/bytes.ts";
import type { HotChanges } from "./changes.ts";
import { isActive, type L1Validator } from "./l1-validator.ts";
import { pairKey } from "./l1-validators.ts";
import type { Staker } from "./staker.ts";
import type { State } from "./state.ts";

/** The change of a node's weight on a subnet by a block. */
export type ValidatorSetChange = {
  readonly subnetID: Id;
  readonly nodeID: NodeId;
  readonly weightDelta: bigint;
  /** The node's new key; `unchanged` if only the weight changes. */
  readonly publicKey: Uint8Array | undefined | "unchanged";
};

/** The node ID that stands for all inactive L1 validators of a subnet. */
export const emptyNodeID: NodeId = new Uint8Array(20);

/**
 * Changes of validator sets, one for each subnet and node. `before` is the state without the changes.
 * avalanchego vms/platformvm/state/state.go (calculateValidatorDiffs) @ v1.12.1
 */
export function validatorSetChanges(before: State, changes: HotChanges): ValidatorSetChange[] {
  const set = new Map<BytesKey, ValidatorSetChange>();
  addStakerChanges(set, before, changes);
  for (const validator of changes.l1Validators) {
    const prior = before.l1Validator(validator.validationID);
    if (prior !== undefined) {
      add(set, prior.subnetID, effectiveNodeID(prior), -prior.weight, "unchanged");
    }
  }
  for (const validator of changes.l1Validators) {
    if (validator.weight === 0n) continue;
    const publicKey = isActive(validator) ? validator.publicKey : undefined;
    add(set, validator.subnetID, effectiveNodeID(validator), validator.weight, publicKey);
  }
  return [...set.values()];
}

function addStakerChanges(
  set: Map<BytesKey, ValidatorSetChange>,
  before: State,
  { currentStakers }: HotChanges,
): void {
  const primaryValidator = (nodeID: NodeId): Staker | undefined =>
    currentStakers.addedValidators.find(
      (staker) => isPrimary(staker.subnetID) && equalBytes(staker.nodeID, nodeID),
    ) ?? before.currentValidator(emptyId, nodeID);
  for (const { subnetID, nodeID, weight } of currentStakers.deletedValidators) {
    add(set, subnetID, nodeID, -weight, "unchanged");
  }
  for (const staker of currentStakers.addedValidators) {
    const { subnetID, nodeID, weight } = staker;
    // A subnet validator signs with its node's key on the primary network.
    const { publicKey } = isPrimary(subnetID) ? staker : (primaryValidator(nodeID) ?? staker);
    add(set, subnetID, nodeID, weight, publicKey);
  }
  for (const { subnetID, nodeID, weight } of currentStakers.addedDelegators) {
    add(set, subnetID, nodeID, weight, "unchanged");
  }
  for (const { subnetID, nodeID, weight } of currentStakers.deletedDelegators) {
    add(set, subnetID, nodeID, -weight, "unchanged");
  }
}

function add(
  set: Map<BytesKey, ValidatorSetChange>,
  subnetID: Id,
  nodeID: NodeId,
  weightDelta: bigint,
  publicKey: ValidatorSetChange["publicKey"],
): void {
  const key = pairKey(subnetID, nodeID);
  const prior = set.get(key);
  set.set(key, {
    subnetID,
    nodeID,
    weightDelta: (prior?.weightDelta ?? 0n) + weightDelta,
    publicKey: publicKey === "unchanged" && prior !== undefined ? prior.publicKey : publicKey,
  });
}

function effectiveNodeID(validator: L1Validator): NodeId {
  return isActive(validator) ? validator.nodeID : emptyNodeID;
}

function isPrimary(subnetID: Id): boolean {
  return equalBytes(subnetID, emptyId);
}
