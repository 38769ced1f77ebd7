import { type BytesKey, type Id, keyOf, type NodeId } from "../../formats/bytes.ts";
import { SortedList } from "./sorted-list.ts";
import { compareStakers, type Staker } from "./staker.ts";

type NodeStakers = {
  validator: Staker | undefined;
  delegators: SortedList<Staker> | undefined;
};

/**
 * Current or pending stakers, in staker order and by subnet and node.
 * avalanchego vms/platformvm/state/stakers.go @ v1.12.1
 */
export class StakerSet implements Iterable<Staker> {
  readonly #nodes = new Map<BytesKey, Map<BytesKey, NodeStakers>>();
  readonly #ordered = new SortedList<Staker>(compareStakers);
  /** The nodes of the subnet ID that was last looked up, an array that nobody changes: the next look is for the same one. */
  #recent: { readonly subnetID: Id; readonly nodes: Map<BytesKey, NodeStakers> } | undefined;

  /** In staker order. */
  [Symbol.iterator](): Iterator<Staker> {
    return this.#ordered[Symbol.iterator]();
  }

  validator(subnetID: Id, nodeID: NodeId): Staker | undefined {
    return this.#find(subnetID, nodeID)?.validator;
  }

  /** In staker order. */
  delegators(subnetID: Id, nodeID: NodeId): Iterable<Staker> {
    return this.#find(subnetID, nodeID)?.delegators ?? [];
  }

  putValidator(staker: Staker): void {
    const node = this.#findOrCreate(staker);
    if (node.validator !== undefined) this.#ordered.delete(node.validator);
    node.validator = staker;
    this.#ordered.add(staker);
  }

  deleteValidator(staker: Staker): void {
    const node = this.#find(staker.subnetID, staker.nodeID);
    if (node === undefined) return;
    node.validator = undefined;
    this.#ordered.delete(staker);
    this.#prune(staker, node);
  }

  putDelegator(staker: Staker): void {
    const node = this.#findOrCreate(staker);
    node.delegators ??= new SortedList<Staker>(compareStakers);
    node.delegators.add(staker);
    this.#ordered.add(staker);
  }

  deleteDelegator(staker: Staker): void {
    const node = this.#find(staker.subnetID, staker.nodeID);
    if (node === undefined) return;
    node.delegators?.delete(staker);
    this.#ordered.delete(staker);
    this.#prune(staker, node);
  }

  #find(subnetID: Id, nodeID: NodeId): NodeStakers | undefined {
    if (this.#recent?.subnetID !== subnetID) {
      const nodes = this.#nodes.get(keyOf(subnetID));
      if (nodes === undefined) return undefined;
      this.#recent = { subnetID, nodes };
    }
    return this.#recent.nodes.get(keyOf(nodeID));
  }

  #findOrCreate({ subnetID, nodeID }: Staker): NodeStakers {
    const subnetKey = keyOf(subnetID);
    let nodes = this.#nodes.get(subnetKey);
    if (nodes === undefined) {
      nodes = new Map();
      this.#nodes.set(subnetKey, nodes);
    }
    const nodeKey = keyOf(nodeID);
    let node = nodes.get(nodeKey);
    if (node === undefined) {
      node = { validator: undefined, delegators: undefined };
      nodes.set(nodeKey, node);
    }
    return node;
  }

  #prune({ subnetID, nodeID }: Staker, node: NodeStakers): void {
    if (node.validator !== undefined) return;
    if (node.delegators !== undefined && node.delegators.size > 0) return;
    const subnetKey = keyOf(subnetID);
    const nodes = this.#nodes.get(subnetKey)!;
    nodes.delete(keyOf(nodeID));
    if (nodes.size > 0) return;
    this.#nodes.delete(subnetKey);
    this.#recent = undefined;
  }
}
