import { createHash, type Hash } from "node:crypto";
import { compareBytes, type Id } from "../formats/bytes.ts";
import type { OutputOwners } from "../pchain/components/owners.ts";
import type { Staker } from "../pchain/state/staker.ts";
import type { StateContents } from "../pchain/state/state-contents.ts";

type Part = Uint8Array | bigint | number | string | undefined;

/**
 * The SHA-256 of the whole chain state after the last accepted block, equal on every node that executed the same blocks.
 * It covers records of a name and parts, with the length before each part. Records without an order of their own are
 * sorted by key.
 */
export function digestState(
  state: StateContents,
  lastAccepted: { readonly id: Id; readonly height: bigint },
): Uint8Array {
  const digest = new StateDigest();
  const fees = state.feeState();
  digest.record("couloir chain state 1", lastAccepted.height, lastAccepted.id);
  digest.record("time", state.timestamp());
  digest.record("fees", fees.capacity, fees.excess);
  digest.record("l1 validator fees", state.l1ValidatorExcess(), state.accruedFees());
  addStakers(digest, state);
  addL1Validators(digest, state);
  addSubnets(digest, state);
  for (const [utxoID, bytes] of state.allUtxos()) digest.record("utxo", utxoID, bytes);
  for (const [txID, bytes] of state.allRewardUtxos()) digest.record("reward utxo", txID, bytes);
  for (const [txID, status] of state.allTxStatuses()) digest.record("tx", txID, status);
  return digest.finish();
}

function addStakers(digest: StateDigest, state: StateContents): void {
  for (const staker of state.currentStakers()) digest.record("current", ...partsOf(staker));
  for (const staker of state.pendingStakers()) digest.record("pending", ...partsOf(staker));
  const rewards = [...state.allDelegateeRewards()].sort(
    (a, b) => compareBytes(a[0], b[0]) || compareBytes(a[1], b[1]),
  );
  for (const reward of rewards) digest.record("delegatee reward", ...reward);
}

function addL1Validators(digest: StateDigest, state: StateContents): void {
  const validators = [...state.allL1Validators()].sort((a, b) =>
    compareBytes(a.validationID, b.validationID),
  );
  for (const validator of validators) {
    const { remainingBalanceOwner, deactivationOwner } = validator;
    digest.record("l1 validator", validator.validationID, validator.subnetID, validator.nodeID);
    digest.record("key", validator.publicKey);
    digest.record(
      "balance to",
      remainingBalanceOwner.threshold,
      ...remainingBalanceOwner.addresses,
    );
    digest.record("deactivated by", deactivationOwner.threshold, ...deactivationOwner.addresses);
    digest.record("since", validator.startTime);
    digest.record("now", validator.weight, validator.minNonce, validator.endAccumulatedFee);
  }
  for (const { timestamp, validationID } of state.expiries()) {
    digest.record("expiry", timestamp, validationID);
  }
}

function addSubnets(digest: StateDigest, state: StateContents): void {
  for (const subnetID of state.allSubnetIDs()) digest.record("subnet", subnetID);
  for (const chain of state.allChainIDs()) digest.record("chain", ...chain);
  for (const supply of byKey(state.allSupplies())) digest.record("supply", ...supply);
  for (const [subnetID, owner] of byKey(state.allSubnetOwners())) {
    digest.record("owner", subnetID, ...partsOfOwners(owner));
  }
  for (const transformation of byKey(state.allSubnetTransformations())) {
    digest.record("transformation", ...transformation);
  }
  for (const [subnetID, conversion] of byKey(state.allSubnetConversions())) {
    const { conversionID, managerChainID, managerAddress } = conversion;
    digest.record("conversion", subnetID, conversionID, managerChainID, managerAddress);
  }
}

function partsOf(staker: Staker): Part[] {
  return [
    staker.txID,
    staker.nodeID,
    staker.publicKey,
    staker.subnetID,
    staker.weight,
    staker.startTime,
    staker.endTime,
    staker.potentialReward,
    staker.nextTime,
    staker.priority,
  ];
}

function partsOfOwners({ locktime, threshold, addresses }: OutputOwners): Part[] {
  return [locktime, threshold, ...addresses];
}

function byKey<T extends readonly [Uint8Array, ...unknown[]]>(entries: Iterable<T>): T[] {
  return [...entries].sort((a, b) => compareBytes(a[0], b[0]));
}

class StateDigest {
  readonly #hash: Hash = createHash("sha256");

  record(name: string, ...parts: readonly Part[]): void {
    const chunks: Uint8Array[] = [];
    for (const part of [name, ...parts]) {
      const bytes = bytesOf(part);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      chunks.push(length, bytes);
    }
    const count = Buffer.alloc(4);
    count.writeUInt32BE(parts.length);
    this.#hash.update(Buffer.concat([count, ...chunks]));
  }

  finish(): Uint8Array {
    return new Uint8Array(this.#hash.digest());
  }
}

function bytesOf(part: Part): Uint8Array {
  if (part === undefined) return new Uint8Array(0);
  if (part instanceof Uint8Array) return part;
  if (typeof part === "string") return Buffer.from(part);
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(part));
  return bytes;
}
