import { type BytesKey, type Id, keyOf, type NodeId } from "../../formats/bytes.ts";
import { Rejection } from "../rejection.ts";
import type { StakerChanges } from "./changes.ts";
import { pairKey } from "./l1-validator-set.ts";
import { mergeSorted, SortedList, withoutItems } from "./sorted-list.ts";
import { compareStakers, type Staker } from "./staker.ts";

type NodeDiff = {
  /** The status of the validator alone; its delegators may change while it is unmodified. */
  status: "unmodified" | "added" | "deleted";
  validator: Staker | undefined;
  addedDelegators: SortedList<Staker> | undefined;
  deletedDelegators: Map<BytesKey, Staker> | undefined;
};

/**
 * Changes of current or of pending stakers over those of a parent state.
 * avalanchego vms/platformvm/state/stakers.go (diffStakers) @ v1.12.1
 */
export class StakerDiff {
  readonly #nodes = new Map<BytesKey, NodeDiff>();
  #added: SortedList<Staker> | undefined;
  #deleted: Map<BytesKey, Staker> | undefined;

  validator(
    parent: (subnetID: Id, nodeID: NodeId) => Staker | undefined,
    subnetID: Id,
    nodeID: NodeId,
  ): Staker | undefined {
    const diff = this.#find(subnetID, nodeID);
    if (diff === undefined || diff.status === "unmodified") return parent(subnetID, nodeID);
    return diff.status === "added" ? diff.validator : undefined;
  }

  /** Whether this diff adds or removes the validator of that node. */
  changesValidator(subnetID: Id, nodeID: NodeId): boolean {
    const diff = this.#find(subnetID, nodeID);
    return diff !== undefined && diff.status !== "unmodified";
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
    if (diff.status === "deleted") {
      throw new Rejection("attempted to add a staker after deleting it");
    }
    diff.status = "added";
    diff.validator = staker;
    this.#addedStakers().add(staker);
  }

  /** A validator that this diff added is simply forgotten. */
  deleteValidator(staker: Staker): void {
    const diff = this.#findOrCreate(staker);
    if (diff.status === "added") {
      this.#addedStakers().delete(diff.validator!);
      diff.status = "unmodified";
      diff.validator = undefined;
      return;
    }
    diff.status = "deleted";
    diff.validator = staker;
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
      addedValidators: diffs.flatMap((d) => (d.status === "added" ? [d.validator!] : [])),
      deletedValidators: diffs.flatMap((d) => (d.status === "deleted" ? [d.validator!] : [])),
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
        status: "unmodified",
        validator: undefined,
        addedDelegators: undefined,
        deletedDelegators: undefined,
      };
      this.#nodes.set(key, diff);
    }
    return diff;
  }
}

function overlay(
  parent: Iterable<Staker>,
  added: SortedList<Staker> | undefined,
  deleted: Map<BytesKey, Staker> | undefined,
): Iterable<Staker> {
  const merged =
    added === undefined || added.size === 0 ? parent : mergeSorted(parent, added, compareStakers);
  return deleted === undefined
    ? merged
    : withoutItems(merged, (staker) => deleted.has(keyOf(staker.txID)));
}
