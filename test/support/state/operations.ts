import fc from "fast-check";
import { emptyId } from "../../../src/formats/bytes.ts";
import { utxoID } from "../../../src/pchain/components/utxo.ts";
import { Rejection } from "../../../src/pchain/rejection.ts";
import { type StakerPriority, stakerPriorities } from "../../../src/pchain/state/staker.ts";
import type { MutableState } from "../../../src/pchain/state/state.ts";
import type { Subjects } from "./read-state.ts";
import {
  addressOf,
  baseTxOf,
  idOf,
  l1ValidatorOf,
  lockOutput,
  nodeIDOf,
  ownersOf,
  stakerOf,
  transferOutput,
  transformSubnetTxOf,
  utxoOf,
} from "./values.ts";

const kinds = [
  "scalars",
  "supply",
  "add-utxo",
  "delete-utxo",
  "tx",
  "subnet",
  "put-current-validator",
  "delete-current-validator",
  "put-current-delegator",
  "delete-current-delegator",
  "put-pending-validator",
  "delete-pending-validator",
  "put-pending-delegator",
  "delete-pending-delegator",
  "delegatee-reward",
  "put-l1-validator",
  "change-l1-validator",
  "put-expiry",
  "delete-expiry",
] as const;

/** A step of a random history. What it means depends on what the state holds then. */
export type Operation = {
  readonly kind: (typeof kinds)[number];
  readonly subject: number;
  readonly subnet: number;
  readonly amount: bigint;
};

const subjectCount = 6;
const subnetCount = 2;

export const operations = (maxLength: number): fc.Arbitrary<Operation[]> =>
  fc.array(
    fc.record({
      kind: fc.constantFrom(...kinds),
      subject: fc.nat(subjectCount - 1),
      subnet: fc.nat(subnetCount),
      amount: fc.bigInt(0n, 5n),
    }),
    { maxLength, size: "max" },
  );

export const subjects: Subjects = {
  subnetIDs: Array.from({ length: subnetCount }, (_, i) => idOf(900 + i + 1)),
  nodeIDs: Array.from({ length: subjectCount }, (_, i) => nodeIDOf(i + 1)),
  validationIDs: Array.from({ length: 200 }, (_, i) => idOf(i)),
  utxoIDs: Array.from({ length: subjectCount }, (_, i) =>
    utxoID(utxoOf(i, transferOutput(1n, [1]))),
  ),
  txIDs: Array.from({ length: subjectCount }, (_, i) => baseTxOf(i).id),
};

/**
 * Does one operation on both states, if the model shows that its rules admit it. `tag` is different at
 * every call. Returns false where the state under test refuses.
 */
export function perform(
  operation: Operation,
  tag: number,
  state: MutableState,
  model: MutableState,
): boolean {
  return performSteps(stepsOf(operation, tag, model), state, model);
}

/**
 * As `perform`, but stakers come and go as on a chain: nobody stays whose validator left, neither a
 * delegator nor a subnet's validator whose node left the primary network.
 */
export function performOnChain(
  operation: Operation,
  tag: number,
  state: MutableState,
  model: MutableState,
): boolean {
  const { kind, subject, subnet } = operation;
  const nodeID = nodeIDOf(subject + 1);
  const isPrimaryValidator = model.currentValidator(emptyId, nodeID) !== undefined;
  if (kind === "put-current-validator" && subnet !== 0 && !isPrimaryValidator) return false;
  if (kind === "delete-current-validator") {
    const subnetID = subnet === 0 ? emptyId : idOf(900 + subnet);
    if ([...model.currentDelegators(subnetID, nodeID)].length > 0) return false;
    const others = subnet === 0 ? subjects.subnetIDs : [];
    if (others.some((other) => model.currentValidator(other, nodeID) !== undefined)) return false;
  }
  return performSteps(stepsOf(operation, tag, model), state, model);
}

function performSteps(steps: readonly Step[], state: MutableState, model: MutableState): boolean {
  try {
    for (const step of steps) step(state);
  } catch (error) {
    if (error instanceof Rejection) return false;
    throw error;
  }
  for (const step of steps) step(model);
  return true;
}

type Step = (state: MutableState) => void;

function stepsOf(operation: Operation, tag: number, model: MutableState): Step[] {
  const { kind, subject, amount } = operation;
  const subnetID = operation.subnet === 0 ? emptyId : idOf(900 + operation.subnet);
  const nodeID = nodeIDOf(subject + 1);
  const utxo = utxoOf(
    subject,
    amount > 2n
      ? lockOutput(amount, [subject], amount)
      : transferOutput(amount + 1n, [subject, subject + 1], amount),
  );
  switch (kind) {
    case "scalars":
      return [
        (s) => s.setTimestamp(amount),
        (s) => s.setFeeState({ capacity: amount, excess: amount + 1n }),
        (s) => s.setL1ValidatorExcess(amount),
        (s) => s.setAccruedFees(amount),
      ];
    case "supply":
      return [(s) => s.setCurrentSupply(subnetID, amount)];
    case "add-utxo":
      return [(s) => s.addUtxo(utxo), (s) => s.addRewardUtxo(idOf(tag), utxo)];
    case "delete-utxo":
      return [(s) => s.deleteUtxo(utxoID(utxo))];
    case "tx": {
      const tx = baseTxOf(subject);
      if (model.tx(tx.id) !== undefined) return [];
      return [(s) => s.addTx(tx, amount > 2n ? "Aborted" : "Committed")];
    }
    case "subnet": {
      const transformation = transformSubnetTxOf(subnetID);
      if (model.subnetOwner(subnetID) !== undefined) {
        return [(s) => s.setSubnetOwner(subnetID, ownersOf(subject))];
      }
      const conversion = {
        conversionID: idOf(tag),
        managerChainID: idOf(subject),
        managerAddress: addressOf(subject),
      };
      return [
        (s) => s.addTx(transformation, "Committed"),
        (s) => s.addSubnet(subnetID),
        (s) => s.setSubnetOwner(subnetID, ownersOf(subject)),
        (s) => s.addSubnetTransformation(transformation),
        (s) => s.setSubnetConversion(subnetID, conversion),
      ];
    }
    case "put-current-validator":
    case "put-current-delegator":
    case "put-pending-validator":
    case "put-pending-delegator":
      return putStaker(kind, operation, tag, model);
    case "delete-current-validator": {
      const staker = model.currentValidator(subnetID, nodeID);
      return staker ? [(s) => s.deleteCurrentValidator(staker)] : [];
    }
    case "delete-current-delegator": {
      const [staker] = model.currentDelegators(subnetID, nodeID);
      return staker ? [(s) => s.deleteCurrentDelegator(staker)] : [];
    }
    case "delete-pending-validator": {
      const staker = model.pendingValidator(subnetID, nodeID);
      return staker ? [(s) => s.deletePendingValidator(staker)] : [];
    }
    case "delete-pending-delegator": {
      const [staker] = model.pendingDelegators(subnetID, nodeID);
      return staker ? [(s) => s.deletePendingDelegator(staker)] : [];
    }
    case "delegatee-reward":
      return model.currentValidator(subnetID, nodeID)
        ? [(s) => s.setDelegateeReward(subnetID, nodeID, amount)]
        : [];
    case "put-l1-validator": {
      const validator = l1ValidatorOf(tag, {
        subnetID,
        nodeID,
        weight: amount + 1n,
        endAccumulatedFee: amount,
      });
      return [(s) => s.putL1Validator(validator)];
    }
    case "change-l1-validator": {
      const validators = subjects.validationIDs.flatMap((id) => model.l1Validator(id) ?? []);
      const validator = validators[subject % validators.length];
      if (validator === undefined) return [];
      const changed = { ...validator, weight: amount, endAccumulatedFee: BigInt(subject) };
      return [(s) => s.putL1Validator(changed)];
    }
    case "put-expiry":
      return [(s) => s.putExpiry({ timestamp: (amount % 3n) + 1n, validationID: idOf(subject) })];
    case "delete-expiry":
      return [
        (s) => s.deleteExpiry({ timestamp: (amount % 3n) + 1n, validationID: idOf(subject) }),
      ];
  }
}

type PutKind =
  | "put-current-validator"
  | "put-current-delegator"
  | "put-pending-validator"
  | "put-pending-delegator";

const priorities: Record<PutKind, readonly [primary: StakerPriority, subnet: StakerPriority]> = {
  "put-current-validator": [
    stakerPriorities.primaryValidatorCurrent,
    stakerPriorities.permissionlessSubnetValidatorCurrent,
  ],
  "put-current-delegator": [
    stakerPriorities.primaryDelegatorCurrent,
    stakerPriorities.permissionlessSubnetDelegatorCurrent,
  ],
  "put-pending-validator": [
    stakerPriorities.primaryValidatorPending,
    stakerPriorities.permissionlessSubnetValidatorPending,
  ],
  "put-pending-delegator": [
    stakerPriorities.primaryBanffDelegatorPending,
    stakerPriorities.permissionlessSubnetDelegatorPending,
  ],
};

function putStaker(kind: PutKind, operation: Operation, tag: number, model: MutableState): Step[] {
  const { subject, amount, subnet } = operation;
  const subnetID = subnet === 0 ? emptyId : idOf(900 + subnet);
  const stake = [{ assetID: idOf(5), output: transferOutput(amount + 1n, [subject + 1]) }];
  const { staker, tx } = stakerOf(
    {
      node: subject + 1,
      tag,
      subnetID,
      weight: amount + 1n,
      nextTime: amount,
      priority: priorities[kind][subnet === 0 ? 0 : 1],
      publicKey: subnet === 0 && amount > 2n ? new Uint8Array(48).fill(subject) : undefined,
    },
    stake,
  );
  const { nodeID } = staker;
  const addTx: Step = (s) => s.addTx(tx, "Committed");
  switch (kind) {
    case "put-current-validator":
      if (model.currentValidator(subnetID, nodeID) || model.hasL1Validator(subnetID, nodeID)) {
        return [];
      }
      return [(s) => s.putCurrentValidator(staker), addTx];
    case "put-current-delegator":
      if (!model.currentValidator(subnetID, nodeID)) return [];
      return [(s) => s.putCurrentDelegator(staker), addTx];
    case "put-pending-validator":
      if (model.pendingValidator(subnetID, nodeID)) return [];
      return [(s) => s.putPendingValidator(staker), addTx];
    case "put-pending-delegator":
      return [(s) => s.putPendingDelegator(staker), addTx];
  }
}
