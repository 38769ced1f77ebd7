import { u64 } from "../codec/primitives.ts";
import { kindStruct } from "../codec/struct.ts";

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
