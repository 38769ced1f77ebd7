import type { Id } from "../../formats/bytes.ts";
import { id, u64 } from "../codec/primitives.ts";
import { inline, kindStruct } from "../codec/struct.ts";
import { type BaseTxFields, baseTxFields } from "../components/base-tx.ts";

/** Adds to the balance that pays the continuous fee of an L1 validator (ACP-77). */
export type IncreaseL1ValidatorBalanceTx = {
  readonly kind: "IncreaseL1ValidatorBalanceTx";
  readonly baseTx: BaseTxFields;
  readonly validationID: Id;
  /** Added to the balance, in nAVAX; zero is refused. */
  readonly balance: bigint;
};

/** Wire order. avalanchego vms/platformvm/txs/increase_l1_validator_balance_tx.go @ v1.12.1 */
export const increaseL1ValidatorBalanceTx = kindStruct<IncreaseL1ValidatorBalanceTx>(
  "IncreaseL1ValidatorBalanceTx",
  {
    baseTx: inline(baseTxFields),
    validationID: id,
    balance: u64,
  },
);
