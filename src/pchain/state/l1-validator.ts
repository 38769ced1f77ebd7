import { compareBytes, type Id, type NodeId } from "../../formats/bytes.ts";
import type { PChainOwner } from "../components/owners.ts";

/** A validator of an L1 (ACP-77). avalanchego vms/platformvm/state/l1_validator.go @ v1.12.1 */
export type L1Validator = {
  readonly validationID: Id;
  readonly subnetID: Id;
  readonly nodeID: NodeId;
  /** 48 bytes compressed. */
  readonly publicKey: Uint8Array;
  readonly remainingBalanceOwner: PChainOwner;
  readonly deactivationOwner: PChainOwner;
  readonly startTime: bigint;
  /** Zero: removed. */
  readonly weight: bigint;
  readonly minNonce: bigint;
  /** Accrued fees at which the balance is used up; zero: inactive. */
  readonly endAccumulatedFee: bigint;
};

export function isActive(validator: L1Validator): boolean {
  return validator.weight !== 0n && validator.endAccumulatedFee !== 0n;
}

/** Ascending by (endAccumulatedFee, validationID): the first is evicted first. */
export function compareL1Validators(a: L1Validator, b: L1Validator): number {
  if (a.endAccumulatedFee !== b.endAccumulatedFee) {
    return a.endAccumulatedFee < b.endAccumulatedFee ? -1 : 1;
  }
  return compareBytes(a.validationID, b.validationID);
}
