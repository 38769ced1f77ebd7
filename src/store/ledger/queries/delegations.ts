import type { Id } from "../../../formats/bytes.ts";
import type { Delegations } from "./ledger-queries.ts";
import { type Selects, slot } from "./selects.ts";

/**
 * The delegations that began while a period of a validator ran. An auto-renewed validator has several periods with one
 * staking transaction.
 */
export function delegationsTo(
  selects: Selects,
  validatorTxID: Id,
  { from, to }: { readonly from: number; readonly to: number },
): Delegations {
  type Sums = { readonly count: number; readonly weight: number | bigint };
  const query = () =>
    selects.compose
      .selectFrom("ledger_staking_periods as p")
      .where("p.validator_tx_id", "=", slot<Id>("validatorTxID"))
      .where("p.began_height", ">=", slot<number>("from"))
      .where("p.began_height", "<=", slot<number>("to"))
      .select(({ fn }) => [fn.count<number>("p.tx_id").as("count")])
      .select(({ fn }) => [fn.sum<bigint>("p.weight").as("weight")]);
  const read = selects.fixed<Sums>("delegations", query);
  const [row] = read({ validatorTxID, from, to });
  return { count: row?.count ?? 0, weight: BigInt(row?.weight ?? 0) };
}
