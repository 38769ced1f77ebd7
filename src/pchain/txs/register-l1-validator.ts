import { bytes, fixedBytes, u64 } from "../codec/primitives.ts";
import { inline, kindStruct, withJson } from "../codec/struct.ts";
import { type BaseTxFields, baseTxFields } from "../components/base-tx.ts";

/** Adds a validator to an L1 on the word of its manager (ACP-77). */
export type RegisterL1ValidatorTx = {
  readonly kind: "RegisterL1ValidatorTx";
  readonly baseTx: BaseTxFields;
  /** What the validator can pay its fee from, in nAVAX; zero adds it inactive. */
  readonly balance: bigint;
  readonly proofOfPossession: Uint8Array;
  /** A signed warp message. */
  readonly message: Uint8Array;
};

/** Wire order. avalanchego vms/platformvm/txs/register_l1_validator_tx.go @ v1.12.1 */
export const registerL1ValidatorTx = kindStruct<RegisterL1ValidatorTx>("RegisterL1ValidatorTx", {
  baseTx: inline(baseTxFields),
  balance: u64,
  // Go shows a fixed array of bytes as an array of numbers.
  proofOfPossession: withJson(fixedBytes(96), (proof) => Array.from(proof)),
  message: bytes,
});
