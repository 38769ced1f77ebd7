import { hash160, sha256 } from "../../crypto/hash.ts";
import { recoverPublicKey } from "../../crypto/secp256k1.ts";
import { FormatError } from "../../formats/format-error.ts";
import { formatHex, parseHexDigits } from "../../formats/hex.ts";
import type { Signature, SigningPayload } from "../../generated/mesh/types.ts";
import { addressText } from "../../handlers/views/owners.ts";
import type { TransferableInput } from "../../pchain/components/inputs.ts";
import { makeTx, type Tx } from "../../pchain/txs/tx.ts";
import { baseTxOf } from "../../pchain/txs/unsigned-tx.ts";
import { MeshError } from "../mesh-error.ts";
import type { MeshContext } from "../operation.ts";
import { coinText } from "../output-operation.ts";
import type { OwnedTx } from "./transaction-text.ts";

/** What each owner of an input signs. */
export function payloadsOf({ tx, owners }: OwnedTx): SigningPayload[] {
  const hex_bytes = formatHex(sha256(tx.unsignedBytes)).slice("0x".length);
  return [...new Set(owners.values())].map((address) => ({
    account_identifier: { address },
    hex_bytes,
    signature_type: "ecdsa_recovery",
  }));
}

/** Adds a signature for each input. Throws MeshError if one is missing or is of another key. */
export function signed(
  { tx, owners }: OwnedTx,
  signatures: readonly Signature[],
  context: MeshContext,
): OwnedTx {
  const byAddress = new Map(
    signatures.map(({ hex_bytes }, at) => {
      const bytes = bytesOf(`signatures[${at}].hex_bytes`, hex_bytes);
      return [signerOf(tx, bytes, context), bytes] as const;
    }),
  );
  const credentials = inputsOf(tx).map((input) => {
    const owner = owners.get(coinText(input, context)) ?? "an unknown owner";
    const signature = byAddress.get(owner);
    if (signature !== undefined) {
      return { kind: "Credential", signatures: [signature] } as const;
    }
    throw new MeshError("signatureInvalid", `signatures: expected one of ${owner}`);
  });
  return { tx: makeTx(tx.unsigned, credentials), owners };
}

/** The owners whose signatures a transaction has. */
export function signersOf(tx: Tx, context: MeshContext): string[] {
  const signatures = tx.credentials.flatMap((each) =>
    each.kind === "Credential" ? each.signatures : [],
  );
  return [...new Set(signatures.map((signature) => signerOf(tx, signature, context)))];
}

function inputsOf({ unsigned }: Tx): TransferableInput[] {
  const imported = unsigned.kind === "ImportTx" ? unsigned.importedInputs : [];
  return [...(baseTxOf(unsigned)?.inputs ?? []), ...imported];
}

function signerOf(tx: Tx, signature: Uint8Array, { chain }: MeshContext): string {
  const key =
    signature.length === 65 ? recoverPublicKey(sha256(tx.unsignedBytes), signature) : "invalid";
  if (typeof key !== "string") return addressText(hash160(key), chain);
  throw new MeshError("signatureInvalid", `expected r, s and the recovery ID in 65 bytes: ${key}`);
}

/** Bytes in hex, with or without 0x. Throws MeshError. */
export function bytesOf(field: string, text: string): Uint8Array {
  try {
    return parseHexDigits(text.startsWith("0x") ? text.slice(2) : text);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new MeshError("requestInvalid", `${field}: ${error.message}`);
  }
}
