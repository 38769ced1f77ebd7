import { parseId } from "../../formats/id.ts";
import { parseNodeId } from "../../formats/node-id.ts";
import type { L1ValidatorEvent } from "../../generated/events.ts";
import type { L1Filter, L1Record } from "../../store/ledger/queries/ledger-queries.ts";
import { type MatchContext, nodeKey, subnetKey, validationKey } from "../matcher.ts";
import type { L1Subject } from "../rule.ts";

/** The keys under which a rule about L1 validators is found. */
export function l1Keys(subject: L1Subject): readonly string[] {
  if ("validationID" in subject) return [validationKey(subject.validationID)];
  return "nodeID" in subject ? [nodeKey(subject.nodeID)] : [subnetKey(subject.subnetID)];
}

/** Whether an event concerns an L1 validator that a rule watches. */
export function isOfSubject(
  event: Pick<L1ValidatorEvent, "validationID" | "nodeID" | "subnetID">,
  subject: L1Subject,
): boolean {
  if ("validationID" in subject) return event.validationID === subject.validationID;
  if ("nodeID" in subject) return event.nodeID === subject.nodeID;
  return event.subnetID === subject.subnetID;
}

const pageSize = 1_024;

/** The L1 validators that a rule watches, after a block. */
export function l1RecordsAt(
  height: number,
  subject: L1Subject,
  { source }: Pick<MatchContext, "source">,
): readonly L1Record[] {
  const { ledgerQueries } = source.ledger;
  if ("validationID" in subject) {
    const record = ledgerQueries.l1Validator(parseId(subject.validationID), height);
    return record === undefined ? [] : [record];
  }
  const filter =
    "nodeID" in subject
      ? { nodeID: parseNodeId(subject.nodeID), height }
      : { subnetID: parseId(subject.subnetID), height };
  return allL1Records(filter, { source });
}

/** All L1 validators of a filter. */
export function allL1Records(
  filter: L1Filter,
  { source }: Pick<MatchContext, "source">,
): readonly L1Record[] {
  const { ledgerQueries } = source.ledger;
  const records: L1Record[] = [];
  let after: Parameters<typeof ledgerQueries.l1Validators>[1]["after"];
  do {
    const page = ledgerQueries.l1Validators(filter, {
      limit: pageSize,
      after,
      isDescending: false,
    });
    records.push(...page.rows);
    after = page.next;
  } while (after !== undefined);
  return records;
}
