import { compareBytes, emptyId, equalBytes, type Id, keyOf } from "../../../src/formats/bytes.ts";
import type { TransferOutput } from "../../../src/pchain/components/outputs.ts";
import { decodeUtxo, type Utxo } from "../../../src/pchain/components/utxo.ts";
import { isActive } from "../../../src/pchain/state/l1-validator.ts";
import type { MemoryState } from "../../../src/pchain/state/memory-state.ts";

/** Answers of the store's queries, worked out from a whole state each time. */

export type NaiveValidator = { nodeID: Uint8Array; weight: bigint; publicKey?: Uint8Array };

export function naiveValidatorSet(state: MemoryState, subnetID: Id): NaiveValidator[] {
  const set = new Map<string, NaiveValidator>();
  const add = (nodeID: Uint8Array, weight: bigint, publicKey?: Uint8Array) => {
    const found = set.get(keyOf(nodeID)) ?? { nodeID, weight: 0n };
    found.weight += weight;
    if (publicKey !== undefined) found.publicKey = publicKey;
    set.set(keyOf(nodeID), found);
  };
  for (const staker of state.currentStakers()) {
    if (!equalBytes(staker.subnetID, subnetID)) continue;
    add(staker.nodeID, staker.weight, state.currentValidator(emptyId, staker.nodeID)?.publicKey);
  }
  for (const validator of state.allL1Validators()) {
    if (!equalBytes(validator.subnetID, subnetID)) continue;
    if (isActive(validator)) add(validator.nodeID, validator.weight, validator.publicKey);
    else add(new Uint8Array(20), validator.weight);
  }
  return [...set.values()].sort((a, b) => compareBytes(a.nodeID, b.nodeID));
}

export type Owned = { utxo: Utxo; utxoID: Id; height: bigint };

/** UTXOs with the height at which they came, which a state does not hold. */
export function ownedBy(owned: readonly Owned[], addresses: readonly Uint8Array[]): Owned[] {
  const sorted = [...addresses].sort(compareBytes);
  const result = new Map<string, Owned>();
  for (const address of sorted) {
    const mine = owned
      .filter(({ utxo }) => innerOutput(utxo).addresses.some((each) => equalBytes(each, address)))
      .sort((a, b) => Number(b.height - a.height) || compareBytes(a.utxoID, b.utxoID));
    for (const each of mine) {
      if (!result.has(keyOf(each.utxoID))) result.set(keyOf(each.utxoID), each);
    }
  }
  return [...result.values()];
}

export function naiveBalance(owned: readonly Owned[], now: bigint): Record<string, bigint> {
  const balance = { unlocked: 0n, lockedStakeable: 0n, lockedNotStakeable: 0n };
  for (const { utxo } of owned) {
    const { amount, locktime } = innerOutput(utxo);
    const stakeLocktime = utxo.output.kind === "LockOut" ? utxo.output.locktime : 0n;
    if (locktime > now) balance.lockedNotStakeable += amount;
    else if (stakeLocktime > now) balance.lockedStakeable += amount;
    else balance.unlocked += amount;
  }
  return balance;
}

export function listUtxos(state: MemoryState): Utxo[] {
  return [...state.allUtxos()].map(([, bytes]) => decodeUtxo(bytes));
}

function innerOutput({ output }: Utxo): TransferOutput {
  return output.kind === "LockOut" ? output.output : output;
}
