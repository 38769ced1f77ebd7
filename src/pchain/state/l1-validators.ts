import { type BytesKey, type Id, keyOf, type NodeId } from "../../formats/bytes.ts";
import { addUint64, subUint64 } from "../uint64.ts";
import { compareL1Validators, isActive, type L1Validator } from "./l1-validator.ts";
import { verifyL1Validator } from "./l1-validator-rules.ts";
import { mergeSorted, SortedList, withoutItems } from "./sorted-list.ts";
import type { State } from "./state.ts";

/** The validators of all L1s, active and inactive. avalanchego vms/platformvm/state/l1_validator.go @ v1.12.1 */
export class L1ValidatorSet implements Iterable<L1Validator> {
  readonly #byID = new Map<BytesKey, L1Validator>();
  readonly #validationIDs = new Map<BytesKey, BytesKey>();
  readonly #active = new SortedList<L1Validator>(compareL1Validators);
  readonly #weights = new Map<BytesKey, bigint>();

  /** Ascending by (endAccumulatedFee, validationID). */
  get active(): SortedList<L1Validator> {
    return this.#active;
  }

  /** In the order in which they were added. */
  [Symbol.iterator](): Iterator<L1Validator> {
    return this.#byID.values();
  }

  find(validationID: Id): L1Validator | undefined {
    return this.#byID.get(keyOf(validationID));
  }

  has(subnetID: Id, nodeID: NodeId): boolean {
    return this.#validationIDs.has(pairKey(subnetID, nodeID));
  }

  weight(subnetID: Id): bigint {
    return this.#weights.get(keyOf(subnetID)) ?? 0n;
  }

  /** Adds or replaces a validator; a weight of zero removes it. */
  put(validator: L1Validator): void {
    const key = keyOf(validator.validationID);
    const prior = this.#byID.get(key);
    this.#addWeight(validator, prior?.weight ?? 0n);
    if (prior !== undefined && isActive(prior)) this.#active.delete(prior);
    const pair = pairKey(validator.subnetID, validator.nodeID);
    if (validator.weight === 0n) {
      this.#byID.delete(key);
      if (this.#validationIDs.get(pair) === key) this.#validationIDs.delete(pair);
      return;
    }
    this.#byID.set(key, validator);
    this.#validationIDs.set(pair, key);
    if (isActive(validator)) this.#active.add(validator);
  }

  #addWeight({ subnetID, weight }: L1Validator, priorWeight: bigint): void {
    const total = addUint64(subUint64(this.weight(subnetID), priorWeight), weight);
    if (total === 0n) this.#weights.delete(keyOf(subnetID));
    else this.#weights.set(keyOf(subnetID), total);
  }
}

export function pairKey(subnetID: Id, nodeID: NodeId): BytesKey {
  return (keyOf(subnetID) + keyOf(nodeID)) as BytesKey;
}

/**
 * Changes of L1 validators over those of a parent state.
 * avalanchego vms/platformvm/state/l1_validator.go (l1ValidatorsDiff) @ v1.12.1
 */
export class L1ValidatorDiff {
  readonly #modified = new Map<BytesKey, L1Validator>();
  readonly #pairs = new Map<BytesKey, boolean>();
  readonly #weights = new Map<BytesKey, bigint>();
  #active: SortedList<L1Validator> | undefined;
  #addedActiveCount = 0;

  /** Active validators in this diff minus those of the parent. */
  get addedActiveCount(): number {
    return this.#addedActiveCount;
  }

  find(parent: State, validationID: Id): L1Validator | undefined {
    const modified = this.#modified.get(keyOf(validationID));
    if (modified === undefined) return parent.l1Validator(validationID);
    return modified.weight === 0n ? undefined : modified;
  }

  has(parent: State, subnetID: Id, nodeID: NodeId): boolean {
    return this.#pairs.get(pairKey(subnetID, nodeID)) ?? parent.hasL1Validator(subnetID, nodeID);
  }

  weight(parent: State, subnetID: Id): bigint {
    return this.#weights.get(keyOf(subnetID)) ?? parent.l1ValidatorWeight(subnetID);
  }

  active(parent: Iterable<L1Validator>): Iterable<L1Validator> {
    if (this.#modified.size === 0) return parent;
    const unmodified = withoutItems(parent, ({ validationID }) =>
      this.#modified.has(keyOf(validationID)),
    );
    return this.#active === undefined
      ? unmodified
      : mergeSorted(unmodified, this.#active, compareL1Validators);
  }

  /** `state` shows the parent with this diff. */
  put(state: State, validator: L1Validator): void {
    const { validationID, subnetID, nodeID } = validator;
    const prior = state.l1Validator(validationID);
    verifyL1Validator(state, prior, validator);
    const priorWeight = prior?.weight ?? 0n;
    if (priorWeight !== validator.weight) {
      const others = subUint64(state.l1ValidatorWeight(subnetID), priorWeight);
      this.#weights.set(keyOf(subnetID), addUint64(others, validator.weight));
    }
    const wasActive = prior !== undefined && isActive(prior);
    this.#addedActiveCount += Number(isActive(validator)) - Number(wasActive);
    const key = keyOf(validationID);
    const modified = this.#modified.get(key);
    if (modified !== undefined) this.#active?.delete(modified);
    this.#modified.set(key, validator);
    this.#pairs.set(pairKey(subnetID, nodeID), validator.weight !== 0n);
    if (isActive(validator)) {
      this.#active ??= new SortedList<L1Validator>(compareL1Validators);
      this.#active.add(validator);
    }
  }

  changes(): readonly L1Validator[] {
    return [...this.#modified.values()];
  }
}
