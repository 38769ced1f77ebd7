import { type BytesKey, type Id, keyOf, type NodeId } from "../../formats/bytes.ts";
import { addUint64, subUint64 } from "../uint64.ts";
import { compareL1Validators, isActive, type L1Validator } from "./l1-validator.ts";
import { SortedList } from "./sorted-list.ts";

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
