import { formatId, parseId } from "../../formats/id.ts";
import { formatNodeId, parseNodeId } from "../../formats/node-id.ts";
import { formatTime } from "../../formats/time.ts";
import type { PeriodRecord } from "../../store/ledger/queries/ledger-queries.ts";
import { eachBlock, type MatchContext, type Matcher } from "../matcher.ts";
import type { RuleOf } from "../rule.ts";
import { Due } from "./due.ts";
import { Followed } from "./followed.ts";
import { isOwnPeriod } from "./staking.ts";

const secondsPerDay = 86_400;
/** A node has one period at a time on a subnet. */
const periodsMax = 16;

/** A period that ends within some days of chain time: by the first block after which that is so. */
export function stakingEnd(rule: RuleOf<"stakingEnd">): Matcher {
  const followed = new Followed<readonly PeriodRecord[]>();
  const due = new Due();
  const ahead = Math.round(rule.days * secondsPerDay);
  return {
    keys: [eachBlock],
    mayMatchRow: (row) => due.mayMatch(row),
    match: (event, at) => {
      if (event.type !== "block") return [];
      const { reading, source } = at;
      const changes = reading.events.some(
        (each) => each.type === "stakingPeriod" && isOwnPeriod(each, rule),
      );
      const load = (height: number) => runningAt(height, rule, at);
      const { before = [], after } = followed.at(reading, { changes, load });
      const now = Number(reading.seconds);
      const earlier = Number(
        reading.height === 0n ? 0n : source.blockTimes.after(reading.height - 1n),
      );
      const times = after.map(({ end_time }) => end_time - ahead).filter((time) => time > now);
      due.set(Number(reading.height), ({ time }) => times.some((each) => time >= each));
      const isOld = (period: PeriodRecord) => before.some((each) => isSame(each, period));
      return after
        .filter((period) => {
          const from = period.end_time - ahead;
          return now >= from && (earlier < from || !isOld(period));
        })
        .map((period) => ({
          kind: "endsSoon",
          subnetID: formatId(period.subnet_id),
          nodeID: formatNodeId(period.node_id),
          stakingTxID: formatId(period.tx_id),
          weight: String(period.weight),
          startTime: formatTime(BigInt(period.start_time)),
          endTime: formatTime(BigInt(period.end_time)),
          potentialReward: String(period.potential_reward),
          limit: String(rule.days),
          secondsLeft: String(Math.max(0, period.end_time - now)),
        }));
    },
  };
}

function isSame(one: PeriodRecord, other: PeriodRecord): boolean {
  return one.start_time === other.start_time && Buffer.compare(one.tx_id, other.tx_id) === 0;
}

function runningAt(
  height: number,
  rule: RuleOf<"stakingEnd">,
  { source }: MatchContext,
): readonly PeriodRecord[] {
  const subject =
    "stakingTxID" in rule
      ? { txID: parseId(rule.stakingTxID) }
      : {
          nodeID: parseNodeId(rule.nodeID),
          subnetID: parseId(rule.subnetID),
          role: "validator" as const,
        };
  const page = { limit: periodsMax, after: undefined, isDescending: false };
  return source.ledger.ledgerQueries.stakingPeriods({ ...subject, runningAt: height }, page).rows;
}
