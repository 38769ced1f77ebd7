import { type BytesKey, type Id, keyOf, type NodeId } from "../../formats/bytes.ts";
import { Rejection } from "../rejection.ts";
import type { StakerChanges } from "./changes.ts";
import { pairKey } from "./l1-validators.ts";
import { mergeSorted, SortedList, withoutItems } from "./sorted-list.ts";
import { compareStakers, type Staker, stakersAreEqual } from "./staker.ts";

type NodeDiff = {
  /** Together with `removed`: a replacement. */
  added: Staker | undefined;
  removed: Staker | undefined;
  addedDelegators: SortedList<Staker> | undefined;
  deletedDelegators: Map<BytesKey, Staker> | undefined;
};

/** Whether a validator that was deleted in a diff may be added again in it; since Helicon it may. */
export type Readdition = "allowed" | { readonly rejection: string };

/**
 * Changes of current or of pending stakers relative to a parent state.
 * avalanchego vms/platformvm/state/stakers.go (diffStakers) @ v1.15.0-fuji
 */
export class StakerDiff {
  readonly #readdition: Readdition;
  readonly #nodes = new Map<BytesKey, NodeDiff>();
  #added: SortedList<Staker> | undefined;
  #deleted: Map<BytesKey, Staker> | undefined;

  constructor(readdition: Readdition) {
    this.#readdition = readdition;
  }

  validator(
    parent: (subnetID: Id, nodeID: NodeId) => Staker | undefined,
    subnetID: Id,
    nodeID: NodeId,
  ): Staker | undefined {
    const diff = this.#find(subnetID, nodeID);
    if (diff?.added !== undefined) return diff.added;
    return diff?.removed === undefined ? parent(subnetID, nodeID) : undefined;
  }

  /** Whether this diff adds or removes the validator of that node. */
  changesValidator(subnetID: Id, nodeID: NodeId): boolean {
    const diff = this.#find(subnetID, nodeID);
    return diff?.added !== undefined || diff?.removed !== undefined;
  }

  delegators(parent: Iterable<Staker>, subnetID: Id, nodeID: NodeId): Iterable<Staker> {
    const diff = this.#find(subnetID, nodeID);
    return diff === undefined
      ? parent
      : overlay(parent, diff.addedDelegators, diff.deletedDelegators);
  }

  stakers(parent: Iterable<Staker>): Iterable<Staker> {
    return overlay(parent, this.#added, this.#deleted);
  }

  putValidator(staker: Staker): void {
    const diff = this.#findOrCreate(staker);
    if (diff.removed !== undefined) {
      if (this.#readdition !== "allowed") throw new Rejection(this.#readdition.rejection);
      if (stakersAreEqual(diff.removed, staker)) {
        this.#deletedStakers().delete(keyOf(staker.txID));
        diff.removed = undefined;
        return;
      }
    }
    diff.added = staker;
    this.#addedStakers().add(staker);
  }

  /** A validator that this diff added is simply forgotten. */
  deleteValidator(staker: Staker): void {
    const diff = this.#findOrCreate(staker);
    if (diff.added !== undefined) {
      this.#addedStakers().delete(diff.added);
      diff.added = undefined;
      return;
    }
    diff.removed = staker;
    this.#deletedStakers().set(keyOf(staker.txID), staker);
  }

  putDelegator(staker: Staker): void {
    const diff = this.#findOrCreate(staker);
    diff.addedDelegators ??= new SortedList<Staker>(compareStakers);
    diff.addedDelegators.add(staker);
    this.#addedStakers().add(staker);
  }

  deleteDelegator(staker: Staker): void {
    const diff = this.#findOrCreate(staker);
    const key = keyOf(staker.txID);
    diff.deletedDelegators ??= new Map();
    diff.deletedDelegators.set(key, staker);
    this.#deletedStakers().set(key, staker);
  }

  changes(): StakerChanges {
    const diffs = [...this.#nodes.values()];
    return {
      deletedValidators: diffs.flatMap(({ removed }) => (removed === undefined ? [] : [removed])),
      addedValidators: diffs.flatMap(({ added }) => (added === undefined ? [] : [added])),
      addedDelegators: diffs.flatMap((d) => [...(d.addedDelegators ?? [])]),
      deletedDelegators: diffs.flatMap((d) => [...(d.deletedDelegators?.values() ?? [])]),
    };
  }

  #addedStakers(): SortedList<Staker> {
    this.#added ??= new SortedList<Staker>(compareStakers);
    return this.#added;
  }

  #deletedStakers(): Map<BytesKey, Staker> {
    this.#deleted ??= new Map();
    return this.#deleted;
  }

  #find(subnetID: Id, nodeID: NodeId): NodeDiff | undefined {
    return this.#nodes.size === 0 ? undefined : this.#nodes.get(pairKey(subnetID, nodeID));
  }

  #findOrCreate({ subnetID, nodeID }: Staker): NodeDiff {
    const key = pairKey(subnetID, nodeID);
    let diff = this.#nodes.get(key);
    if (diff === undefined) {
      diff = {
        added: undefined,
        removed: undefined,
        addedDelegators: undefined,
        deletedDelegators: undefined,
      };
      this.#nodes.set(key, diff);
    }
    return diff;
  }
}

/** A renewed validator keeps its transaction, so that the deleted staker is compared as a whole. */
function overlay(
  parent: Iterable<Staker>,
  added: SortedList<Staker> | undefined,
  deleted: Map<BytesKey, Staker> | undefined,
): Iterable<Staker> {
  const merged =
    added === undefined || added.size === 0 ? parent : mergeSorted(parent, added, compareStakers);
  if (deleted === undefined || deleted.size === 0) return merged;
  return withoutItems(merged, (staker) => {
    const other = deleted.get(keyOf(staker.txID));
    return other !== undefined && stakersAreEqual(other, staker);
  });
}
