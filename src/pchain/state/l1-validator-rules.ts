import { equalBytes } from "../../formats/bytes.ts";
import type { PChainOwner } from "../components/owners.ts";
import { Rejection } from "../rejection.ts";
import type { L1Validator } from "./l1-validator.ts";
import type { State } from "./state.ts";

/**
 * Rejects a validator whose constant fields differ from the stored one, or a new one whose subnet and node
 * already have a validator. avalanchego vms/platformvm/state/l1_validator.go (putL1Validator) @ v1.12.1
 */
export function verifyL1Validator(
  state: State,
  prior: L1Validator | undefined,
  validator: L1Validator,
): void {
  if (prior !== undefined) {
    if (!constantFieldsAreEqual(prior, validator)) {
      throw new Rejection("L1 validator contains mutated constant fields");
    }
    return;
  }
  const { subnetID, nodeID, weight } = validator;
  // The parent never saw a validator that was added and removed within one diff.
  if (weight === 0n) return;
  if (state.currentValidator(subnetID, nodeID) !== undefined) {
    throw new Rejection("L1 validator contains conflicting subnetID + nodeID pair");
  }
  if (state.hasL1Validator(subnetID, nodeID)) {
    throw new Rejection("L1 validator contains duplicate subnetID + nodeID pair");
  }
}

function constantFieldsAreEqual(a: L1Validator, b: L1Validator): boolean {
  return (
    equalBytes(a.subnetID, b.subnetID) &&
    equalBytes(a.nodeID, b.nodeID) &&
    equalBytes(a.publicKey, b.publicKey) &&
    ownersAreEqual(a.remainingBalanceOwner, b.remainingBalanceOwner) &&
    ownersAreEqual(a.deactivationOwner, b.deactivationOwner) &&
    a.startTime === b.startTime
  );
}

function ownersAreEqual(a: PChainOwner, b: PChainOwner): boolean {
  return (
    a.threshold === b.threshold &&
    a.addresses.length === b.addresses.length &&
    a.addresses.every((address, index) => equalBytes(address, b.addresses[index]!))
  );
}
