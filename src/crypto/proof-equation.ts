import { requireLazily, wantsReference } from "./native.ts";

/** A proof of possession (96 bytes) of the secret of a public key (48 bytes). */
export type Proof = { readonly publicKey: Uint8Array; readonly proof: Uint8Array };

/** Whether e(key, hash(key)) is e(generator, proof) for all of them. The points are in their groups, none is zero. */
export type ProofEquation = (proofs: readonly Proof[]) => boolean;

/**
 * The equation in WebAssembly: 5 ms in place of 20 for one, 3 ms each for many. Undefined where it does not load or
 * where COULOIR_CRYPTO=noble asks for the reference. Loading is asynchronous, and takes 50 ms and 10 MiB that a start
 * has no need of.
 */
export async function loadProofEquation(): Promise<ProofEquation | undefined> {
  if (wantsReference()) return undefined;
  try {
    const bls = requireLazily<Bls>("bls-eth-wasm");
    await bls.init(bls.BLS12_381);
    bls.setDstG2(tagOfProofs);
    // The caller has checked the order, and reported failures as AvalancheGo does.
    bls.verifyPublicKeyOrder(false);
    bls.verifySignatureOrder(false);
    return (proofs) => {
      const keys = proofs.map(({ publicKey }) => pointOf(new bls.PublicKey(), publicKey));
      const signatures = proofs.map(({ proof }) => pointOf(new bls.Signature(), proof));
      const [first] = proofs;
      if (first === undefined) return true;
      if (proofs.length === 1) return keys[0]!.verify(signatures[0]!, first.publicKey);
      return verifyMany(bls, keys, signatures, proofs);
    };
  } catch {
    return undefined;
  }
}

type Module = typeof import("bls-eth-wasm");
type Point = InstanceType<Module["PublicKey"]> | InstanceType<Module["Signature"]>;

/** What the package exports and its types leave out. */
type Bls = Module & {
  /** The tag is the module's, which nothing else uses. */
  readonly setDstG2: (tag: string) => void;
  readonly getRandomValues: (bytes: Uint8Array) => void;
  readonly mod: {
    readonly HEAP8: Int8Array;
    readonly stackSave: () => number;
    readonly stackRestore: (top: number) => void;
    readonly stackAlloc: (byteCount: number) => number;
    readonly sallocArray: (values: readonly Uint32Array[]) => number;
    readonly _blsMultiVerify: (...pointersAndSizes: number[]) => number;
  };
};

const tagOfProofs = "BLS_POP_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";
const messageBytes = 48;
const factorBytes = 8;

/**
 * The sum of all equations, each times a random factor: one that does not hold is missed once in 2^64. The package's
 * own `multiVerify` is the same for messages of 32 bytes alone.
 */
function verifyMany(
  { mod, getRandomValues }: Bls,
  keys: readonly Point[],
  signatures: readonly Point[],
  proofs: readonly Proof[],
): boolean {
  const count = proofs.length;
  const top = mod.stackSave();
  try {
    const signaturesAt = mod.sallocArray(signatures.map(innerOf));
    const keysAt = mod.sallocArray(keys.map(innerOf));
    const messagesAt = mod.stackAlloc(messageBytes * count);
    for (const [index, { publicKey }] of proofs.entries()) {
      mod.HEAP8.set(publicKey, messagesAt + messageBytes * index);
    }
    const factorsAt = mod.stackAlloc(factorBytes * count);
    getRandomValues(new Uint8Array(mod.HEAP8.buffer, factorsAt, factorBytes * count));
    const threads = 0;
    const holds = mod._blsMultiVerify(
      signaturesAt,
      keysAt,
      messagesAt,
      messageBytes,
      factorsAt,
      factorBytes,
      count,
      threads,
    );
    return holds === 1;
  } finally {
    mod.stackRestore(top);
  }
}

function pointOf<P extends Point>(point: P, compressed: Uint8Array): P {
  point.deserialize(compressed);
  return point;
}

function innerOf(point: Point): Uint32Array {
  return (point as Point & { readonly a_: Uint32Array }).a_;
}
