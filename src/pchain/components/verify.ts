import { proofOfPossessionFault } from "../../crypto/bls.ts";
import { compareBytes, isZero, type ShortId } from "../../formats/bytes.ts";
import { Writer } from "../codec/writer.ts";
import { Rejection } from "../rejection.ts";
import type { ValidatorTx, Verifiable } from "./credential.ts";
import type { Input, TransferableInput } from "./inputs.ts";
import { type Output, output as outputField, type TransferableOutput } from "./outputs.ts";
import type { PChainOwner } from "./owners.ts";
import type { ProofOfPossession } from "./signer.ts";

/** avalanchego vms/secp256k1fx/output_owners.go @ v1.12.1 */
export function verifyOwners(owners: PChainOwner): void {
  const { threshold, addresses } = owners;
  if (threshold > addresses.length) throw new Rejection("output is unspendable");
  if (threshold === 0 && addresses.length > 0) {
    throw new Rejection("output representation should be optimized");
  }
  if (!isSortedAndUnique(addresses, compareBytes)) {
    throw new Rejection("addresses not sorted and unique");
  }
}

/** avalanchego vms/secp256k1fx/transfer_output.go, vms/platformvm/stakeable @ v1.12.1 */
export function verifyOutput(output: Output): void {
  if (output.kind === "LockOut") {
    if (output.locktime === 0n) throw new Rejection("invalid locktime");
    verifyOutput(output.output);
    return;
  }
  if (output.amount === 0n) throw new Rejection("output has no value");
  verifyOwners(output);
}

/** avalanchego vms/secp256k1fx/transfer_input.go, vms/platformvm/stakeable @ v1.12.1 */
export function verifyInput(input: Input): void {
  if (input.kind === "LockIn") {
    if (input.locktime === 0n) throw new Rejection("invalid locktime");
    verifyInput(input.input);
    return;
  }
  if (input.amount === 0n) throw new Rejection("input has no value");
  verifySignatureIndices(input.signatureIndices);
}

export function verifySignatureIndices(indices: readonly number[]): void {
  if (!isSortedAndUnique(indices, (a, b) => a - b)) {
    throw new Rejection("address indices not sorted and unique");
  }
}

export function verifyTransferableOutput({ assetID, output }: TransferableOutput): void {
  if (isZero(assetID)) throw new Rejection("empty asset ID is not valid");
  verifyOutput(output);
}

export function verifyTransferableInput({ assetID, input }: TransferableInput): void {
  if (isZero(assetID)) throw new Rejection("empty asset ID is not valid");
  verifyInput(input);
}

/** Rejects bytes that are not a node ID. avalanchego ids/node_id.go (ToNodeID) @ v1.12.1 */
export function verifyNodeIDLength(nodeID: Uint8Array): void {
  if (nodeID.length !== 20) {
    throw new Rejection(`invalid hash length: expected 20 bytes but got ${nodeID.length}`);
  }
}

/** avalanchego vms/platformvm/signer/proof_of_possession.go @ v1.12.1 */
export function verifyProofOfPossession(proof: ProofOfPossession): void {
  const fault = proofOfPossessionFault(proof.publicKey, proof.proofOfPossession);
  if (fault !== undefined) throw new Rejection(fault);
}

/**
 * Verifies proofs of possession: `verifyProofOfPossession`, or `trustProofOfPossession` for blocks verified
 * elsewhere.
 */
export type ProofCheck = (proof: ProofOfPossession) => void;

export const trustProofOfPossession: ProofCheck = () => undefined;

/** Verifies a credential or an authorization as the `Verify` method of its Go type does. */
export function verifyVerifiable(value: Verifiable): void {
  const verify = verifyByKind[value.kind] as (value: Verifiable) => void;
  verify(value);
}

const verifyByKind: {
  readonly [K in Verifiable["kind"]]: (value: Extract<Verifiable, { readonly kind: K }>) => void;
} = {
  Credential: () => undefined,
  Empty: () => undefined,
  Input: ({ signatureIndices }) => verifySignatureIndices(signatureIndices),
  OutputOwners: verifyOwners,
  TransferInput: verifyInput,
  LockIn: verifyInput,
  TransferOutput: verifyOutput,
  LockOut: verifyOutput,
  ProofOfPossession: verifyProofOfPossession,
  AddValidatorTx: verifyValidatorTx,
  AddSubnetValidatorTx: verifyValidatorTx,
  AddDelegatorTx: verifyValidatorTx,
  AddPermissionlessValidatorTx: verifyValidatorTx,
  AddPermissionlessDelegatorTx: verifyValidatorTx,
};

/** avalanchego vms/platformvm/txs/validator.go, subnet_validator.go @ v1.12.1 */
function verifyValidatorTx({ weight, isOfPrimaryNetwork }: ValidatorTx): void {
  if (isOfPrimaryNetwork) throw new Rejection("subnet ID can't be primary network ID");
  if (weight === 0n) throw new Rejection("weight of this validator is too low");
}

/** By asset ID, then by the bytes of the output. avalanchego vms/components/avax/transferables.go @ v1.12.1 */
export function compareTransferableOutputs(a: TransferableOutput, b: TransferableOutput): number {
  const byAsset = compareBytes(a.assetID, b.assetID);
  return byAsset === 0 ? compareOutputs(a.output, b.output) : byAsset;
}

/** Outputs of one kind compare as their bytes do if their fields compare in wire order; that needs no bytes. */
function compareOutputs(a: Output, b: Output): number {
  if (a.kind === "LockOut" && b.kind === "LockOut") {
    return compareUint64(a.locktime, b.locktime) || compareOutputs(a.output, b.output);
  }
  if (a.kind === "TransferOutput" && b.kind === "TransferOutput") {
    return (
      compareUint64(a.amount, b.amount) ||
      compareUint64(a.locktime, b.locktime) ||
      a.threshold - b.threshold ||
      a.addresses.length - b.addresses.length ||
      compareAddresses(a.addresses, b.addresses)
    );
  }
  return compareBytes(outputBytes(a), outputBytes(b));
}

/** Of lists of the same length. */
function compareAddresses(a: readonly ShortId[], b: readonly ShortId[]): number {
  for (const [index, address] of a.entries()) {
    const difference = compareBytes(address, b[index]!);
    if (difference !== 0) return difference;
  }
  return 0;
}

function compareUint64(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

export function areSorted<T>(items: readonly T[], compare: (a: T, b: T) => number): boolean {
  for (let i = 1; i < items.length; i++) {
    if (compare(items[i - 1]!, items[i]!) > 0) return false;
  }
  return true;
}

export function isSortedAndUnique<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
): boolean {
  for (let i = 1; i < items.length; i++) {
    if (compare(items[i - 1]!, items[i]!) >= 0) return false;
  }
  return true;
}

/** By the UTXO that is spent. avalanchego vms/components/avax/utxo_id.go @ v1.12.1 */
export function compareTransferableInputs(a: TransferableInput, b: TransferableInput): number {
  return compareBytes(a.txID, b.txID) || a.outputIndex - b.outputIndex;
}

function outputBytes(output: Output): Uint8Array {
  const writer = new Writer();
  outputField.encode(writer, output);
  return writer.finish();
}
