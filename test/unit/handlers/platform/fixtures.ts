import { formatAddress } from "../../../../src/formats/address.ts";
import { emptyId } from "../../../../src/formats/bytes.ts";
import type { TransferableOutput } from "../../../../src/pchain/components/outputs.ts";
import type { Owner } from "../../../../src/pchain/components/owners.ts";
import type { Signer } from "../../../../src/pchain/components/signer.ts";
import type { Utxo } from "../../../../src/pchain/components/utxo.ts";
import { genesisBaseTx } from "../../../../src/pchain/genesis/outputs.ts";
import type { L1Validator } from "../../../../src/pchain/state/l1-validator.ts";
import {
  type Staker,
  type StakerPriority,
  stakerPriorities,
} from "../../../../src/pchain/state/staker.ts";
import type { MutableState } from "../../../../src/pchain/state/state.ts";
import { makeTx, type Tx } from "../../../../src/pchain/txs/tx.ts";

export const networkID = 12345;
export const hrp = "local";

/** `length` bytes of one value, for IDs and addresses that are told apart by it. */
export const bytes = (value: number, length = 32): Uint8Array => new Uint8Array(length).fill(value);

export const address = (value: number): Uint8Array => bytes(value, 20);
export const addressText = (value: number): string => formatAddress("P", hrp, address(value));

export function owner(...addresses: number[]): Owner {
  return {
    kind: "OutputOwners",
    locktime: 0n,
    threshold: addresses.length,
    addresses: addresses.map(address),
  };
}

type OutputParts = {
  readonly amount: bigint;
  readonly owners: readonly number[];
  readonly locktime?: bigint;
  readonly stakeLocktime?: bigint;
};

export function output({
  amount,
  owners,
  locktime = 0n,
  stakeLocktime,
}: OutputParts): Utxo["output"] {
  const inner = {
    kind: "TransferOutput" as const,
    amount,
    locktime,
    threshold: 1,
    addresses: owners.map(address),
  };
  return stakeLocktime === undefined
    ? inner
    : { kind: "LockOut", locktime: stakeLocktime, output: inner };
}

export function utxo(txID: number, assetID: Uint8Array, parts: OutputParts, outputIndex = 0): Utxo {
  return { txID: bytes(txID), outputIndex, assetID, output: output(parts) };
}

const baseTx = genesisBaseTx(networkID);
const subnetAuthorization = { kind: "Input", signatureIndices: [] } as const;

export type Period = {
  readonly nodeID: Uint8Array;
  readonly start: bigint;
  readonly end: bigint;
  readonly weight: bigint;
};

export function validatorTx(
  period: Period,
  options: {
    readonly subnetID?: Uint8Array;
    readonly publicKey?: Uint8Array;
    readonly stake?: readonly TransferableOutput[];
  } = {},
): Tx {
  const { subnetID = emptyId, publicKey, stake = [] } = options;
  const signer: Signer =
    publicKey === undefined
      ? { kind: "Empty" }
      : { kind: "ProofOfPossession", publicKey, proofOfPossession: bytes(7, 96) };
  return makeTx(
    {
      kind: "AddPermissionlessValidatorTx",
      baseTx,
      validator: period,
      subnetID,
      signer,
      stake,
      validationRewardsOwner: owner(1),
      delegationRewardsOwner: owner(2),
      shares: 123_456,
    },
    [],
  );
}

export function delegatorTx(
  period: Period,
  { subnetID = emptyId, stake = [] as readonly TransferableOutput[] } = {},
): Tx {
  return makeTx(
    {
      kind: "AddPermissionlessDelegatorTx",
      baseTx,
      validator: period,
      subnetID,
      stake,
      rewardsOwner: owner(3),
    },
    [],
  );
}

export function subnetValidatorTx(period: Period, subnetID: Uint8Array): Tx {
  const validator = { validator: period, subnetID };
  return makeTx({ kind: "AddSubnetValidatorTx", baseTx, validator, subnetAuthorization }, []);
}

export function createSubnetTx(...owners: number[]): Tx {
  return makeTx({ kind: "CreateSubnetTx", baseTx, owner: owner(...owners) }, []);
}

export function createChainTx(subnetID: Uint8Array, chainName: string): Tx {
  const chain = { chainName, vmID: bytes(9), fxIDs: [], genesisData: bytes(1, 3) };
  return makeTx({ kind: "CreateChainTx", baseTx, subnetID, ...chain, subnetAuthorization }, []);
}

export function transformSubnetTx(subnetID: Uint8Array, assetID: Uint8Array): Tx {
  return makeTx(
    {
      kind: "TransformSubnetTx",
      baseTx,
      subnetID,
      assetID,
      initialSupply: 1_000n,
      maximumSupply: 2_000n,
      minConsumptionRate: 1n,
      maxConsumptionRate: 2n,
      minValidatorStake: 10n,
      maxValidatorStake: 100n,
      minStakeDuration: 1,
      maxStakeDuration: 2,
      minDelegationFee: 3,
      minDelegatorStake: 4n,
      maxValidatorWeightFactor: 5,
      uptimeRequirement: 6,
      subnetAuthorization,
    },
    [],
  );
}

export function addSubnet(state: MutableState, tx: Tx): void {
  if (tx.unsigned.kind !== "CreateSubnetTx")
    throw new Error(`A ${tx.unsigned.kind} makes no subnet.`);
  state.addTx(tx, "Committed");
  state.addSubnet(tx.id);
  state.setSubnetOwner(tx.id, tx.unsigned.owner);
}

/** The staker that a transaction adds; `next` is when it moves. */
export function stakerOf(tx: Tx, priority: StakerPriority, publicKey?: Uint8Array): Staker {
  const { unsigned } = tx;
  if (!("validator" in unsigned)) throw new Error(`A ${unsigned.kind} adds no staker.`);
  const isNested = "validator" in unsigned.validator;
  const period = isNested ? unsigned.validator.validator : unsigned.validator;
  const subnetID = isNested
    ? unsigned.validator.subnetID
    : "subnetID" in unsigned
      ? unsigned.subnetID
      : emptyId;
  const isPending = priority <= stakerPriorities.permissionedSubnetValidatorPending;
  return {
    txID: tx.id,
    nodeID: period.nodeID,
    publicKey,
    subnetID,
    weight: period.weight,
    startTime: period.start,
    endTime: period.end,
    potentialReward: 77n,
    nextTime: isPending ? period.start : period.end,
    priority,
  };
}

export function l1Validator(
  validationID: number,
  subnetID: Uint8Array,
  overrides: Partial<L1Validator> = {},
): L1Validator {
  return {
    validationID: bytes(validationID),
    subnetID,
    nodeID: bytes(validationID, 20),
    publicKey: bytes(validationID, 48),
    remainingBalanceOwner: { threshold: 1, addresses: [address(1)] },
    deactivationOwner: { threshold: 0, addresses: [] },
    startTime: 5n,
    weight: 10n,
    minNonce: 2n,
    endAccumulatedFee: 1_000n,
    ...overrides,
  };
}
