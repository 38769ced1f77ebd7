import { requireLazily } from "./native.ts";
import { nativeSecp256k1 } from "./secp256k1-native.ts";

/**
 * Why no public key follows from a signature: `mutated` is a high s, `compressed` a recovery ID of
 * 4 to 7.
 */
export type RecoveryFailure = "mutated" | "compressed" | "invalid";

/**
 * The compressed public key (33 bytes) of a signature r || s || recovery ID (65 bytes) over a hash
 * (32 bytes). avalanchego utils/crypto/secp256k1/secp256k1.go @ v1.12.1
 */
export function recoverPublicKey(
  hash: Uint8Array,
  signature: Uint8Array,
): Uint8Array | RecoveryFailure {
  if (signature.length !== 65) return "invalid";
  if (hasHighS(signature)) return "mutated";
  const recoveryID = signature[64]!;
  if (recoveryID > 7) return "invalid";
  const publicKey = backend().recover(hash, signature.subarray(0, 64), recoveryID & 3);
  if (publicKey === undefined) return "invalid";
  return recoveryID > 3 ? "compressed" : publicKey;
}

/** A deterministic (RFC 6979) signature r || s || recovery ID over a hash of 32 bytes; s is low. */
export function sign(hash: Uint8Array, privateKey: Uint8Array): Uint8Array {
  return backend().sign(hash, privateKey);
}

/** The compressed public key (33 bytes) of a private key (32 bytes). */
export function publicKey(privateKey: Uint8Array): Uint8Array {
  return backend().publicKey(privateKey);
}

/** True for the compressed form (33 bytes) of a point of the curve. */
export function isPublicKey(bytes: Uint8Array): boolean {
  return bytes.length === 33 && backend().isPublicKey(bytes);
}

/** True for 32 bytes that are a number from 1 to the order of the curve, exclusive. */
export function isPrivateKey(bytes: Uint8Array): boolean {
  return bytes.length === 32 && compare(bytes, 0, order) < 0 && bytes.some((byte) => byte !== 0);
}

const order = scalar("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141");
const halfOrder = scalar("7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0");

/**
 * AvalancheGo reduces s before it compares: an s of the order or more counts as low, and fails
 * later.
 */
function hasHighS(signature: Uint8Array): boolean {
  return compare(signature, 32, halfOrder) > 0 && compare(signature, 32, order) < 0;
}

function compare(bytes: Uint8Array, offset: number, bound: Uint8Array): number {
  for (let i = 0; i < bound.length; i++) {
    const difference = bytes[offset + i]! - bound[i]!;
    if (difference !== 0) return difference;
  }
  return 0;
}

function scalar(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g)!, (byte) => Number.parseInt(byte, 16));
}

type Backend = {
  /** Undefined if no public key follows from the signature (64 bytes). */
  readonly recover: (
    hash: Uint8Array,
    signature: Uint8Array,
    recoveryID: number,
  ) => Uint8Array | undefined;
  readonly sign: (hash: Uint8Array, privateKey: Uint8Array) => Uint8Array;
  readonly publicKey: (privateKey: Uint8Array) => Uint8Array;
  readonly isPublicKey: (bytes: Uint8Array) => boolean;
};

let loaded: Backend | undefined;

function backend(): Backend {
  loaded ??= nativeBackend() ?? nobleBackend();
  return loaded;
}

function nativeBackend(): Backend | undefined {
  const native = nativeSecp256k1();
  if (native === undefined) return undefined;
  return {
    recover: (hash, signature, recoveryID) =>
      unlessThrown(() => native.ecdsaRecover(signature, recoveryID, hash, true)),
    sign: (hash, privateKey) => {
      const { signature, recid } = native.ecdsaSign(hash, privateKey);
      return withRecoveryID(signature, recid);
    },
    publicKey: (privateKey) => native.publicKeyCreate(privateKey, true),
    isPublicKey: (bytes) => native.publicKeyVerify(bytes),
  };
}

function nobleBackend(): Backend {
  const { secp256k1 } = requireLazily<typeof import("@noble/curves/secp256k1.js")>(
    "@noble/curves/secp256k1.js",
  );
  const options = { prehash: false } as const;
  return {
    recover: (hash, signature, recoveryID) =>
      unlessThrown(() => {
        const recovered = Uint8Array.of(recoveryID, ...signature);
        return secp256k1.recoverPublicKey(recovered, hash, options);
      }),
    sign: (hash, privateKey) => {
      const recovered = secp256k1.sign(hash, privateKey, { ...options, format: "recovered" });
      return withRecoveryID(recovered.subarray(1), recovered[0]!);
    },
    publicKey: (privateKey) => secp256k1.getPublicKey(privateKey, true),
    isPublicKey: (bytes) => secp256k1.utils.isValidPublicKey(bytes, true),
  };
}

function withRecoveryID(signature: Uint8Array, recoveryID: number): Uint8Array {
  const whole = new Uint8Array(65);
  whole.set(signature);
  whole[64] = recoveryID;
  return whole;
}

function unlessThrown<Value>(make: () => Value): Value | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
