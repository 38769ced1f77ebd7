import { bytes, u32, u64 } from "../../pchain/codec/primitives.ts";
import { kindStruct } from "../../pchain/codec/struct.ts";
import { type TransferOutput, transferOutput } from "../../pchain/components/outputs.ts";
import { addresses, type OutputOwners } from "../../pchain/components/owners.ts";
import { namedUnion } from "./named-union.ts";

/** The right to mint more of an asset. avalanchego vms/secp256k1fx/mint_output.go @ v1.12.1 */
export type MintOutput = OutputOwners & { readonly kind: "MintOutput" };

/** The right to mint tokens of a group. avalanchego vms/nftfx/mint_output.go @ v1.12.1 */
export type NftMintOutput = OutputOwners & {
  readonly kind: "NftMintOutput";
  readonly groupID: number;
};

/** A token. avalanchego vms/nftfx/transfer_output.go @ v1.12.1 */
export type NftTransferOutput = OutputOwners & {
  readonly kind: "NftTransferOutput";
  readonly groupID: number;
  readonly payload: Uint8Array;
};

/** The right to mint a property. avalanchego vms/propertyfx/mint_output.go @ v1.12.1 */
export type PropertyMintOutput = OutputOwners & { readonly kind: "PropertyMintOutput" };

/** A property. avalanchego vms/propertyfx/owned_output.go @ v1.12.1 */
export type OwnedOutput = OutputOwners & { readonly kind: "OwnedOutput" };

export type XChainOutput =
  | TransferOutput
  | MintOutput
  | NftMintOutput
  | NftTransferOutput
  | PropertyMintOutput
  | OwnedOutput;

const owners = { locktime: u64, threshold: u32, addresses };

export const mintOutput = kindStruct<MintOutput>("MintOutput", owners);

export const nftMintOutput = kindStruct<NftMintOutput>("NftMintOutput", {
  groupID: u32,
  ...owners,
});

export const nftTransferOutput = kindStruct<NftTransferOutput>("NftTransferOutput", {
  groupID: u32,
  payload: bytes,
  ...owners,
});

export const propertyMintOutput = kindStruct<PropertyMintOutput>("PropertyMintOutput", owners);

export const ownedOutput = kindStruct<OwnedOutput>("OwnedOutput", owners);

export const outputFields = {
  TransferOutput: transferOutput,
  MintOutput: mintOutput,
  NftMintOutput: nftMintOutput,
  NftTransferOutput: nftTransferOutput,
  PropertyMintOutput: propertyMintOutput,
  OwnedOutput: ownedOutput,
};

/** An output of an initial state, of any feature extension. */
export const xChainOutput = namedUnion<XChainOutput>("verify.State", outputFields);
