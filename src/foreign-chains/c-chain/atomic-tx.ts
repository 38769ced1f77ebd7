import type { Id } from "../../formats/bytes.ts";
import { fixedBytes, id, u32, u64 } from "../../pchain/codec/primitives.ts";
import { CodecError } from "../../pchain/codec/reader.ts";
import { kindStruct, slice, struct } from "../../pchain/codec/struct.ts";
import { registerTypes, union, type WireType } from "../../pchain/codec/union.ts";
import { decodeVersioned, encodeVersioned } from "../../pchain/codec/versioned.ts";
import { transferableInputs, transferableOutputs } from "../../pchain/components/base-tx.ts";
import { type Credential, verifiable } from "../../pchain/components/credential.ts";
import type { TransferableInput } from "../../pchain/components/inputs.ts";
import type { TransferableOutput } from "../../pchain/components/outputs.ts";
import { componentTypes } from "../../pchain/wire-types.ts";
import { type SignedTx, signedTx } from "../signed-tx.ts";

/** An amount that an import adds to an account. */
export type EvmOutput = {
  readonly address: Uint8Array;
  readonly amount: bigint;
  readonly assetID: Id;
};

/** An amount that an export takes from an account. */
export type EvmInput = EvmOutput & { readonly nonce: bigint };

export type AtomicImportTx = {
  readonly kind: "ImportTx";
  readonly networkID: number;
  readonly blockchainID: Id;
  readonly sourceChain: Id;
  readonly importedInputs: readonly TransferableInput[];
  readonly outputs: readonly EvmOutput[];
};

export type AtomicExportTx = {
  readonly kind: "ExportTx";
  readonly networkID: number;
  readonly blockchainID: Id;
  readonly destinationChain: Id;
  readonly inputs: readonly EvmInput[];
  readonly exportedOutputs: readonly TransferableOutput[];
};

export type UnsignedAtomicTx = AtomicImportTx | AtomicExportTx;

/** A transaction between the C-chain and another chain of the primary network. */
export type AtomicTx = SignedTx<UnsignedAtomicTx, Credential>;

/** avalanchego graft/coreth/plugin/evm/atomic/codec.go @ v1.15.0-fuji */
const atomicTypes = {
  ImportTx: { typeID: 0, goName: "atomic.UnsignedImportTx" },
  ExportTx: { typeID: 1, goName: "atomic.UnsignedExportTx" },
} as const satisfies Record<string, WireType>;

const { TransferInput, TransferOutput, Input, OutputOwners } = componentTypes;
const types = registerTypes({
  ...atomicTypes,
  TransferInput,
  TransferOutput,
  Credential: componentTypes.Credential,
  Input,
  OutputOwners,
});

const account = { address: fixedBytes(20), amount: u64, assetID: id };

/** Wire order. avalanchego graft/coreth/plugin/evm/atomic/import_tx.go, graft/coreth/plugin/evm/atomic/export_tx.go @ v1.15.0-fuji */
const unsignedAtomicTx = union<UnsignedAtomicTx>({
  interfaceName: "atomic.UnsignedAtomicTx",
  types: atomicTypes,
  fields: {
    ImportTx: kindStruct<AtomicImportTx>("ImportTx", {
      networkID: u32,
      blockchainID: id,
      sourceChain: id,
      importedInputs: transferableInputs,
      outputs: slice(struct<EvmOutput>(account)),
    }),
    ExportTx: kindStruct<AtomicExportTx>("ExportTx", {
      networkID: u32,
      blockchainID: id,
      destinationChain: id,
      inputs: slice(struct<EvmInput>({ ...account, nonce: u64 })),
      exportedOutputs: transferableOutputs,
    }),
  },
});

export const atomicTx = signedTx(unsignedAtomicTx, verifiable);
const atomicTxs = slice(atomicTx);

const emptyBatch = "cannot build a block with non-empty extra data and zero atomic transactions";

type Options = { readonly bytesMax?: number };

/** Throws CodecError. */
export function parseAtomicTx(bytes: Uint8Array, options?: Options): AtomicTx {
  return decodeVersioned(atomicTx, bytes, { types, ...options });
}

/** How ExtData holds transactions: one before Apricot phase 5, a list since. */
export type ExtDataForm = "single" | "batch";

/** The atomic transactions of a block. ExtData may be empty, but not a list of none. Throws CodecError. */
export function parseExtData(
  extData: Uint8Array,
  form: ExtDataForm,
  options?: Options,
): readonly AtomicTx[] {
  if (extData.length === 0) return [];
  if (form === "single") return [parseAtomicTx(extData, options)];
  const txs = decodeVersioned(atomicTxs, extData, { types, ...options });
  if (txs.length === 0) throw new CodecError(emptyBatch);
  return txs;
}

export function encodeExtData(txs: readonly AtomicTx[], form: ExtDataForm): Uint8Array {
  if (txs.length === 0) return new Uint8Array();
  return form === "single" ? encodeVersioned(atomicTx, txs[0]!) : encodeVersioned(atomicTxs, txs);
}
