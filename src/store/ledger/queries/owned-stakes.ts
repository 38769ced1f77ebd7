import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import { addressRoles } from "../schema.ts";
import type { LedgerTables } from "./selects.ts";

/** Stake, reward or owner of a reward: the condition of the index `address_txs_by_stake`. */
const stakeRoles = addressRoles.stake | addressRoles.reward | addressRoles.rewardOwner;

/** Whether a row `a` of address_txs is in the index `address_txs_by_stake`, whose condition it repeats. */
export function ofStakes(
  eb: ExpressionBuilder<LedgerTables & { readonly a: LedgerTables["ledger_address_txs"] }, "a">,
): Expression<SqlBool> {
  return eb(eb("a.roles", "&", eb.lit(stakeRoles)), "<>", eb.lit(0));
}
