import fc, { type Arbitrary } from "fast-check";
import { sha256 } from "../../src/crypto/hash.ts";
import {
  type AtomicTx,
  atomicTx,
  type UnsignedAtomicTx,
} from "../../src/foreign-chains/c-chain/atomic-tx.ts";
import type { CChainBlockContent } from "../../src/foreign-chains/c-chain/block.ts";
import type { CChainHeader } from "../../src/foreign-chains/c-chain/header.ts";
import { rlpString } from "../../src/foreign-chains/c-chain/rlp.ts";
import type { SignedTx } from "../../src/foreign-chains/signed-tx.ts";
import type { StandardBlock } from "../../src/foreign-chains/x-chain/block.ts";
import type { XChainCredential } from "../../src/foreign-chains/x-chain/credentials.ts";
import type { FxOperation } from "../../src/foreign-chains/x-chain/operations.ts";
import type { XChainOutput } from "../../src/foreign-chains/x-chain/outputs.ts";
import { type XChainTx, xChainTx } from "../../src/foreign-chains/x-chain/tx.ts";
import type { XChainUnsignedTx } from "../../src/foreign-chains/x-chain/unsigned-tx.ts";
import type { VertexContent } from "../../src/foreign-chains/x-chain/vertex.ts";
import { compareBytes } from "../../src/formats/bytes.ts";
import type { Field } from "../../src/pchain/codec/field.ts";
import type { BaseTxFields } from "../../src/pchain/components/base-tx.ts";
import type { Credential } from "../../src/pchain/components/credential.ts";
import type { TransferableInput, TransferInput } from "../../src/pchain/components/inputs.ts";
import type { TransferableOutput, TransferOutput } from "../../src/pchain/components/outputs.ts";

/** Values that the wire can hold, valid or not by the rules of the chains. */
const sized = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const id = sized(32);
const u8 = fc.integer({ min: 0, max: 0xff });
const u32 = fc.integer({ min: 0, max: 0xffff_ffff });
const u64 = fc.bigInt({ min: 0n, max: 0xffff_ffff_ffff_ffffn });
const bytes = fc.uint8Array({ maxLength: 40 });
const few = <T>(item: Arbitrary<T>) => fc.array(item, { maxLength: 3 });
const kind = <K extends string>(name: K): Arbitrary<K> => fc.constant(name);

const owners = { locktime: u64, threshold: u32, addresses: few(sized(20)) };
const transferOutput: Arbitrary<TransferOutput> = fc.record({
  kind: kind("TransferOutput"),
  amount: u64,
  ...owners,
});
const mintOutput = fc.record({ kind: kind("MintOutput"), ...owners });
const nftOutput = fc.record({
  kind: kind("NftTransferOutput"),
  groupID: u32,
  payload: bytes,
  ...owners,
});
const propertyMint = fc.record({ kind: kind("PropertyMintOutput"), ...owners });
const owned = fc.record({ kind: kind("OwnedOutput"), ...owners });
const output: Arbitrary<XChainOutput> = fc.oneof(
  transferOutput,
  mintOutput,
  fc.record({ kind: kind("NftMintOutput"), groupID: u32, ...owners }),
  nftOutput,
  propertyMint,
  owned,
);

const signed = { signatureIndices: few(u32) };
const mintInput = fc.record(signed);
const fxOperation: Arbitrary<FxOperation> = fc.oneof(
  fc.record({ kind: kind("MintOperation"), mintInput, mintOutput, transferOutput }),
  fc.record({
    kind: kind("NftMintOperation"),
    mintInput,
    groupID: u32,
    payload: bytes,
    outputs: few(fc.record(owners)),
  }),
  fc.record({ kind: kind("NftTransferOperation"), input: mintInput, output: nftOutput }),
  fc.record({
    kind: kind("PropertyMintOperation"),
    mintInput,
    mintOutput: propertyMint,
    ownedOutput: owned,
  }),
  fc.record({ kind: kind("BurnOperation"), ...signed }),
);

const transferInput: Arbitrary<TransferInput> = fc.record({
  kind: kind("TransferInput"),
  amount: u64,
  ...signed,
});
const transferable: Arbitrary<TransferableOutput> = fc.record({
  assetID: id,
  output: transferOutput,
});
const input: Arbitrary<TransferableInput> = fc.record({
  txID: id,
  outputIndex: u32,
  assetID: id,
  input: transferInput,
});
const signatures = few(sized(65));
const credential: Arbitrary<XChainCredential> = fc.oneof(
  fc.record({ kind: kind("Credential"), signatures }),
  fc.record({ kind: kind("NftCredential"), signatures }),
  fc.record({ kind: kind("PropertyCredential"), signatures }),
  transferInput,
  output,
  fxOperation,
);

const baseTx: Arbitrary<BaseTxFields> = fc.record({
  networkID: u32,
  blockchainID: id,
  outputs: few(transferable),
  inputs: few(input),
  memo: bytes,
});
const text = fc.string({ maxLength: 10 });
const unsigned: Arbitrary<XChainUnsignedTx> = fc.oneof(
  fc.record({ kind: kind("BaseTx"), baseTx }),
  fc.record({
    kind: kind("CreateAssetTx"),
    baseTx,
    name: text,
    symbol: text,
    denomination: u8,
    initialStates: few(fc.record({ fxIndex: u32, outputs: few(output) })),
  }),
  fc.record({
    kind: kind("OperationTx"),
    baseTx,
    operations: few(
      fc.record({
        assetID: id,
        inputIDs: few(fc.record({ txID: id, outputIndex: u32 })),
        operation: fxOperation,
      }),
    ),
  }),
  fc.record({ kind: kind("ImportTx"), baseTx, sourceChain: id, importedInputs: few(input) }),
  fc.record({
    kind: kind("ExportTx"),
    baseTx,
    destinationChain: id,
    exportedOutputs: few(transferable),
  }),
);

/** The bytes and the ID follow from the rest. */
function made<U, C>(field: Field<SignedTx<U, C>>, unsignedTx: U, credentials: readonly C[]) {
  const json = field.toJson(
    { unsigned: unsignedTx, credentials, bytes: new Uint8Array(2), id: new Uint8Array(32) },
    { hrp: "local", chain: "X" },
  );
  return field.fromJson(json);
}

export const anyXChainTx: Arbitrary<XChainTx> = fc
  .tuple(unsigned, few(credential))
  .map(([tx, credentials]) => made(xChainTx, tx, credentials));

export const anyXChainBlock: Arbitrary<StandardBlock> = fc.record({
  kind: kind("StandardBlock"),
  parentID: id,
  height: u64,
  time: u64,
  merkleRoot: id,
  txs: few(anyXChainTx),
});

const parentIDs = few(id).map((ids) => ids.sort(compareBytes));

/** Valid by the rules of AvalancheGo, too. */
export const anyVertex: Arbitrary<VertexContent> = fc.oneof(
  fc.record({ kind: kind("StopVertex"), chainID: id, height: u64, parentIDs }),
  fc.record({
    kind: kind("Vertex"),
    chainID: id,
    height: u64,
    epoch: fc.constant(0),
    parentIDs,
    txs: fc
      .array(anyXChainTx, { minLength: 1, maxLength: 3 })
      .map((txs) => txs.sort((a, b) => compareBytes(sha256(a.bytes), sha256(b.bytes))))
      .map((txs) => txs.map((tx) => tx.bytes)),
  }),
);

const account = { address: sized(20), amount: u64, assetID: id };
const unsignedAtomic: Arbitrary<UnsignedAtomicTx> = fc.oneof(
  fc.record({
    kind: kind("ImportTx"),
    networkID: u32,
    blockchainID: id,
    sourceChain: id,
    importedInputs: few(input),
    outputs: few(fc.record(account)),
  }),
  fc.record({
    kind: kind("ExportTx"),
    networkID: u32,
    blockchainID: id,
    destinationChain: id,
    inputs: few(fc.record({ ...account, nonce: u64 })),
    exportedOutputs: few(transferable),
  }),
);
const secpCredential: Arbitrary<Credential> = fc.record({ kind: kind("Credential"), signatures });

export const anyAtomicTx: Arbitrary<AtomicTx> = fc
  .tuple(unsignedAtomic, few(secpCredential))
  .map(([tx, credentials]) => made(atomicTx, tx, credentials));

export const anyAtomicTxs = fc.array(anyAtomicTx, { minLength: 1, maxLength: 3 });

const wei = fc.bigInt({ min: 0n, max: 2n ** 256n });
const firstFields = {
  parentHash: id,
  sha3Uncles: id,
  miner: sized(20),
  stateRoot: id,
  transactionsRoot: id,
  receiptsRoot: id,
  logsBloom: sized(256),
  difficulty: wei,
  number: wei,
  gasLimit: u64,
  gasUsed: u64,
  timestamp: u64,
  extraData: bytes,
  mixHash: id,
  nonce: sized(8),
  extDataHash: id,
};
const laterFields = {
  baseFeePerGas: wei,
  extDataGasUsed: wei,
  blockGasCost: wei,
  blobGasUsed: u64,
  excessBlobGas: u64,
  parentBeaconBlockRoot: id,
  timestampMilliseconds: u64,
  minDelayExcess: u64,
  targetExponent: u64,
  minPriceExponent: u64,
  settledHeight: u64,
  settledGasUnix: u64,
  settledGasNumerator: u64,
  settledExcess: u64,
};

/** A header of any era. */
const header = fc
  .tuple(fc.record({ ...firstFields, ...laterFields }), fc.integer({ min: 0, max: 14 }))
  .map(([all, count]) => {
    const names = [...Object.keys(firstFields), ...Object.keys(laterFields).slice(0, count)];
    return Object.fromEntries(
      names.map((name) => [name, all[name as keyof typeof all]]),
    ) as CChainHeader;
  });

export const anyCChainBlock: Arbitrary<CChainBlockContent> = fc.record({
  header,
  transactions: few(bytes.map(rlpString)),
  uncles: few(bytes.map(rlpString)),
  version: u32,
  extData: bytes,
});
