import { describe, expect, test } from "vitest";
import { emptyId } from "../../../../src/formats/bytes.ts";
import { Rejection } from "../../../../src/pchain/rejection.ts";
import { Diff } from "../../../../src/pchain/state/diff.ts";
import { MemoryState } from "../../../../src/pchain/state/memory-state.ts";
import { stakerPriorities } from "../../../../src/pchain/state/staker.ts";
import type { MutableState } from "../../../../src/pchain/state/state.ts";
import {
  addressOf,
  idOf,
  l1ValidatorOf,
  nodeIDOf,
  stakerOf,
} from "../../../support/state/values.ts";

function rejection(run: () => void): string {
  try {
    run();
  } catch (error) {
    if (error instanceof Rejection) return error.message;
    throw error;
  }
  return "accepted";
}

describe("stakers of a diff", () => {
  const { staker } = stakerOf({ node: 1 });
  const { staker: again } = stakerOf({ node: 1, tag: 2 });

  test("a validator that was deleted cannot be added again", () => {
    const base = new MemoryState();
    base.putCurrentValidator(staker);
    const diff = new Diff(base);
    diff.deleteCurrentValidator(staker);
    expect(diff.currentValidator(emptyId, nodeIDOf(1))).toBeUndefined();
    expect(rejection(() => diff.putCurrentValidator(again))).toBe(
      "attempted to add a staker after deleting it",
    );
    expect(rejection(() => new Diff(diff).putCurrentValidator(again))).toBe("accepted");
  });

  test("a validator that was deleted can be added again where that is allowed", () => {
    const base = new MemoryState();
    base.putCurrentValidator(staker);
    base.setDelegateeReward(emptyId, nodeIDOf(1), 7n);
    const diff = new Diff(base, "allowed");
    diff.deleteCurrentValidator(staker);
    diff.putCurrentValidator(again);
    expect([...diff.currentStakers()]).toEqual([again]);
    expect(diff.delegateeReward(emptyId, nodeIDOf(1))).toBe(0n);
    const { addedValidators, deletedValidators } = diff.changes().currentStakers;
    expect([addedValidators, deletedValidators]).toEqual([[again], [staker]]);
    diff.applyTo(base);
    expect(base.currentValidator(emptyId, nodeIDOf(1))).toEqual(again);
    expect([...base.currentStakers()]).toEqual([again]);
  });

  test("a renewed validator keeps its transaction and replaces the old one", () => {
    const base = new MemoryState();
    base.putCurrentValidator(staker);
    const diff = new Diff(base, "allowed");
    const renewed = { ...staker, nextTime: staker.nextTime + 5n, weight: staker.weight + 1n };
    diff.deleteCurrentValidator(staker);
    diff.putCurrentValidator(renewed);
    expect([...diff.currentStakers()]).toEqual([renewed]);
    const top = new Diff(diff, "allowed");
    top.deleteCurrentValidator(renewed);
    expect([...top.currentStakers()]).toEqual([]);
    top.putCurrentValidator({ ...renewed });
    expect([...top.currentStakers()]).toEqual([renewed]);
    const { addedValidators, deletedValidators } = top.changes().currentStakers;
    expect([addedValidators, deletedValidators]).toEqual([[], []]);
  });

  test("the renewal of a validator ends when it is deleted or added", () => {
    const base = new MemoryState();
    base.putCurrentValidator(staker);
    const renewal = {
      accruedValidationRewardsNavax: 1n,
      accruedDelegateeRewardsNavax: 2n,
      autoCompoundRewardShares: 3,
      nextPeriod: 4n,
    };
    const diff = new Diff(base, "allowed");
    diff.setAutoRenewal(nodeIDOf(1), renewal);
    diff.applyTo(base);
    expect(base.autoRenewal(nodeIDOf(1))).toEqual(renewal);
    const other = new Diff(base, "allowed");
    expect(other.autoRenewal(nodeIDOf(1))).toEqual(renewal);
    other.deleteCurrentValidator(staker);
    other.putCurrentValidator(again);
    expect(other.autoRenewal(nodeIDOf(1))).toBeUndefined();
    other.applyTo(base);
    expect(base.autoRenewal(nodeIDOf(1))).toBeUndefined();
  });

  test("a validator that was added and deleted is as if it had never been", () => {
    const diff = new Diff(new MemoryState());
    diff.putCurrentValidator(staker);
    diff.deleteCurrentValidator(staker);
    expect([...diff.currentStakers()]).toEqual([]);
    const { addedValidators, deletedValidators } = diff.changes().currentStakers;
    expect([addedValidators, deletedValidators]).toEqual([[], []]);
    expect(rejection(() => diff.putCurrentValidator(again))).toBe("accepted");
  });

  test("pending and current stakers do not meet", () => {
    const base = new MemoryState();
    const pending = { ...staker, priority: stakerPriorities.primaryValidatorPending };
    base.putPendingValidator(pending);
    const diff = new Diff(base);
    diff.putCurrentValidator(staker);
    diff.deletePendingValidator(pending);
    expect(diff.pendingValidator(emptyId, nodeIDOf(1))).toBeUndefined();
    expect(diff.currentValidator(emptyId, nodeIDOf(1))).toBe(staker);
    expect([...base.pendingStakers()]).toEqual([pending]);
  });

  test("stakers come by time, then priority, then transaction, whichever state has them", () => {
    const of = (
      node: number,
      nextTime: bigint,
      priority = stakerPriorities.primaryValidatorCurrent,
    ) => stakerOf({ node, nextTime, priority }).staker;
    const late = of(1, 9n);
    const early = of(2, 3n);
    const between = of(3, 5n);
    const subnets = stakerOf({
      node: 3,
      tag: 4,
      subnetID: idOf(8),
      nextTime: 5n,
      priority: stakerPriorities.permissionedSubnetValidatorCurrent,
    }).staker;
    const base = new MemoryState();
    base.putCurrentValidator(late);
    base.putCurrentValidator(between);
    const diff = new Diff(base);
    diff.putCurrentValidator(early);
    const top = new Diff(diff);
    top.putCurrentValidator(subnets);
    expect([...top.currentStakers()]).toEqual([early, subnets, between, late]);
  });

  test("the reward that delegators left goes with its validator", () => {
    const base = new MemoryState();
    base.putCurrentValidator(staker);
    base.setDelegateeReward(emptyId, nodeIDOf(1), 7n);
    const diff = new Diff(base);
    expect(diff.delegateeReward(emptyId, nodeIDOf(1))).toBe(7n);
    diff.setDelegateeReward(emptyId, nodeIDOf(1), 9n);
    diff.deleteCurrentValidator(staker);
    diff.applyTo(base);
    base.putCurrentValidator(again);
    expect(base.delegateeReward(emptyId, nodeIDOf(1))).toBe(0n);
  });
});

describe.each([
  ["MemoryState", () => new MemoryState()],
  ["Diff", () => new Diff(new MemoryState())],
] as const)("L1 validators of a %s", (_name, create: () => MutableState) => {
  const validator = l1ValidatorOf(1);

  test("constant fields stay", () => {
    const state = create();
    state.putL1Validator(validator);
    const mutated = "L1 validator contains mutated constant fields";
    for (const change of [
      { nodeID: nodeIDOf(9) },
      { subnetID: idOf(9) },
      { publicKey: new Uint8Array(48).fill(9) },
      { startTime: 1n },
      { deactivationOwner: { threshold: 1, addresses: [addressOf(1)] } },
      { remainingBalanceOwner: { threshold: 1, addresses: [addressOf(2)] } },
    ]) {
      expect(rejection(() => state.putL1Validator({ ...validator, ...change }))).toBe(mutated);
    }
    state.putL1Validator({ ...validator, weight: 3n, minNonce: 4n, endAccumulatedFee: 5n });
    expect(state.l1Validator(validator.validationID)?.minNonce).toBe(4n);
  });

  test("a pair of subnet and node has one validator", () => {
    const state = create();
    state.putL1Validator(validator);
    const other = { ...validator, validationID: idOf(2) };
    expect(rejection(() => state.putL1Validator(other))).toBe(
      "L1 validator contains duplicate subnetID + nodeID pair",
    );
    state.putL1Validator({ ...validator, weight: 0n });
    expect(state.hasL1Validator(validator.subnetID, validator.nodeID)).toBe(false);
    expect(rejection(() => state.putL1Validator(other))).toBe("accepted");
  });

  test("a staker of the subnet is in the way", () => {
    const state = create();
    state.putCurrentValidator(stakerOf({ node: 1, subnetID: validator.subnetID }).staker);
    expect(rejection(() => state.putL1Validator(validator))).toBe(
      "L1 validator contains conflicting subnetID + nodeID pair",
    );
  });

  test("weight counts all, the active ones are in the order in which they are evicted", () => {
    const state = create();
    const poor = l1ValidatorOf(2, { endAccumulatedFee: 5n });
    const inactive = l1ValidatorOf(3, { endAccumulatedFee: 0n, weight: 7n });
    for (const each of [validator, poor, inactive]) state.putL1Validator(each);
    expect(state.l1ValidatorWeight(validator.subnetID)).toBe(27n);
    expect([...state.activeL1Validators()]).toEqual([poor, validator]);
    expect(state.activeL1ValidatorCount()).toBe(2);
    state.putL1Validator({ ...poor, endAccumulatedFee: 0n });
    state.putL1Validator({ ...validator, weight: 0n });
    expect([...state.activeL1Validators()]).toEqual([]);
    expect(state.activeL1ValidatorCount()).toBe(0);
    expect(state.l1ValidatorWeight(validator.subnetID)).toBe(17n);
  });
});

test("a node can leave a subnet's stakers and return as its L1 validator in one diff", () => {
  const base = new MemoryState();
  const validator = l1ValidatorOf(1);
  const { staker } = stakerOf({ node: 1, subnetID: validator.subnetID });
  base.putCurrentValidator(staker);
  const diff = new Diff(base);
  diff.deleteCurrentValidator(staker);
  diff.putL1Validator(validator);
  diff.applyTo(base);
  expect(base.hasL1Validator(validator.subnetID, validator.nodeID)).toBe(true);
  expect(base.currentValidator(validator.subnetID, validator.nodeID)).toBeUndefined();
});
