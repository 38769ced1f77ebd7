import { secondsUntilDeactivation } from "../../pchain/fees/l1-forecast.ts";
import type { L1Record } from "../../store/ledger/queries/ledger-queries.ts";
import type { MatchContext } from "../matcher.ts";
import type { L1Subject } from "../rule.ts";
import { allL1Records, l1RecordsAt } from "./l1-subject.ts";

/** Ten years: what lasts longer has no forecast. */
const secondsMax = 315_360_000n;

/** An L1 validator after a block. */
export type L1Forecast = {
  readonly record: L1Record;
  /**
   * The block time in Unix seconds from which on the executor deactivates it if nothing else changes; undefined if it is not active
   * or lasts for more than ten years. It is the same after every later block until an L1 validator changes.
   */
  readonly endTime: number | undefined;
};

/** The L1 validators that a rule watches, after a block, and their forecasts. */
export function l1ForecastsAt(
  height: number,
  subject: L1Subject,
  at: Pick<MatchContext, "source">,
): readonly L1Forecast[] {
  const { ledger, validatorFees: fees } = at.source;
  const records = l1RecordsAt(height, subject, at);
  const ends = records.map(({ last }) => last.end_accumulated_fee).filter((end) => end !== 0n);
  const block = ledger.ledgerQueries.block(height);
  if (ends.length === 0 || block === undefined) {
    return records.map((record) => ({ record, endTime: undefined }));
  }
  const leaving = allL1Records({ height, status: "active" }, at)
    .map(({ last }) => last.end_accumulated_fee)
    .sort((a, b) => (a < b ? -1 : 1));
  const state = { current: BigInt(block.l1_active), excess: block.l1_excess };
  const seconds = secondsUntilDeactivation(
    { fees, state, accruedFees: block.l1_accrued_fees },
    { ends, leaving, secondsMax },
  );
  return records.map((record) => {
    const left = seconds.get(record.last.end_accumulated_fee);
    return { record, endTime: left === undefined ? undefined : block.time + Number(left) };
  });
}
