import type { ProofOfPossession } from "../components/signer.ts";
import { Rejection } from "../rejection.ts";
import type { Tx } from "../txs/tx.ts";
import { parseRegisterL1Validator } from "../warp/l1-messages.ts";
import { parseManagerCall } from "./l1.ts";

/** The proofs that executing the transaction verifies, unless an earlier check rejects it. */
export function proofsOfPossession({ unsigned }: Tx): readonly ProofOfPossession[] {
  switch (unsigned.kind) {
    case "AddPermissionlessValidatorTx":
    case "AddAutoRenewedValidatorTx":
      return unsigned.signer.kind === "ProofOfPossession" ? [unsigned.signer] : [];
    case "ConvertSubnetToL1Tx":
      return unsigned.validators.map(({ signer }) => signer);
    case "RegisterL1ValidatorTx": {
      const publicKey = keyToRegister(unsigned.message);
      const { proofOfPossession } = unsigned;
      return publicKey === undefined ? [] : [{ publicKey, proofOfPossession }];
    }
    default:
      return [];
  }
}

function keyToRegister(message: Uint8Array): Uint8Array | undefined {
  try {
    return parseRegisterL1Validator(parseManagerCall(message).payload).blsPublicKey;
  } catch (error) {
    if (error instanceof Rejection) return undefined;
    throw error;
  }
}
