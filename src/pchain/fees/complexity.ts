import { textByteLength } from "../codec/text.ts";
import type { BaseTxFields } from "../components/base-tx.ts";
import type { Authorization } from "../components/credential.ts";
import type { TransferableInput } from "../components/inputs.ts";
import type { TransferableOutput } from "../components/outputs.ts";
import type { PChainOwner } from "../components/owners.ts";
import type { Signer } from "../components/signer.ts";
import { Rejection } from "../rejection.ts";
import type { ConvertSubnetToL1Validator } from "../txs/convert-subnet-to-l1.ts";
import type { UnsignedTx, UnsignedTxOf } from "../txs/unsigned-tx.ts";
import { parseWarpMessage } from "../warp/message.ts";
import type { TxKind } from "../wire-types.ts";

/** The resources that a transaction uses: bytes, database reads and writes, microseconds of compute. */
export type Complexity = readonly [
  bandwidth: number,
  reads: number,
  writes: number,
  compute: number,
];

/**
 * Complexity of a transaction once it is signed as its inputs say (ACP-103).
 * avalanchego vms/platformvm/txs/fee/complexity.go @ v1.12.1
 */
export function complexityOf(unsigned: UnsignedTx): Complexity {
  const rule = rules[unsigned.kind];
  if (rule === undefined) throw new Rejection("unsupported transaction type");
  const variable = (rule.variable as (tx: UnsignedTx) => Complexity)(unsigned);
  return sum([rule.intrinsic, variable]);
}

export function sum(complexities: readonly Complexity[]): Complexity {
  const total: [number, number, number, number] = [0, 0, 0, 0];
  for (const complexity of complexities) {
    for (const dimension of [0, 1, 2, 3] as const) total[dimension] += complexity[dimension];
  }
  return total;
}

/** Gas: the weighted sum of a complexity. */
export function gasOf(
  complexity: Complexity,
  weights: readonly [bigint, bigint, bigint, bigint],
): bigint {
  return complexity.reduce((gas, amount, dimension) => {
    return gas + BigInt(amount) * weights[dimension]!;
  }, 0n);
}

const signatureCompute = 200;
const blsVerifyCompute = 1000;
const blsProofCompute = 50 + blsVerifyCompute;

type Rule<K extends TxKind> = {
  readonly intrinsic: Complexity;
  readonly variable: (tx: UnsignedTxOf<K>) => Complexity;
};

/** Undefined for kinds that have no dynamic fee and may not be issued. */
const rules: { readonly [K in TxKind]: Rule<K> | undefined } = {
  AddValidatorTx: undefined,
  AddDelegatorTx: undefined,
  TransformSubnetTx: undefined,
  AdvanceTimeTx: undefined,
  RewardValidatorTx: undefined,
  BaseTx: { intrinsic: [58, 0, 0, 0], variable: (tx) => baseTx(tx.baseTx) },
  AddSubnetValidatorTx: {
    intrinsic: [142, 3, 3, 0],
    variable: (tx) => sum([baseTx(tx.baseTx), authorization(tx.subnetAuthorization)]),
  },
  CreateChainTx: {
    intrinsic: [140, 3, 1, 0],
    variable: (tx) =>
      sum([
        baseTx(tx.baseTx),
        authorization(tx.subnetAuthorization),
        bytes(32 * tx.fxIDs.length + textByteLength(tx.chainName) + tx.genesisData.length),
      ]),
  },
  CreateSubnetTx: {
    intrinsic: [62, 0, 1, 0],
    variable: (tx) => sum([baseTx(tx.baseTx), owners(tx.owner)]),
  },
  ImportTx: {
    intrinsic: [94, 0, 0, 0],
    variable: (tx) => sum([baseTx(tx.baseTx), ...tx.importedInputs.map(input)]),
  },
  ExportTx: {
    intrinsic: [94, 0, 0, 0],
    variable: (tx) => sum([baseTx(tx.baseTx), ...tx.exportedOutputs.map(output)]),
  },
  RemoveSubnetValidatorTx: {
    intrinsic: [118, 1, 3, 0],
    variable: (tx) => sum([baseTx(tx.baseTx), authorization(tx.subnetAuthorization)]),
  },
  AddPermissionlessValidatorTx: {
    intrinsic: [154, 1, 3, 0],
    variable: (tx) =>
      sum([
        baseTx(tx.baseTx),
        signer(tx.signer),
        ...tx.stake.map(output),
        owners(tx.validationRewardsOwner),
        owners(tx.delegationRewardsOwner),
      ]),
  },
  AddPermissionlessDelegatorTx: {
    intrinsic: [142, 1, 2, 0],
    variable: (tx) => sum([baseTx(tx.baseTx), owners(tx.rewardsOwner), ...tx.stake.map(output)]),
  },
  TransferSubnetOwnershipTx: {
    intrinsic: [102, 1, 1, 0],
    variable: (tx) =>
      sum([baseTx(tx.baseTx), authorization(tx.subnetAuthorization), owners(tx.newOwner)]),
  },
  ConvertSubnetToL1Tx: {
    intrinsic: [138, 3, 2, 0],
    variable: (tx) =>
      sum([
        baseTx(tx.baseTx),
        ...tx.validators.map(l1Validator),
        authorization(tx.subnetAuthorization),
        bytes(tx.address.length),
      ]),
  },
  RegisterL1ValidatorTx: {
    intrinsic: [166, 5, 6, blsProofCompute],
    variable: (tx) => sum([baseTx(tx.baseTx), warpMessage(tx.message)]),
  },
  SetL1ValidatorWeightTx: {
    intrinsic: [62, 3, 5, 0],
    variable: (tx) => sum([baseTx(tx.baseTx), warpMessage(tx.message)]),
  },
  IncreaseL1ValidatorBalanceTx: {
    intrinsic: [98, 1, 5, 0],
    variable: (tx) => baseTx(tx.baseTx),
  },
  DisableL1ValidatorTx: {
    intrinsic: [98, 1, 6, 0],
    variable: (tx) => sum([baseTx(tx.baseTx), authorization(tx.disableAuthorization)]),
  },
};

function baseTx(tx: BaseTxFields): Complexity {
  return sum([...tx.outputs.map(output), ...tx.inputs.map(input), bytes(tx.memo.length)]);
}

function bytes(count: number): Complexity {
  return [count, 0, 0, 0];
}

function output({ output: value }: TransferableOutput): Complexity {
  const isLocked = value.kind === "LockOut";
  const { addresses } = isLocked ? value.output : value;
  return [60 + 20 * addresses.length + (isLocked ? 12 : 0), 0, 1, 0];
}

function input({ input: value }: TransferableInput): Complexity {
  const isLocked = value.kind === "LockIn";
  const signatures = (isLocked ? value.input : value).signatureIndices.length;
  return [92 + 69 * signatures + (isLocked ? 12 : 0), 1, 1, signatureCompute * signatures];
}

function owners({ addresses }: PChainOwner): Complexity {
  return bytes(16 + 20 * addresses.length);
}

function authorization(value: Authorization): Complexity {
  if (value.kind !== "Input") throw new Rejection("unsupported auth type");
  const signatures = value.signatureIndices.length;
  return [8 + 69 * signatures, 0, 0, signatureCompute * signatures];
}

function signer(value: Signer): Complexity {
  return value.kind === "Empty" ? [0, 0, 0, 0] : [144, 0, 0, blsProofCompute];
}

function l1Validator(validator: ConvertSubnetToL1Validator): Complexity {
  const addresses =
    validator.remainingBalanceOwner.addresses.length + validator.deactivationOwner.addresses.length;
  return [36 + validator.nodeID.length + 144 + 20 * addresses, 0, 4, blsProofCompute];
}

function warpMessage(message: Uint8Array): Complexity {
  const signers = signerCount(parseWarpMessage(message).signature.signers);
  return [message.length, 23, 0, blsVerifyCompute + 5 * signers];
}

function signerCount(bits: Uint8Array): number {
  if (bits[0] === 0) throw new Rejection("bitset is invalid");
  let count = 0;
  for (const byte of bits) for (let rest = byte; rest > 0; rest >>= 1) count += rest & 1;
  return count;
}
