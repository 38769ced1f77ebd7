import { fixedBytes } from "../codec/primitives.ts";
import { kindStruct, struct } from "../codec/struct.ts";
import { union } from "../codec/union.ts";
import { componentTypes } from "../wire-types.ts";

/** A compressed BLS key (48 bytes) and the proof (96 bytes) that its owner has the secret key. */
export type ProofOfPossession = {
  readonly publicKey: Uint8Array;
  readonly proofOfPossession: Uint8Array;
};

export type EmptySigner = { readonly kind: "Empty" };
export type ProofOfPossessionSigner = ProofOfPossession & { readonly kind: "ProofOfPossession" };
export type Signer = EmptySigner | ProofOfPossessionSigner;

export const emptySigner = kindStruct<EmptySigner>("Empty", {});

const proofFields = { publicKey: fixedBytes(48), proofOfPossession: fixedBytes(96) };

export const proofOfPossession = struct<ProofOfPossession>(proofFields);

export const proofOfPossessionSigner = kindStruct<ProofOfPossessionSigner>(
  "ProofOfPossession",
  proofFields,
);

/** avalanchego vms/platformvm/signer @ v1.12.1 */
export const signer = union<Signer>({
  interfaceName: "signer.Signer",
  types: componentTypes,
  fields: { Empty: emptySigner, ProofOfPossession: proofOfPossessionSigner },
});
