import type { TxProofOfPossession, ValidatorSigner } from "../../generated/types.ts";

/** A validator's key in the specification's spelling. specification 2.2 */
export function signerView({ publicKey, proofOfPossession }: TxProofOfPossession): ValidatorSigner {
  return { publicKey, proofOfPosession: proofOfPossession };
}
