import type { Field } from "../codec/field.ts";
import { fixedBytes } from "../codec/primitives.ts";
import type { Reader } from "../codec/reader.ts";
import { kindStruct, slice } from "../codec/struct.ts";
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

/** What is asked for of a transaction that embeds a validator, and verifies itself by it. */
export type ValidatorTx = { readonly [K in ValidatorTxKind]: ValidatorTxOf<K> }[ValidatorTxKind];

type ValidatorTxOf<K> = {
  readonly kind: K;
  readonly weight: bigint;
  /** Of a subnet's: whether it names the primary network. */
  readonly isOfPrimaryNetwork: boolean;
  /** Behind the type ID. */
  readonly bytes: Uint8Array;
};

export type ValidatorTxKind =
  | "AddValidatorTx"
  | "AddSubnetValidatorTx"
  | "AddDelegatorTx"
  | "AddPermissionlessValidatorTx"
  | "AddPermissionlessDelegatorTx";

/**
 * What the codec admits where a credential or an authorization belongs: Go's slot is any type that
 * verifies itself. Only the right kind passes verification.
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

type ValidatorTxReader = (
  reader: Reader,
) => Pick<ValidatorTx, "weight"> & Partial<Pick<ValidatorTx, "isOfPrimaryNetwork">>;

let validatorTxReaders: Readonly<Record<ValidatorTxKind, ValidatorTxReader>>;

/** Transactions are made of credentials, so that what is read here of transactions is told from above. */
export function admitValidatorTxs(readers: typeof validatorTxReaders): void {
  validatorTxReaders = readers;
}

function validatorTx<K extends ValidatorTxKind>(kind: K): Field<ValidatorTxOf<K>> {
  return {
    encode: (writer, { bytes }) => writer.fixed(bytes),
    decode(reader) {
      const start = reader.offset;
      const { weight, isOfPrimaryNetwork = false } = validatorTxReaders[kind](reader);
      const bytes = reader.bytes.subarray(start, reader.offset);
      return { kind, weight, isOfPrimaryNetwork, bytes };
    },
    // No such credential is ever in a block.
    toJson: () => null,
  };
}

export const verifiable = union<Verifiable>({
  interfaceName: "verify.Verifiable",
  members: {
    TransferInput: { typeID: 5, field: transferInput },
    TransferOutput: { typeID: 7, field: transferOutput },
    Credential: { typeID: 9, field: credentialStruct },
    Input: { typeID: 10, field: inputStruct },
    OutputOwners: { typeID: 11, field: ownerStruct },
    AddValidatorTx: { typeID: 12, field: validatorTx("AddValidatorTx") },
    AddSubnetValidatorTx: { typeID: 13, field: validatorTx("AddSubnetValidatorTx") },
    AddDelegatorTx: { typeID: 14, field: validatorTx("AddDelegatorTx") },
    LockIn: { typeID: 21, field: lockIn },
    LockOut: { typeID: 22, field: lockOut },
    AddPermissionlessValidatorTx: {
      typeID: 25,
      field: validatorTx("AddPermissionlessValidatorTx"),
    },
    AddPermissionlessDelegatorTx: {
      typeID: 26,
      field: validatorTx("AddPermissionlessDelegatorTx"),
    },
    Empty: { typeID: 27, field: emptySigner },
    ProofOfPossession: { typeID: 28, field: proofOfPossessionSigner },
  },
});
