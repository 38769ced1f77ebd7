import { equalBytes, type Id } from "../../formats/bytes.ts";
import { FormatError } from "../../formats/format-error.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import type { Field } from "../codec/field.ts";
import { fixedBytes } from "../codec/primitives.ts";
import { kindStruct, slice } from "../codec/struct.ts";
import { union } from "../codec/union.ts";
import { componentTypes, txTypes } from "../wire-types.ts";
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

/** Indices of the owner's addresses that sign a change. avalanchego vms/secp256k1fx/input.go @ v1.12.1 */
export type SubnetAuthorization = {
  readonly kind: "Input";
  readonly signatureIndices: readonly number[];
};

/** A transaction that embeds a validator, whose `Verify` method makes it a verify.Verifiable in Go. */
export type ValidatorTx = { readonly [K in ValidatorTxKind]: ValidatorTxOf<K> }[ValidatorTxKind];

type ValidatorTxOf<K> = {
  readonly kind: K;
  readonly weight: bigint;
  /** Whether the subnet ID of an AddSubnetValidatorTx is the primary network's. */
  readonly isOfPrimaryNetwork: boolean;
  /** The bytes after the type ID. */
  readonly bytes: Uint8Array;
};

export type ValidatorTxKind =
  | "AddValidatorTx"
  | "AddSubnetValidatorTx"
  | "AddDelegatorTx"
  | "AddPermissionlessValidatorTx"
  | "AddPermissionlessDelegatorTx";

/**
 * The types that the codec accepts for a credential or an authorization: in Go any verify.Verifiable. Only
 * the right kind passes verification.
 */
export type Verifiable =
  | ValidatorTx
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

/** The part of such a transaction that verification needs. */
type EmbeddedValidator =
  | { readonly weight: bigint }
  | { readonly validator: { readonly weight: bigint }; readonly subnetID: Id };

/** Transactions contain credentials, so the reader knows their codecs, not this file. */
function validatorTx<K extends ValidatorTxKind>(kind: K): Field<ValidatorTxOf<K>> {
  const { typeID } = txTypes[kind];
  return {
    encode: (writer, { bytes }) => writer.fixed(bytes),
    decode(reader) {
      const start = reader.offset;
      const tx = reader.types![typeID]!.field!.decode(reader) as { validator: EmbeddedValidator };
      const bytes = reader.bytes.subarray(start, reader.offset);
      return { kind, ...summaryOf(tx.validator), bytes };
    },
    // No such credential is ever in a block.
    toJson: () => null,
    fromJson() {
      throw new FormatError("a credential cannot be a transaction");
    },
  };
}

function summaryOf(embedded: EmbeddedValidator) {
  if ("weight" in embedded) return { weight: embedded.weight, isOfPrimaryNetwork: false };
  const { validator, subnetID } = embedded;
  return { weight: validator.weight, isOfPrimaryNetwork: equalBytes(subnetID, primaryNetworkID) };
}

export const verifiable = union<Verifiable>({
  interfaceName: "verify.Verifiable",
  types: { ...componentTypes, ...txTypes },
  fields: {
    TransferInput: transferInput,
    TransferOutput: transferOutput,
    Credential: credentialStruct,
    Input: inputStruct,
    OutputOwners: ownerStruct,
    AddValidatorTx: validatorTx("AddValidatorTx"),
    AddSubnetValidatorTx: validatorTx("AddSubnetValidatorTx"),
    AddDelegatorTx: validatorTx("AddDelegatorTx"),
    LockIn: lockIn,
    LockOut: lockOut,
    AddPermissionlessValidatorTx: validatorTx("AddPermissionlessValidatorTx"),
    AddPermissionlessDelegatorTx: validatorTx("AddPermissionlessDelegatorTx"),
    Empty: emptySigner,
    ProofOfPossession: proofOfPossessionSigner,
  },
});
