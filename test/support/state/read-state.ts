import { emptyId, type Id, type NodeId } from "../../../src/formats/bytes.ts";
import type { State } from "../../../src/pchain/state/state.ts";

/** What to ask a state for. */
export type Subjects = {
  readonly subnetIDs: readonly Id[];
  readonly nodeIDs: readonly NodeId[];
  readonly validationIDs: readonly Id[];
  readonly utxoIDs: readonly Id[];
  readonly txIDs: readonly Id[];
};

/** Everything that a state answers about the subjects, as text that can be compared. */
export function readState(state: State, subjects: Subjects): unknown {
  const subnetIDs = [emptyId, ...subjects.subnetIDs];
  return plain({
    timestamp: state.timestamp(),
    feeState: state.feeState(),
    l1ValidatorExcess: state.l1ValidatorExcess(),
    accruedFees: state.accruedFees(),
    subnets: subnetIDs.map((subnetID) => ({
      subnetID,
      supply: state.currentSupply(subnetID),
      owner: owners(state.subnetOwner(subnetID)),
      transformation: state.subnetTransformation(subnetID)?.id,
      conversion: state.subnetConversion(subnetID),
      l1Weight: state.l1ValidatorWeight(subnetID),
      nodes: subjects.nodeIDs.map((nodeID) => ({
        current: state.currentValidator(subnetID, nodeID),
        pending: state.pendingValidator(subnetID, nodeID),
        currentDelegators: [...state.currentDelegators(subnetID, nodeID)],
        pendingDelegators: [...state.pendingDelegators(subnetID, nodeID)],
        delegateeReward: state.delegateeReward(subnetID, nodeID),
        autoRenewal: state.autoRenewal(nodeID),
        isL1Validator: state.hasL1Validator(subnetID, nodeID),
      })),
    })),
    currentStakers: [...state.currentStakers()],
    pendingStakers: [...state.pendingStakers()],
    l1Validators: subjects.validationIDs.map((id) => state.l1Validator(id)),
    activeL1Validators: [...state.activeL1Validators()],
    activeL1ValidatorCount: state.activeL1ValidatorCount(),
    expiries: [...state.expiries()],
    hasExpiry: subjects.validationIDs
      .slice(0, 10)
      .map((validationID) =>
        [1n, 2n, 3n].map((timestamp) => state.hasExpiry({ timestamp, validationID })),
      ),
    utxos: subjects.utxoIDs.map((id) => state.utxo(id)),
    txs: subjects.txIDs.map((id) => {
      const found = state.tx(id);
      return found && { id: found.tx.id, bytes: found.tx.bytes, status: found.status };
    }),
  });
}

function owners(value: ReturnType<State["subnetOwner"]>): unknown {
  return value && [value.locktime, value.threshold, value.addresses];
}

/** Byte strings as hex and bigints as text: Buffers and arrays of bytes are then equal. */
export function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("hex");
  if (typeof value === "bigint") return `${value}n`;
  if (Array.isArray(value)) return value.map(plain);
  if (value !== null && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]));
  }
  return value;
}
