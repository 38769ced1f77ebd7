import type { Id } from "../../formats/bytes.ts";
import { id } from "../codec/primitives.ts";
import { kindStruct } from "../codec/struct.ts";

/** Proposes to reward a staker whose period ended, and removes it. */
export type RewardValidatorTx = {
  readonly kind: "RewardValidatorTx";
  /** The transaction that added the staker. */
  readonly txID: Id;
};

/** Wire order. avalanchego vms/platformvm/txs/reward_validator_tx.go @ v1.12.1 */
export const rewardValidatorTx = kindStruct<RewardValidatorTx>("RewardValidatorTx", {
  txID: id,
});
