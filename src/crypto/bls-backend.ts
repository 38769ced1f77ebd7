/** BLS12-381 with public keys in G1 and signatures in G2, over the tag of signatures. */
export type BlsBackend = {
  readonly publicKey: (secretKey: Uint8Array) => Uint8Array;
  readonly sign: (secretKey: Uint8Array, message: Uint8Array) => Uint8Array;
  readonly publicKeyFault: (publicKey: Uint8Array) => BlsFault | undefined;
  readonly signatureFault: (signature: Uint8Array) => BlsFault | undefined;
  readonly uncompress: (publicKey: Uint8Array) => Uint8Array;
  /** The 192 bytes of a signature of 96 bytes. */
  readonly uncompressSignature: (signature: Uint8Array) => Uint8Array;
  readonly compress: (publicKey: Uint8Array) => Uint8Array;
  readonly aggregatePublicKeys: (publicKeys: readonly Uint8Array[]) => Uint8Array;
  readonly aggregateSignatures: (signatures: readonly Uint8Array[]) => Uint8Array;
  readonly verify: (
    publicKeys: readonly Uint8Array[],
    message: Uint8Array,
    signature: Uint8Array,
  ) => boolean;
};

/**
 * Why a public key, a signature or a proof is refused, in the words of AvalancheGo.
 * avalanchego utils/crypto/bls @ v1.12.1, vms/platformvm/signer/proof_of_possession.go @ v1.12.1
 */
export type BlsFault =
  | "couldn't decompress public key"
  | "invalid public key"
  | "couldn't decompress signature"
  | "invalid signature"
  | "invalid proof of possession";
