import { formatId } from "../../formats/id.ts";
import { formatNodeId } from "../../formats/node-id.ts";
import type { L1Record } from "../../store/ledger/queries/ledger-queries.ts";
import type { LedgerRow } from "../../store/ledger/schema.ts";
import { eachBlock, type Matcher } from "../matcher.ts";
import type { RuleOf } from "../rule.ts";
import type { WatchEventDetails } from "../watch-event.ts";
import { Followed } from "./followed.ts";
import { isOfSubject, l1RecordsAt } from "./l1-subject.ts";

const secondsPerDay = 86_400;

type Block = LedgerRow<"blocks">;

/**
 * The balance of an active L1 validator below an amount, or that lasts less than some days at the fee of the block: by the first
 * block after which that is so. One that is active with such a balance from its registration on is reported then.
 */
export function l1Balance(rule: RuleOf<"l1Balance">): Matcher {
  const followed = new Followed<readonly L1Record[]>();
  const limits = limitsOf(rule);
  return {
    keys: [eachBlock],
    match: (event, at) => {
      if (event.type !== "block") return [];
      const { reading, source } = at;
      const { ledgerQueries } = source.ledger;
      const height = Number(reading.height);
      const now = ledgerQueries.block(height);
      if (now === undefined) return [];
      const earlier = ledgerQueries.block(height - 1);
      const changes = reading.events.some(
        (each) => each.type === "l1Validator" && isOfSubject(each, rule),
      );
      const load = (of: number) => l1RecordsAt(of, rule, at);
      const { before = [], after } = followed.at(reading, { changes, load });
      const known = new Map(before.map((record) => [formatId(record.validation_id), record]));
      return after.flatMap((record) => {
        const was = known.get(formatId(record.validation_id));
        return limits
          .filter(
            ({ isPassed }) =>
              isPassed(record, now) &&
              !(was !== undefined && earlier !== undefined && isPassed(was, earlier)),
          )
          .map(({ kind, limit }) => detailsOf(record, now, kind, limit));
      });
    },
  };
}

type Limit = {
  readonly kind: "l1BalanceBelow" | "l1EndsSoon";
  readonly limit: string;
  readonly isPassed: (record: L1Record, block: Block) => boolean;
};

function limitsOf({ below, days }: RuleOf<"l1Balance">): Limit[] {
  const limits: Limit[] = [];
  if (below !== undefined) {
    const isPassed = (record: L1Record, block: Block) =>
      isActive(record) && balanceOf(record, block) < BigInt(below);
    limits.push({ kind: "l1BalanceBelow", limit: below, isPassed });
  }
  if (days !== undefined) {
    const seconds = BigInt(Math.round(days * secondsPerDay));
    const isPassed = (record: L1Record, block: Block) =>
      isActive(record) && balanceOf(record, block) < seconds * block.l1_price;
    limits.push({ kind: "l1EndsSoon", limit: String(days), isPassed });
  }
  return limits;
}

const isActive = ({ last }: L1Record) => last.end_accumulated_fee !== 0n;

const balanceOf = ({ last }: L1Record, { l1_accrued_fees }: Block) =>
  last.end_accumulated_fee - l1_accrued_fees;

function detailsOf(
  record: L1Record,
  block: Block,
  kind: Limit["kind"],
  limit: string,
): WatchEventDetails {
  const balance = balanceOf(record, block);
  return {
    kind,
    balance: String(balance),
    subnetID: formatId(record.subnet_id),
    nodeID: formatNodeId(record.node_id),
    validationID: formatId(record.validation_id),
    weight: String(record.last.weight),
    limit,
    ...(block.l1_price > 0n && { secondsLeft: String(balance / block.l1_price) }),
  };
}
