import { formatId } from "../../formats/id.ts";
import { formatNodeId } from "../../formats/node-id.ts";
import type { LedgerRow } from "../../store/ledger/schema.ts";
import { eachBlock, type Matcher } from "../matcher.ts";
import type { RuleOf } from "../rule.ts";
import type { WatchEventDetails } from "../watch-event.ts";
import { Due } from "./due.ts";
import { Followed } from "./followed.ts";
import { type L1Forecast, l1ForecastsAt } from "./l1-forecasts-at.ts";

const secondsPerDay = 86_400;

type Block = LedgerRow<"blocks">;

/**
 * The balance of an active L1 validator below an amount, or that is used up within some days if nothing else changes: by the first
 * block after which that is so. One that is active with such a balance from its registration on is reported then.
 */
export function l1Balance(rule: RuleOf<"l1Balance">): Matcher {
  const followed = new Followed<readonly L1Forecast[]>();
  const due = new Due();
  const limits = limitsOf(rule);
  return {
    keys: [eachBlock],
    mayMatchRow: (row) => due.mayMatch(row),
    match: (event, at) => {
      if (event.type !== "block") return [];
      const { reading, source } = at;
      const { ledgerQueries } = source.ledger;
      const height = Number(reading.height);
      const now = ledgerQueries.block(height);
      if (now === undefined) return [];
      const earlier = ledgerQueries.block(height - 1);
      // Every other one changes the fee.
      const changes = reading.events.some((each) => each.type === "l1Validator");
      const load = (of: number) => l1ForecastsAt(of, rule, at);
      const { before = [], after } = followed.at(reading, { changes, load });
      const known = new Map(before.map((each) => [formatId(each.record.validation_id), each]));
      const waiting = after.flatMap((each) =>
        limits.filter(({ isPassed }) => !isPassed(each, now)).map((limit) => ({ each, limit })),
      );
      due.set(height, (row) => waiting.some(({ each, limit }) => limit.isPassed(each, row)));
      return after.flatMap((each) => {
        const was = known.get(formatId(each.record.validation_id));
        return limits
          .filter(
            ({ isPassed }) =>
              isPassed(each, now) &&
              !(was !== undefined && earlier !== undefined && isPassed(was, earlier)),
          )
          .map(({ kind, limit }) => detailsOf(each, now, kind, limit));
      });
    },
  };
}

type Limit = {
  readonly kind: "l1BalanceBelow" | "l1EndsSoon";
  readonly limit: string;
  readonly isPassed: (forecast: L1Forecast, block: Block) => boolean;
};

function limitsOf({ below, days }: RuleOf<"l1Balance">): Limit[] {
  const limits: Limit[] = [];
  if (below !== undefined) {
    const isPassed = (forecast: L1Forecast, block: Block) =>
      isActive(forecast) && balanceOf(forecast, block) < BigInt(below);
    limits.push({ kind: "l1BalanceBelow", limit: below, isPassed });
  }
  if (days !== undefined) {
    const seconds = Math.round(days * secondsPerDay);
    const isPassed = ({ endTime }: L1Forecast, { time }: Block) =>
      endTime !== undefined && endTime - time < seconds;
    limits.push({ kind: "l1EndsSoon", limit: String(days), isPassed });
  }
  return limits;
}

const isActive = ({ record }: L1Forecast) => record.last.end_accumulated_fee !== 0n;

const balanceOf = ({ record }: L1Forecast, { l1_accrued_fees }: Block) =>
  record.last.end_accumulated_fee - l1_accrued_fees;

function detailsOf(
  forecast: L1Forecast,
  block: Block,
  kind: Limit["kind"],
  limit: string,
): WatchEventDetails {
  const { record, endTime } = forecast;
  return {
    kind,
    balance: String(balanceOf(forecast, block)),
    subnetID: formatId(record.subnet_id),
    nodeID: formatNodeId(record.node_id),
    validationID: formatId(record.validation_id),
    weight: String(record.last.weight),
    limit,
    ...(endTime !== undefined && { secondsLeft: String(Math.max(0, endTime - block.time)) }),
  };
}
