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
