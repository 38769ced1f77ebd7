import { emptyId, type Id, type NodeId, type ShortId } from "../../../src/formats/bytes.ts";
import type { Output, TransferableOutput } from "../../../src/pchain/components/outputs.ts";
import type { OutputOwners } from "../../../src/pchain/components/owners.ts";
import type { Utxo } from "../../../src/pchain/components/utxo.ts";
import type { L1Validator } from "../../../src/pchain/state/l1-validator.ts";
import { type Staker, stakerPriorities } from "../../../src/pchain/state/staker.ts";
import { makeTx, type Tx, type UnsignedTx } from "../../../src/pchain/txs/tx.ts";

/** Byte strings that a number names. */
export function idOf(number: number): Id {
  return numbered(32, number);
}

export function nodeIDOf(number: number): NodeId {
  return numbered(20, number);
}

export function addressOf(number: number): ShortId {
  return numbered(20, number);
}

export function keyOfNode(number: number): Uint8Array {
  return numbered(48, number);
}

export const avaxID = idOf(0xa0a0);

export function ownersOf(...addresses: number[]): OutputOwners {
  return { locktime: 0n, threshold: 1, addresses: addresses.map(addressOf) };
}

export function transferOutput(amount: bigint, addresses: number[], locktime = 0n): Output {
  return { kind: "TransferOutput", amount, ...ownersOf(...addresses), locktime };
}

export function lockOutput(amount: bigint, addresses: number[], stakeLocktime: bigint): Output {
  const output = transferOutput(amount, addresses);
  if (output.kind !== "TransferOutput") throw new Error("A lock holds a plain output.");
  return { kind: "LockOut", locktime: stakeLocktime, output };
}

export function utxoOf(number: number, output: Output, assetID: Id = avaxID): Utxo {
  return { txID: idOf(number), outputIndex: number, assetID, output };
}

const baseTx = {
  networkID: 1337,
  blockchainID: emptyId,
  outputs: [],
  inputs: [],
  memo: new Uint8Array(0),
};

export function txOf(unsigned: UnsignedTx): Tx {
  return makeTx(unsigned, []);
}

/** A transaction like any other; the number is its memo. */
export function baseTxOf(number: number): Tx {
  return txOf({ kind: "BaseTx", baseTx: { ...baseTx, memo: idOf(number) } });
}

export function stakerTxOf(staker: StakerFields, stake: readonly TransferableOutput[] = []): Tx {
  const { node, weight = 1n, startTime = 0n, endTime = 100n, subnetID = emptyId } = staker;
  const owner = { kind: "OutputOwners", ...ownersOf(node) } as const;
  return txOf({
    kind: "AddPermissionlessValidatorTx",
    baseTx: { ...baseTx, memo: idOf(staker.tag ?? node) },
    validator: { nodeID: nodeIDOf(node), start: startTime, end: endTime, weight },
    subnetID,
    signer: { kind: "Empty" },
    stake,
    validationRewardsOwner: owner,
    delegationRewardsOwner: owner,
    shares: 20_000,
  });
}

export type StakerFields = Partial<Omit<Staker, "nodeID" | "txID">> & {
  readonly node: number;
  /** Distinguishes transactions that are otherwise equal. */
  readonly tag?: number;
};

/** A current validator of the primary network unless said otherwise, and its transaction. */
export function stakerOf(
  fields: StakerFields,
  stake: readonly TransferableOutput[] = [],
): { readonly staker: Staker; readonly tx: Tx } {
  const { node, tag: _tag, ...rest } = fields;
  const tx = stakerTxOf(fields, stake);
  const endTime = fields.endTime ?? 100n;
  return {
    tx,
    staker: {
      txID: tx.id,
      nodeID: nodeIDOf(node),
      publicKey: undefined,
      subnetID: emptyId,
      weight: 1n,
      startTime: 0n,
      endTime,
      potentialReward: 0n,
      nextTime: endTime,
      priority: stakerPriorities.primaryValidatorCurrent,
      ...rest,
    },
  };
}

export function createChainTxOf(subnetID: Id, name: string): Tx {
  return txOf({
    kind: "CreateChainTx",
    baseTx,
    subnetID,
    chainName: name,
    vmID: idOf(77),
    fxIDs: [],
    genesisData: new Uint8Array([1, 2, 3]),
    subnetAuthorization: { kind: "Input", signatureIndices: [0] },
  });
}

export function transformSubnetTxOf(subnetID: Id): Tx {
  return txOf({
    kind: "TransformSubnetTx",
    baseTx,
    subnetID,
    assetID: idOf(55),
    initialSupply: 1n,
    maximumSupply: 2n,
    minConsumptionRate: 1n,
    maxConsumptionRate: 2n,
    minValidatorStake: 1n,
    maxValidatorStake: 2n,
    minStakeDuration: 1,
    maxStakeDuration: 2,
    minDelegationFee: 0,
    minDelegatorStake: 1n,
    maxValidatorWeightFactor: 5,
    uptimeRequirement: 0,
    subnetAuthorization: { kind: "Input", signatureIndices: [0] },
  });
}

export function l1ValidatorOf(number: number, fields: Partial<L1Validator> = {}): L1Validator {
  return {
    validationID: idOf(number),
    subnetID: idOf(900),
    nodeID: nodeIDOf(number),
    publicKey: keyOfNode(number),
    remainingBalanceOwner: { threshold: 1, addresses: [addressOf(number)] },
    deactivationOwner: { threshold: 0, addresses: [] },
    startTime: 0n,
    weight: 10n,
    minNonce: 0n,
    endAccumulatedFee: 100n,
    ...fields,
  };
}

function numbered(length: number, number: number): Uint8Array {
  const bytes = new Uint8Array(length);
  new DataView(bytes.buffer).setUint32(length - 4, number);
  // Orders of IDs are those of bytes: the low byte comes first too, so that order is not that of numbers.
  bytes[0] = number & 0xff;
  return bytes;
}
