import { formatHex } from "../../formats/hex.ts";
import { formatTime } from "../../formats/time.ts";
import type { LedgerL1Forecast, LedgerL1Validator } from "../../generated/types.ts";
import { secondsUntilDeactivation } from "../../pchain/fees/l1-forecast.ts";
import type { L1Record } from "../../store/ledger/queries/ledger-queries.ts";
import type { HandlerContext } from "../context.ts";
import { ownerColumnsView } from "./owners-view.ts";
import { timeText } from "./period-view.ts";

type Context = Pick<HandlerContext, "chain" | "queries" | "state" | "views">;

/** Ten years. */
const forecastSecondsMax = 315_360_000n;

/** L1 validators after a block, with forecasts if they are wanted and it is the last one. */
export function l1Views(
  records: readonly L1Record[],
  { height, wantsForecasts }: { readonly height: number; readonly wantsForecasts: boolean },
  context: Context,
): LedgerL1Validator[] {
  const { chain, queries, views } = context;
  const accruedFees = queries.ledgerQueries.block(height)!.l1_accrued_fees;
  const isLast = BigInt(height) === queries.blocks.lastAccepted().height;
  const ends = records.map(({ last }) => last.end_accumulated_fee).filter((end) => end !== 0n);
  const forecasts =
    wantsForecasts && isLast && ends.length > 0 ? forecastsOf(ends, context) : undefined;
  return records.map(({ last, ...row }) => {
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
      ...(end !== 0n && forecasts !== undefined && { forecast: forecasts(end) }),
    };
  });
}

function statusOf({ weight, end_accumulated_fee }: L1Record["last"]): LedgerL1Validator["status"] {
  if (weight === 0n) return "removed";
  return end_accumulated_fee === 0n ? "inactive" : "active";
}

/** Forecasts from the state after the last block, by the accrued fees at which a balance is used up. */
function forecastsOf(
  ends: readonly bigint[],
  { chain, state }: Context,
): (end: bigint) => LedgerL1Forecast {
  const fees = chain.network.validatorFees;
  const active = [...state.activeL1Validators()].map(({ endAccumulatedFee }) => endAccumulatedFee);
  const walk = (current: bigint, leaving: readonly bigint[]) => {
    const feeState = { current, excess: state.l1ValidatorExcess() };
    const clock = { fees, state: feeState, accruedFees: state.accruedFees() };
    return secondsUntilDeactivation(clock, { ends, leaving, secondsMax: forecastSecondsMax });
  };
  const walks = {
    deactivationTime: walk(BigInt(active.length), active),
    fewestActiveTime: walk(1n, []),
    mostActiveTime: walk(fees.capacity, []),
  };
  return (end) => {
    const forecast: { -readonly [Name in keyof LedgerL1Forecast]: LedgerL1Forecast[Name] } = {};
    for (const name of Object.keys(walks) as (keyof typeof walks)[]) {
      const seconds = walks[name].get(end);
      if (seconds !== undefined) forecast[name] = formatTime(state.timestamp() + seconds);
    }
    return forecast;
  };
}
