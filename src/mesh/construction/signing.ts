import { hash160, sha256 } from "../../crypto/hash.ts";
import { recoverPublicKey } from "../../crypto/secp256k1.ts";
import { FormatError } from "../../formats/format-error.ts";
import { formatHex, parseHexDigits } from "../../formats/hex.ts";
import type { Signature, SigningPayload } from "../../generated/mesh/types.ts";
import { addressText } from "../../handlers/views/owners.ts";
import { makeTx, type Tx } from "../../pchain/txs/tx.ts";
import { invalid, MeshError } from "../mesh-error.ts";
import type { MeshContext } from "../operation.ts";
import { coinText } from "../output-operation.ts";
import { inputsOf, type OwnedTx } from "./transaction-text.ts";

const signatureType = "ecdsa_recovery";

/** What each owner of an input signs. */
export function payloadsOf({ tx, owners }: OwnedTx): SigningPayload[] {
  const hex_bytes = formatHex(sha256(tx.unsignedBytes)).slice("0x".length);
  return [...new Set(owners.values())].map((address) => ({
    account_identifier: { address },
    hex_bytes,
    signature_type: signatureType,
  }));
}

/** Adds a signature for each input. Throws MeshError if one is missing or is of another key. */
export function signed(
  { tx, owners }: OwnedTx,
  signatures: readonly Signature[],
  context: MeshContext,
): OwnedTx {
  const byAddress = new Map(
    signatures.map(({ hex_bytes, signature_type: type }, at) => {
      if (type !== signatureType) {
        throw invalid(`signatures[${at}].signature_type`, signatureType, type);
      }
      const field = `signatures[${at}].hex_bytes`;
      const bytes = bytesOf(field, hex_bytes);
      return [signerOf(field, tx, bytes, context), bytes] as const;
    }),
  );
  const credentials = inputsOf(tx).map((input) => {
    const owner = owners.get(coinText(input, context))!;
    const signature = byAddress.get(onPlatform(owner));
    if (signature !== undefined) {
      return { kind: "Credential", signatures: [signature] } as const;
    }
    throw new MeshError("signatureInvalid", `signatures: expected one of ${owner}`);
  });
  return { tx: makeTx(tx.unsigned, credentials), owners };
}

/** The owners whose signatures a transaction has, each as it was given. */
export function signersOf(field: string, { tx, owners }: OwnedTx, context: MeshContext): string[] {
  const given = inputsOf(tx).map((input) => owners.get(coinText(input, context))!);
  const signers = tx.credentials.flatMap((each, at) => {
    const signatures = each.kind === "Credential" ? each.signatures : [];
    const owner = given[at] ?? "";
    return signatures.map((signature) => {
      const signer = signerOf(field, tx, signature, context);
      return onPlatform(owner) === signer ? owner : signer;
    });
  });
  return [...new Set(signers)];
}

/** The address of the same key on the P-chain: what is imported can have its owner on the chain that it is from. */
function onPlatform(address: string): string {
  return address.replace(/^[XC]-/, "P-");
}

function signerOf(field: string, tx: Tx, signature: Uint8Array, { chain }: MeshContext): string {
  const key =
    signature.length === 65 ? recoverPublicKey(sha256(tx.unsignedBytes), signature) : "invalid";
  if (typeof key !== "string") return addressText(hash160(key), chain);
  const problem = `expected r, s and the recovery ID in 65 bytes: ${key}`;
  throw new MeshError("signatureInvalid", `${field}: ${problem}`);
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
