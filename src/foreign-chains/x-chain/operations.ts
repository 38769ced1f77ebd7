import type { Id } from "../../formats/bytes.ts";
import { bytes, id, u32 } from "../../pchain/codec/primitives.ts";
import { kindStruct, slice, struct } from "../../pchain/codec/struct.ts";
import { signatureIndices } from "../../pchain/components/inputs.ts";
import { type TransferOutput, transferOutput } from "../../pchain/components/outputs.ts";
import { type OutputOwners, outputOwners } from "../../pchain/components/owners.ts";
import { namedUnion } from "./named-union.ts";
import {
  type MintOutput,
  mintOutput,
  type NftTransferOutput,
  nftTransferOutput,
  type OwnedOutput,
  ownedOutput,
  type PropertyMintOutput,
  propertyMintOutput,
} from "./outputs.ts";

/** avalanchego vms/secp256k1fx/input.go @ v1.12.1 */
type SignedInput = { readonly signatureIndices: readonly number[] };

/** avalanchego vms/secp256k1fx/mint_operation.go @ v1.12.1 */
export type MintOperation = {
  readonly kind: "MintOperation";
  readonly mintInput: SignedInput;
  readonly mintOutput: MintOutput;
  readonly transferOutput: TransferOutput;
};

/** avalanchego vms/nftfx/mint_operation.go @ v1.12.1 */
export type NftMintOperation = {
  readonly kind: "NftMintOperation";
  readonly mintInput: SignedInput;
  readonly groupID: number;
  readonly payload: Uint8Array;
  readonly outputs: readonly OutputOwners[];
};

/** avalanchego vms/nftfx/transfer_operation.go @ v1.12.1 */
export type NftTransferOperation = {
  readonly kind: "NftTransferOperation";
  readonly input: SignedInput;
  readonly output: NftTransferOutput;
};

/** avalanchego vms/propertyfx/mint_operation.go @ v1.12.1 */
export type PropertyMintOperation = {
  readonly kind: "PropertyMintOperation";
  readonly mintInput: SignedInput;
  readonly mintOutput: PropertyMintOutput;
  readonly ownedOutput: OwnedOutput;
};

/** avalanchego vms/propertyfx/burn_operation.go @ v1.12.1 */
export type BurnOperation = SignedInput & { readonly kind: "BurnOperation" };

export type FxOperation =
  | MintOperation
  | NftMintOperation
  | NftTransferOperation
  | PropertyMintOperation
  | BurnOperation;

/** Consumes outputs of an asset, and produces those that follow from the operation. */
export type Operation = {
  readonly assetID: Id;
  readonly inputIDs: readonly { readonly txID: Id; readonly outputIndex: number }[];
  readonly operation: FxOperation;
};

const signedInput = struct<SignedInput>({ signatureIndices });

export const operationFields = {
  MintOperation: kindStruct<MintOperation>("MintOperation", {
    mintInput: signedInput,
    mintOutput,
    transferOutput,
  }),
  NftMintOperation: kindStruct<NftMintOperation>("NftMintOperation", {
    mintInput: signedInput,
    groupID: u32,
    payload: bytes,
    outputs: slice(outputOwners),
  }),
  NftTransferOperation: kindStruct<NftTransferOperation>("NftTransferOperation", {
    input: signedInput,
    output: nftTransferOutput,
  }),
  PropertyMintOperation: kindStruct<PropertyMintOperation>("PropertyMintOperation", {
    mintInput: signedInput,
    mintOutput: propertyMintOutput,
    ownedOutput,
  }),
  BurnOperation: kindStruct<BurnOperation>("BurnOperation", { signatureIndices }),
};

const fxOperation = namedUnion<FxOperation>("fxs.FxOperation", operationFields);

/** avalanchego vms/avm/txs/operation.go @ v1.12.1 */
export const operation = struct<Operation>({
  assetID: id,
  inputIDs: slice(struct<Operation["inputIDs"][number]>({ txID: id, outputIndex: u32 })),
  operation: fxOperation,
});
