import { sha256 } from "../../crypto/hash.ts";
import { recoverSigner } from "../../crypto/recovered-signers.ts";
import type { RecoveryFailure } from "../../crypto/secp256k1.ts";
import { equalBytes } from "../../formats/bytes.ts";
import { formatShortId } from "../../formats/id.ts";
import type { Authorization, Credential, Secp256k1Credential } from "../components/credential.ts";
import type { TransferInput } from "../components/inputs.ts";
import type { TransferOutput } from "../components/outputs.ts";
import type { OutputOwners } from "../components/owners.ts";
import {
  verifyInput,
  verifyOutput,
  verifyOwners,
  verifySignatureIndices,
} from "../components/verify.ts";
import { Rejection } from "../rejection.ts";
import type { Tx } from "../txs/tx.ts";
import type { ExecutionContext } from "./context.ts";

/**
 * Rejects a spend that the owners of the output did not sign. avalanchego vms/secp256k1fx/fx.go
 * (VerifyTransfer) @ v1.12.1
 */
export function verifyTransfer(
  tx: Tx,
  input: TransferInput,
  credential: Credential,
  output: TransferOutput,
  context: ExecutionContext,
): void {
  if (credential.kind !== "Credential") throw new Rejection("wrong credential type");
  verifyOutput(output);
  verifyInput(input);
  if (output.amount !== input.amount) {
    throw new Rejection(
      `utxo amount and input amount are not equal: ${output.amount} != ${input.amount}`,
    );
  }
  verifySignatures(tx, input.signatureIndices, credential, output, context);
}

/** Rejects a change that the owners did not sign. avalanchego vms/secp256k1fx/fx.go (VerifyPermission) @ v1.12.1 */
export function verifyPermission(
  tx: Tx,
  authorization: Authorization,
  credential: Credential,
  owners: OutputOwners,
  context: ExecutionContext,
): void {
  if (authorization.kind !== "Input") throw new Rejection("wrong input type");
  if (credential.kind !== "Credential") throw new Rejection("wrong credential type");
  verifySignatureIndices(authorization.signatureIndices);
  verifyOwners(owners);
  verifySignatures(tx, authorization.signatureIndices, credential, owners, context);
}

function verifySignatures(
  tx: Tx,
  indices: readonly number[],
  credential: Secp256k1Credential,
  owners: OutputOwners,
  context: ExecutionContext,
): void {
  if (owners.locktime > context.now) throw new Rejection("output is time locked");
  if (owners.threshold < indices.length) {
    throw new Rejection("input has more signers than expected");
  }
  if (owners.threshold > indices.length) {
    throw new Rejection("input has less signers than expected");
  }
  if (indices.length !== credential.signatures.length) {
    throw new Rejection(
      "input expected a different number of signers than provided in the credential",
    );
  }
  if (context.mode === "trusted") return;
  const hash = sha256(tx.unsignedBytes);
  for (const [position, index] of indices.entries()) {
    const expected = owners.addresses[index];
    if (expected === undefined) {
      throw new Rejection("input referenced a nonexistent address in the output");
    }
    if (context.impersonates?.(expected)) continue;
    const signer = recoverAddress(hash, credential.signatures[position]!);
    if (!equalBytes(expected, signer)) {
      throw new Rejection(
        `wrong signature: expected signature from ${formatShortId(expected)} but got from ${formatShortId(signer)}`,
      );
    }
  }
}

function recoverAddress(hash: Uint8Array, signature: Uint8Array): Uint8Array {
  const recovered = recoverSigner(hash, signature);
  if (typeof recovered === "string") throw new Rejection(recoveryTexts[recovered]);
  return recovered;
}

/** avalanchego utils/crypto/secp256k1/secp256k1.go @ v1.12.1 */
const recoveryTexts: Readonly<Record<RecoveryFailure, string>> = {
  mutated: "signature was mutated from its original format",
  compressed: "wasn't expecting a compressed key",
  invalid: "invalid signature",
};
