import { fixedBytes } from "../../pchain/codec/primitives.ts";
import { kindStruct, slice } from "../../pchain/codec/struct.ts";
import type { Secp256k1Credential } from "../../pchain/components/credential.ts";
import { type TransferInput, transferInput } from "../../pchain/components/inputs.ts";
import { namedUnion } from "./named-union.ts";
import { type FxOperation, operationFields } from "./operations.ts";
import { outputFields, type XChainOutput } from "./outputs.ts";

type Signatures = { readonly signatures: readonly Uint8Array[] };

/** avalanchego vms/nftfx/credential.go @ v1.12.1 */
export type NftCredential = Signatures & { readonly kind: "NftCredential" };

/** avalanchego vms/propertyfx/credential.go @ v1.12.1 */
export type PropertyCredential = Signatures & { readonly kind: "PropertyCredential" };

/**
 * The types that the codec accepts for a credential: in Go any verify.Verifiable. Only a credential of the right feature
 * extension passes verification.
 */
export type XChainCredential =
  | Secp256k1Credential
  | NftCredential
  | PropertyCredential
  | TransferInput
  | XChainOutput
  | FxOperation;

const signatures = slice(fixedBytes(65));

/** avalanchego vms/avm/fxs/fx.go (FxCredential) @ v1.12.1 */
export const xChainCredential = namedUnion<XChainCredential>("verify.Verifiable", {
  Credential: kindStruct<Secp256k1Credential>("Credential", { signatures }),
  NftCredential: kindStruct<NftCredential>("NftCredential", { signatures }),
  PropertyCredential: kindStruct<PropertyCredential>("PropertyCredential", { signatures }),
  TransferInput: transferInput,
  ...outputFields,
  ...operationFields,
});
