import { fixedBytes } from "../codec/primitives.ts";
import { slice } from "../codec/slice.ts";
import { kindStruct } from "../codec/struct.ts";
import { union } from "../codec/union.ts";
import {
  type LockIn,
  lockIn,
  signatureIndices,
  type TransferInput,
  transferInput,
} from "./inputs.ts";
import { type LockOut, lockOut, type TransferOutput, transferOutput } from "./outputs.ts";
import { type Owner, ownerStruct } from "./owners.ts";
import {
  type EmptySigner,
  emptySigner,
  type ProofOfPossessionSigner,
  proofOfPossessionSigner,
} from "./signer.ts";

/** Signatures of 65 bytes: r, s, recovery id. avalanchego vms/secp256k1fx/credential.go @ v1.12.1 */
export type Secp256k1Credential = {
  readonly kind: "Credential";
  readonly signatures: readonly Uint8Array[];
};

/** Which of an owner's addresses sign a change of what it owns. avalanchego vms/secp256k1fx/input.go */
export type SubnetAuthorization = {
  readonly kind: "Input";
  readonly signatureIndices: readonly number[];
};

/**
 * What the codec admits where a credential or an authorization belongs: Go's slot is any type that
 * verifies itself. Only the right kind passes verification. (Go would read the five transactions that
 * embed a validator here as well, and refuse them one step later with another text.)
 */
export type Verifiable =
  | Secp256k1Credential
  | SubnetAuthorization
  | TransferInput
  | TransferOutput
  | Owner
  | LockIn
  | LockOut
  | EmptySigner
  | ProofOfPossessionSigner;

export type Credential = Verifiable;
export type Authorization = Verifiable;

const credentialStruct = kindStruct<Secp256k1Credential>("Credential", {
  signatures: slice(fixedBytes(65)),
});

const inputStruct = kindStruct<SubnetAuthorization>("Input", { signatureIndices });

export const verifiable = union<Verifiable>({
  interfaceName: "verify.Verifiable",
  members: {
    TransferInput: { typeID: 5, field: transferInput },
    TransferOutput: { typeID: 7, field: transferOutput },
    Credential: { typeID: 9, field: credentialStruct },
    Input: { typeID: 10, field: inputStruct },
    OutputOwners: { typeID: 11, field: ownerStruct },
    LockIn: { typeID: 21, field: lockIn },
    LockOut: { typeID: 22, field: lockOut },
    Empty: { typeID: 27, field: emptySigner },
    ProofOfPossession: { typeID: 28, field: proofOfPossessionSigner },
  },
});
