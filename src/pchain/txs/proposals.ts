import type { Id } from "../../formats/bytes.ts";
import { id, u64 } from "../codec/primitives.ts";
import { kindStruct } from "../codec/struct.ts";

/** Proposes to reward and remove a staker whose period has ended. */
export type RewardValidatorTx = {
  readonly kind: "RewardValidatorTx";
  /** The transaction that added the staker. */
  readonly txID: Id;
};

/** Wire order. avalanchego vms/platformvm/txs/reward_validator_tx.go @ v1.12.1 */
export const rewardValidatorTx = kindStruct<RewardValidatorTx>("RewardValidatorTx", {
  txID: id,
});

/** Proposes a later chain time; before Banff. */
export type AdvanceTimeTx = {
  readonly kind: "AdvanceTimeTx";
  /** Unix seconds. */
  readonly time: bigint;
};

/** Wire order. avalanchego vms/platformvm/txs/advance_time_tx.go @ v1.12.1 */
export const advanceTimeTx = kindStruct<AdvanceTimeTx>("AdvanceTimeTx", {
  time: u64,
});
