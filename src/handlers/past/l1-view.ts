import { formatHex } from "../../formats/hex.ts";
import { formatTime } from "../../formats/time.ts";
import type { LedgerL1Forecast, LedgerL1Validator } from "../../generated/types.ts";
import { type FeeClock, secondsUntilDeactivation } from "../../pchain/fees/l1-forecast.ts";
import type { L1Record } from "../../store/ledger/queries/ledger-queries.ts";
import type { HandlerContext } from "../context.ts";
import { ownerColumnsView } from "./owners-view.ts";
import { timeText } from "./period-view.ts";

type Context = Pick<HandlerContext, "chain" | "queries" | "state" | "views">;

/** Ten years. */
const forecastSecondsMax = 315_360_000n;

/** How L1 validators are shown after a block, with forecasts if it is the last one. */
export function l1View(height: number, context: Context): (record: L1Record) => LedgerL1Validator {
  const { chain, queries, views } = context;
  const accruedFees = queries.ledgerQueries.block(height)!.l1_accrued_fees;
  const isLast = BigInt(height) === queries.blocks.lastAccepted().height;
  const forecast = isLast ? forecaster(context) : undefined;
  return ({ last, ...row }) => {
    const end = last.end_accumulated_fee;
    const owner = (whose: "balance" | "deactivation") =>
      ownerColumnsView(
        {
          threshold: row[`${whose}_threshold`],
          locktime: 0n,
          addresses: row[`${whose}_addresses`],
        },
        chain,
      );
    return {
      validationID: views.id(row.validation_id),
      subnetID: views.id(row.subnet_id),
      nodeID: views.nodeID(row.node_id),
      publicKey: formatHex(row.public_key),
      startTime: timeText(row.start_time),
      status: statusOf(last),
      weight: last.weight.toString(),
      minNonce: last.nonce.toString(),
      balance: (end === 0n ? 0n : end - accruedFees).toString(),
      remainingBalanceOwner: owner("balance"),
      deactivationOwner: owner("deactivation"),
      changedHeight: last.height.toString(),
      changedTime: timeText(last.time),
      ...(end !== 0n && forecast !== undefined && { forecast: forecast(end) }),
    };
  };
}

function statusOf({ weight, end_accumulated_fee }: L1Record["last"]): LedgerL1Validator["status"] {
  if (weight === 0n) return "removed";
  return end_accumulated_fee === 0n ? "inactive" : "active";
}

/** Forecasts from the state after the last block. `end`: the accrued fees at which the balance is used up. */
function forecaster({ chain, state }: Context): (end: bigint) => LedgerL1Forecast {
  const fees = chain.network.validatorFees;
  const clock = (current: bigint): FeeClock => ({
    fees,
    state: { current, excess: state.l1ValidatorExcess() },
    accruedFees: state.accruedFees(),
  });
  const others = [...state.activeL1Validators()].map(({ endAccumulatedFee }) => endAccumulatedFee);
  const timeOf = (from: FeeClock, end: bigint, ends: readonly bigint[]): string | undefined => {
    const secondsMax = forecastSecondsMax;
    const seconds = secondsUntilDeactivation(from, { end, others: ends, secondsMax });
    return seconds === undefined ? undefined : formatTime(state.timestamp() + seconds);
  };
  const now = clock(BigInt(others.length));
  const fewest = clock(1n);
  const most = clock(fees.capacity);
  return (end) => {
    const deactivationTime = timeOf(now, end, others);
    const fewestActiveTime = timeOf(fewest, end, []);
    const mostActiveTime = timeOf(most, end, []);
    return {
      ...(deactivationTime !== undefined && { deactivationTime }),
      ...(fewestActiveTime !== undefined && { fewestActiveTime }),
      ...(mostActiveTime !== undefined && { mostActiveTime }),
    };
  };
}
