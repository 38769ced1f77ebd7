import { emptyId, type Id } from "../../../src/formats/bytes.ts";
import { formatHex } from "../../../src/formats/hex.ts";
import { isActive } from "../../../src/pchain/state/l1-validator.ts";
import { emptyNodeID } from "../../../src/pchain/state/validator-set-changes.ts";
import type { Validator } from "../../../src/store/chain-queries.ts";
import type { HistoryChain } from "./history-chain.ts";

type SetOfNodes = ReadonlyMap<string, { readonly weight: bigint; readonly publicKey: string }>;

/** Who validated what at each height, written down when that height was the last; compared when history has gone on. */
export class ValidatorSetRecord {
  readonly #world: HistoryChain;
  readonly #byHeight = new Map<bigint, readonly (readonly [subnetID: Id, set: SetOfNodes])[]>();

  constructor(world: HistoryChain) {
    this.#world = world;
    this.write();
  }

  write(): void {
    const { store } = this.#world;
    const subnetIDs = [emptyId, ...store.state.allSubnetIDs()];
    const { height } = store.blocks.lastAccepted();
    this.#byHeight.set(
      height,
      subnetIDs.map((subnetID) => [subnetID, this.#setNow(subnetID)]),
    );
  }

  /** Each height and subnet at which the store returns another set. */
  faults(): string[] {
    const { validators } = this.#world.store;
    return [...this.#byHeight].flatMap(([height, sets]) =>
      sets.flatMap(([subnetID, expected]) => {
        const stored = toMap(validators.setAt(subnetID, height));
        return areEqual(stored, expected) ? [] : [`${formatHex(subnetID)} at ${height}`];
      }),
    );
  }

  /** From the stakers themselves, not from what the store keeps of sets. */
  #setNow(subnetID: Id): SetOfNodes {
    const { state } = this.#world.store;
    const isHere = (other: { readonly subnetID: Id }) => formatHex(other.subnetID) === subnet;
    const subnet = formatHex(subnetID);
    const sum = new Map<string, { weight: bigint; publicKey: string }>();
    const add = (nodeID: Uint8Array, weight: bigint, publicKey: Uint8Array | undefined) => {
      const key = formatHex(nodeID);
      const before = sum.get(key);
      if (before === undefined) sum.set(key, { weight, publicKey: keyText(publicKey) });
      else before.weight += weight;
    };
    for (const { nodeID, weight } of [...state.currentStakers()].filter(isHere)) {
      add(nodeID, weight, state.currentValidator(emptyId, nodeID)?.publicKey);
    }
    for (const validator of [...state.allL1Validators()].filter(isHere)) {
      if (isActive(validator)) add(validator.nodeID, validator.weight, validator.publicKey);
      else add(emptyNodeID, validator.weight, undefined);
    }
    return sum;
  }
}

function toMap(validators: readonly Validator[]): SetOfNodes {
  return new Map(
    validators.map(({ nodeID, weight, publicKey }) => [
      formatHex(nodeID),
      { weight, publicKey: keyText(publicKey) },
    ]),
  );
}

function keyText(publicKey: Uint8Array | undefined): string {
  return publicKey === undefined ? "none" : formatHex(publicKey);
}

function areEqual(a: SetOfNodes, b: SetOfNodes): boolean {
  return (
    a.size === b.size &&
    [...a].every(([node, { weight, publicKey }]) => {
      const other = b.get(node);
      return weight > 0n && other?.weight === weight && other.publicKey === publicKey;
    })
  );
}
