import type { BlsBackend } from "./bls-backend.ts";
import { requireNative } from "./native.ts";

type Blst = typeof import("@chainsafe/blst");

/** The backend of @chainsafe/blst, or undefined if it cannot be loaded. */
export function nativeBls(): BlsBackend | undefined {
  const blst = requireNative<Blst>("@chainsafe/blst");
  if (blst === undefined) return undefined;
  const { PublicKey, SecretKey, Signature } = blst;
  const publicKeys = (all: readonly Uint8Array[]) => all.map((key) => PublicKey.fromBytes(key));
  const signatures = (all: readonly Uint8Array[]) => all.map((one) => Signature.fromBytes(one));
  return {
    publicKey: (secretKey) => SecretKey.fromBytes(secretKey).toPublicKey().toBytes(),
    sign: (secretKey, message) => SecretKey.fromBytes(secretKey).sign(message).toBytes(),
    publicKeyFault: (bytes) => {
      const key = unlessThrown(() => PublicKey.fromBytes(bytes));
      if (key === undefined) return "couldn't decompress public key";
      return throws(() => key.keyValidate()) ? "invalid public key" : undefined;
    },
    signatureFault: (bytes) => {
      const signature = unlessThrown(() => Signature.fromBytes(bytes));
      if (signature === undefined) return "couldn't decompress signature";
      return throws(() => signature.sigValidate(false)) ? "invalid signature" : undefined;
    },
    uncompress: (publicKey) => PublicKey.fromBytes(publicKey).toBytes(false),
    uncompressSignature: (signature) => Signature.fromBytes(signature).toBytes(false),
    compress: (publicKey) => PublicKey.fromBytes(publicKey).toBytes(true),
    aggregatePublicKeys: (all) => blst.aggregatePublicKeys(publicKeys(all)).toBytes(),
    aggregateSignatures: (all) => blst.aggregateSignatures(signatures(all)).toBytes(),
    verify: (all, message, signature) =>
      unlessThrown(() =>
        blst.fastAggregateVerify(message, publicKeys(all), Signature.fromBytes(signature), true),
      ) ?? false,
  };
}

function throws(check: () => void): boolean {
  try {
    check();
    return false;
  } catch {
    return true;
  }
}

function unlessThrown<Value>(make: () => Value): Value | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
