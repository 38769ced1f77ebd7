import {
  type DecodeOptions,
  decodeVersioned,
  encodeVersioned,
} from "../../pchain/codec/versioned.ts";
import { type SignedTx, signedTx } from "../signed-tx.ts";
import { type XChainCredential, xChainCredential } from "./credentials.ts";
import { type XChainUnsignedTx, xChainUnsignedTx } from "./unsigned-tx.ts";
import { xChainCodecTypes } from "./wire-types.ts";

/** A transaction of the X-chain. avalanchego vms/avm/txs/tx.go @ v1.12.1 */
export type XChainTx = SignedTx<XChainUnsignedTx, XChainCredential>;

export const xChainTx = signedTx(xChainUnsignedTx, xChainCredential);

/** Throws CodecError. */
export function parseXChainTx(bytes: Uint8Array, options?: DecodeOptions): XChainTx {
  return decodeVersioned(xChainTx, bytes, { types: xChainCodecTypes, ...options });
}

/** The bytes to sign. */
export function encodeXChainUnsignedTx(unsigned: XChainUnsignedTx): Uint8Array {
  return encodeVersioned(xChainUnsignedTx, unsigned);
}
