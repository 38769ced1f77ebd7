import { vi } from "vitest";

type Secp256k1 = typeof import("../../../src/crypto/secp256k1.ts");
type Bls = typeof import("../../../src/crypto/bls.ts");

export type Backends = { readonly secp256k1: Secp256k1; readonly bls: Bls };

/** The modules of crypto twice: with the native backends, and with the reference alone. */
export async function loadBackends(): Promise<{ native: Backends; noble: Backends }> {
  return { native: await load(""), noble: await load("noble") };
}

async function load(wanted: string): Promise<Backends> {
  vi.stubEnv("COULOIR_CRYPTO", wanted);
  vi.resetModules();
  const secp256k1 = await import("../../../src/crypto/secp256k1.ts");
  const bls = await import("../../../src/crypto/bls.ts");
  // The backend is chosen at the first use.
  const key = new Uint8Array(32).fill(1);
  secp256k1.publicKey(key);
  bls.blsPublicKey(key);
  vi.unstubAllEnvs();
  return { secp256k1, bls };
}
