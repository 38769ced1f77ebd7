import fc, { type Arbitrary } from "fast-check";
import type { BlockContent, BlockKind } from "../../src/pchain/blocks/block.ts";
import type { BaseTxFields } from "../../src/pchain/components/base-tx.ts";
import type { Credential, Verifiable } from "../../src/pchain/components/credential.ts";
import type { Input, TransferInput } from "../../src/pchain/components/inputs.ts";
import type { Output, TransferOutput } from "../../src/pchain/components/outputs.ts";
import type { Owner, PChainOwner } from "../../src/pchain/components/owners.ts";
import type { Signer } from "../../src/pchain/components/signer.ts";
import { makeTx, type Tx, type UnsignedTx } from "../../src/pchain/txs/tx.ts";
import type { UnsignedTxOf } from "../../src/pchain/txs/unsigned-tx.ts";
import type { TxKind } from "../../src/pchain/wire-types.ts";

/** Values that the wire can hold, valid or not by the rules of the chain. */
const sized = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const id = sized(32);
const nodeID = sized(20);
const u8 = fc.integer({ min: 0, max: 0xff });
const u32 = fc.integer({ min: 0, max: 0xffff_ffff });
const u64 = fc.bigInt({ min: 0n, max: 0xffff_ffff_ffff_ffffn });
const bytes = fc.uint8Array({ maxLength: 40 });
const few = <T>(item: Arbitrary<T>) => fc.array(item, { maxLength: 3 });

const kind = <K extends string>(name: K): Arbitrary<K> => fc.constant(name);
const addresses = few(sized(20));
const owner: Arbitrary<Owner> = fc.record({
  kind: kind("OutputOwners"),
  locktime: u64,
  threshold: u32,
  addresses,
});
const pChainOwner: Arbitrary<PChainOwner> = fc.record({ threshold: u32, addresses });

const transferOutput: Arbitrary<TransferOutput> = fc.record({
  kind: kind("TransferOutput"),
  amount: u64,
  locktime: u64,
  threshold: u32,
  addresses,
});
const output: Arbitrary<Output> = fc.oneof(
  transferOutput,
  fc.record({ kind: kind("LockOut"), locktime: u64, output: transferOutput }),
);
const outputs = few(fc.record({ assetID: id, output }));

const transferInput: Arbitrary<TransferInput> = fc.record({
  kind: kind("TransferInput"),
  amount: u64,
  signatureIndices: few(u32),
});
const input: Arbitrary<Input> = fc.oneof(
  transferInput,
  fc.record({ kind: kind("LockIn"), locktime: u64, input: transferInput }),
);
const inputs = few(fc.record({ txID: id, outputIndex: u32, assetID: id, input }));

const proof = { publicKey: sized(48), proofOfPossession: sized(96) };
const signer: Arbitrary<Signer> = fc.oneof(
  fc.record({ kind: kind("Empty") }),
  fc.record({ kind: kind("ProofOfPossession"), ...proof }),
);

const credential: Arbitrary<Credential> = fc.record({
  kind: kind("Credential"),
  signatures: few(sized(65)),
});
/** Mostly what belongs into the slot, sometimes another type that the codec admits there. */
const authorization: Arbitrary<Verifiable> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: kind("Input"), signatureIndices: few(u32) }) },
  { weight: 1, arbitrary: fc.oneof(credential, owner, output, input, signer) },
);

const baseTx: Arbitrary<BaseTxFields> = fc.record({
  networkID: u32,
  blockchainID: id,
  outputs,
  inputs,
  memo: bytes,
});
const validator = fc.record({ nodeID, start: u64, end: u64, weight: u64 });
const subnetID = id;

const unsignedTxs: { readonly [K in TxKind]: Arbitrary<UnsignedTxOf<K>> } = {
  AddValidatorTx: fc.record({
    kind: kind("AddValidatorTx"),
    baseTx,
    validator,
    stake: outputs,
    rewardsOwner: owner,
    shares: u32,
  }),
  AddSubnetValidatorTx: fc.record({
    kind: kind("AddSubnetValidatorTx"),
    baseTx,
    validator: fc.record({ validator, subnetID }),
    subnetAuthorization: authorization,
  }),
  AddDelegatorTx: fc.record({
    kind: kind("AddDelegatorTx"),
    baseTx,
    validator,
    stake: outputs,
    rewardsOwner: owner,
  }),
  CreateChainTx: fc.record({
    kind: kind("CreateChainTx"),
    baseTx,
    subnetID,
    chainName: fc.string({ maxLength: 20, unit: "grapheme" }),
    vmID: id,
    fxIDs: few(id),
    genesisData: bytes,
    subnetAuthorization: authorization,
  }),
  CreateSubnetTx: fc.record({ kind: kind("CreateSubnetTx"), baseTx, owner }),
  ImportTx: fc.record({
    kind: kind("ImportTx"),
    baseTx,
    sourceChain: id,
    importedInputs: inputs,
  }),
  ExportTx: fc.record({
    kind: kind("ExportTx"),
    baseTx,
    destinationChain: id,
    exportedOutputs: outputs,
  }),
  AdvanceTimeTx: fc.record({ kind: kind("AdvanceTimeTx"), time: u64 }),
  RewardValidatorTx: fc.record({ kind: kind("RewardValidatorTx"), txID: id }),
  RemoveSubnetValidatorTx: fc.record({
    kind: kind("RemoveSubnetValidatorTx"),
    baseTx,
    nodeID,
    subnetID,
    subnetAuthorization: authorization,
  }),
  TransformSubnetTx: fc.record({
    kind: kind("TransformSubnetTx"),
    baseTx,
    subnetID,
    assetID: id,
    initialSupply: u64,
    maximumSupply: u64,
    minConsumptionRate: u64,
    maxConsumptionRate: u64,
    minValidatorStake: u64,
    maxValidatorStake: u64,
    minStakeDuration: u32,
    maxStakeDuration: u32,
    minDelegationFee: u32,
    minDelegatorStake: u64,
    maxValidatorWeightFactor: u8,
    uptimeRequirement: u32,
    subnetAuthorization: authorization,
  }),
  AddPermissionlessValidatorTx: fc.record({
    kind: kind("AddPermissionlessValidatorTx"),
    baseTx,
    validator,
    subnetID,
    signer,
    stake: outputs,
    validationRewardsOwner: owner,
    delegationRewardsOwner: owner,
    shares: u32,
  }),
  AddPermissionlessDelegatorTx: fc.record({
    kind: kind("AddPermissionlessDelegatorTx"),
    baseTx,
    validator,
    subnetID,
    stake: outputs,
    rewardsOwner: owner,
  }),
  TransferSubnetOwnershipTx: fc.record({
    kind: kind("TransferSubnetOwnershipTx"),
    baseTx,
    subnetID,
    subnetAuthorization: authorization,
    newOwner: owner,
  }),
  BaseTx: fc.record({ kind: kind("BaseTx"), baseTx }),
  ConvertSubnetToL1Tx: fc.record({
    kind: kind("ConvertSubnetToL1Tx"),
    baseTx,
    subnetID,
    chainID: id,
    address: bytes,
    validators: few(
      fc.record({
        nodeID: bytes,
        weight: u64,
        balance: u64,
        signer: fc.record(proof),
        remainingBalanceOwner: pChainOwner,
        deactivationOwner: pChainOwner,
      }),
    ),
    subnetAuthorization: authorization,
  }),
  RegisterL1ValidatorTx: fc.record({
    kind: kind("RegisterL1ValidatorTx"),
    baseTx,
    balance: u64,
    proofOfPossession: sized(96),
    message: bytes,
  }),
  SetL1ValidatorWeightTx: fc.record({
    kind: kind("SetL1ValidatorWeightTx"),
    baseTx,
    message: bytes,
  }),
  IncreaseL1ValidatorBalanceTx: fc.record({
    kind: kind("IncreaseL1ValidatorBalanceTx"),
    baseTx,
    validationID: id,
    balance: u64,
  }),
  DisableL1ValidatorTx: fc.record({
    kind: kind("DisableL1ValidatorTx"),
    baseTx,
    validationID: id,
    disableAuthorization: authorization,
  }),
};

const signed = (unsigned: Arbitrary<UnsignedTx>): Arbitrary<Tx> =>
  fc.tuple(unsigned, few(credential)).map(([body, credentials]) => makeTx(body, credentials));

export function txOf(txKind: TxKind): Arbitrary<Tx> {
  return signed(unsignedTxs[txKind]);
}

export const anyTx: Arbitrary<Tx> = signed(fc.oneof(...Object.values(unsignedTxs)));

const link = { parentID: id, height: u64 };
const txs = few(anyTx);

const blocks: { readonly [K in BlockKind]: Arbitrary<Extract<BlockContent, { kind: K }>> } = {
  ApricotProposalBlock: fc.record({ kind: kind("ApricotProposalBlock"), ...link, tx: anyTx }),
  ApricotAbortBlock: fc.record({ kind: kind("ApricotAbortBlock"), ...link }),
  ApricotCommitBlock: fc.record({ kind: kind("ApricotCommitBlock"), ...link }),
  ApricotStandardBlock: fc.record({ kind: kind("ApricotStandardBlock"), ...link, txs }),
  ApricotAtomicBlock: fc.record({ kind: kind("ApricotAtomicBlock"), ...link, tx: anyTx }),
  BanffProposalBlock: fc.record({
    kind: kind("BanffProposalBlock"),
    time: u64,
    txs,
    ...link,
    tx: anyTx,
  }),
  BanffAbortBlock: fc.record({ kind: kind("BanffAbortBlock"), time: u64, ...link }),
  BanffCommitBlock: fc.record({ kind: kind("BanffCommitBlock"), time: u64, ...link }),
  BanffStandardBlock: fc.record({ kind: kind("BanffStandardBlock"), time: u64, ...link, txs }),
};

export const blockKinds = Object.keys(blocks) as readonly BlockKind[];

export function blockOf(blockKind: BlockKind): Arbitrary<BlockContent> {
  return blocks[blockKind];
}
