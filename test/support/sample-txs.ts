import { blsPublicKey, signProofOfPossession } from "../../src/crypto/bls.ts";
import { emptyId, type Id } from "../../src/formats/bytes.ts";
import { networkWithLocalParameters } from "../../src/networks/local.ts";
import type { ChainContext } from "../../src/networks/network.ts";
import type { BaseTxFields } from "../../src/pchain/components/base-tx.ts";
import type { TransferableOutput } from "../../src/pchain/components/outputs.ts";
import type { Owner } from "../../src/pchain/components/owners.ts";
import type { UnsignedTxOf } from "../../src/pchain/txs/unsigned-tx.ts";
import type { TxKind } from "../../src/pchain/wire-types.ts";

export const filled = (length: number, byte: number) => new Uint8Array(length).fill(byte);

export const avaxAssetID: Id = filled(32, 0xaa);
export const subnetID: Id = filled(32, 0x51);

export const sampleChain: ChainContext = {
  network: networkWithLocalParameters(1337),
  avaxAssetID,
  xChainID: filled(32, 0xc1),
  cChainID: filled(32, 0xc2),
};

export const owner: Owner = {
  kind: "OutputOwners",
  locktime: 0n,
  threshold: 1,
  addresses: [filled(20, 1)],
};

export function outputOf(amount: bigint, assetID: Id = avaxAssetID): TransferableOutput {
  const output = { ...owner, kind: "TransferOutput", amount } as const;
  return { assetID, output };
}

export const sampleBaseTx: BaseTxFields = {
  networkID: 1337,
  blockchainID: emptyId,
  outputs: [outputOf(5n), outputOf(6n)],
  inputs: [
    {
      txID: filled(32, 7),
      outputIndex: 1,
      assetID: avaxAssetID,
      input: { kind: "TransferInput", amount: 100n, signatureIndices: [0, 1] },
    },
  ],
  memo: new Uint8Array(0),
};

const secretKey = filled(32, 3);
export const proof = {
  publicKey: blsPublicKey(secretKey),
  proofOfPossession: signProofOfPossession(secretKey),
};

const baseTx = sampleBaseTx;
const validator = { nodeID: filled(20, 9), start: 10n, end: 20n, weight: 30n };
const auth = { kind: "Input", signatureIndices: [0] } as const;
const pChainOwner = { threshold: 1, addresses: [filled(20, 1)] };

/** One valid transaction of each kind. */
export const sampleTxs: { readonly [K in TxKind]: UnsignedTxOf<K> } = {
  AddValidatorTx: {
    kind: "AddValidatorTx",
    baseTx,
    validator,
    stake: [outputOf(10n), outputOf(20n)],
    rewardsOwner: owner,
    shares: 20_000,
  },
  AddSubnetValidatorTx: {
    kind: "AddSubnetValidatorTx",
    baseTx,
    validator: { validator, subnetID },
    subnetAuthorization: auth,
  },
  AddDelegatorTx: {
    kind: "AddDelegatorTx",
    baseTx,
    validator,
    stake: [outputOf(30n)],
    rewardsOwner: owner,
  },
  CreateChainTx: {
    kind: "CreateChainTx",
    baseTx,
    subnetID,
    chainName: "Chain 1",
    vmID: filled(32, 4),
    fxIDs: [filled(32, 1), filled(32, 2)],
    genesisData: filled(3, 1),
    subnetAuthorization: auth,
  },
  CreateSubnetTx: { kind: "CreateSubnetTx", baseTx, owner },
  ImportTx: {
    kind: "ImportTx",
    baseTx,
    sourceChain: sampleChain.xChainID,
    importedInputs: baseTx.inputs,
  },
  ExportTx: {
    kind: "ExportTx",
    baseTx,
    destinationChain: sampleChain.xChainID,
    exportedOutputs: [outputOf(1n), outputOf(2n)],
  },
  AdvanceTimeTx: { kind: "AdvanceTimeTx", time: 5n },
  RewardValidatorTx: { kind: "RewardValidatorTx", txID: filled(32, 2) },
  RemoveSubnetValidatorTx: {
    kind: "RemoveSubnetValidatorTx",
    baseTx,
    nodeID: validator.nodeID,
    subnetID,
    subnetAuthorization: auth,
  },
  TransformSubnetTx: {
    kind: "TransformSubnetTx",
    baseTx,
    subnetID,
    assetID: filled(32, 0xbb),
    initialSupply: 1_000n,
    maximumSupply: 2_000n,
    minConsumptionRate: 100_000n,
    maxConsumptionRate: 120_000n,
    minValidatorStake: 10n,
    maxValidatorStake: 1_500n,
    minStakeDuration: 60,
    maxStakeDuration: 6_000,
    minDelegationFee: 20_000,
    minDelegatorStake: 5n,
    maxValidatorWeightFactor: 5,
    uptimeRequirement: 800_000,
    subnetAuthorization: auth,
  },
  AddPermissionlessValidatorTx: {
    kind: "AddPermissionlessValidatorTx",
    baseTx,
    validator,
    subnetID: emptyId,
    signer: { kind: "ProofOfPossession", ...proof },
    stake: [outputOf(10n), outputOf(20n)],
    validationRewardsOwner: owner,
    delegationRewardsOwner: owner,
    shares: 20_000,
  },
  AddPermissionlessDelegatorTx: {
    kind: "AddPermissionlessDelegatorTx",
    baseTx,
    validator,
    subnetID: emptyId,
    stake: [outputOf(10n), outputOf(20n)],
    rewardsOwner: owner,
  },
  TransferSubnetOwnershipTx: {
    kind: "TransferSubnetOwnershipTx",
    baseTx,
    subnetID,
    subnetAuthorization: auth,
    newOwner: owner,
  },
  BaseTx: { kind: "BaseTx", baseTx },
  ConvertSubnetToL1Tx: {
    kind: "ConvertSubnetToL1Tx",
    baseTx,
    subnetID,
    chainID: filled(32, 6),
    address: filled(20, 8),
    validators: [1, 2].map((byte) => ({
      nodeID: filled(20, byte),
      weight: 1n,
      balance: 2n,
      signer: proof,
      remainingBalanceOwner: pChainOwner,
      deactivationOwner: pChainOwner,
    })),
    subnetAuthorization: auth,
  },
  RegisterL1ValidatorTx: {
    kind: "RegisterL1ValidatorTx",
    baseTx,
    balance: 1n,
    proofOfPossession: proof.proofOfPossession,
    message: filled(4, 1),
  },
  SetL1ValidatorWeightTx: { kind: "SetL1ValidatorWeightTx", baseTx, message: filled(4, 1) },
  IncreaseL1ValidatorBalanceTx: {
    kind: "IncreaseL1ValidatorBalanceTx",
    baseTx,
    validationID: filled(32, 5),
    balance: 1n,
  },
  DisableL1ValidatorTx: {
    kind: "DisableL1ValidatorTx",
    baseTx,
    validationID: filled(32, 5),
    disableAuthorization: auth,
  },
};
