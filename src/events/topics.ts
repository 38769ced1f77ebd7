import type { EventsQuery, EventTopic, StreamEvent } from "../generated/events.ts";

/** The topics of a query that names none. */
const defaultTopics = ["block", "transaction", "validator"] as const satisfies EventTopic[];
const ledgerTopics: readonly EventTopic[] = ["balance", "reward", "stakingPeriod", "l1Validator"];

export function topicsOf({ topics }: Pick<EventsQuery, "topics">): readonly EventTopic[] {
  return topics === undefined ? defaultTopics : (topics.split(",") as EventTopic[]);
}

/** Whether a query selects events that are read from the ledger. */
export function wantsLedger(query: Pick<EventsQuery, "topics">): boolean {
  return topicsOf(query).some((topic) => ledgerTopics.includes(topic));
}

/** The topics that each filter restricts. It does not concern the others. */
export const filteredTopics = {
  subnetID: ["validator", "reward", "stakingPeriod", "l1Validator"],
  txID: ["transaction"],
  address: ["balance", "reward", "stakingPeriod"],
  nodeID: ["validator", "reward", "stakingPeriod", "l1Validator"],
  validationID: ["l1Validator"],
} as const satisfies Partial<Record<keyof EventsQuery, readonly EventTopic[]>>;

export type EventFilter = keyof typeof filteredTopics;

/** Whether a subscriber with this query receives an event. */
export function selects(query: EventsQuery): (event: StreamEvent) => boolean {
  const wanted = new Set<string>(topicsOf(query));
  const { subnetID, txID, address, nodeID, validationID } = query;
  const isOf = (event: { readonly subnetID: string; readonly nodeID: string }): boolean =>
    (subnetID === undefined || event.subnetID === subnetID) &&
    (nodeID === undefined || event.nodeID === nodeID);
  const isOwned = ({ addresses }: { readonly addresses: readonly string[] }): boolean =>
    address === undefined || addresses.includes(address);
  return (event) => {
    if (!wanted.has(event.type)) return false;
    switch (event.type) {
      case "transaction":
        return txID === undefined || event.txID === txID;
      case "validator":
        return isOf(event);
      case "balance":
        return address === undefined || event.address === address;
      case "reward":
      case "stakingPeriod":
        return isOf(event) && isOwned(event);
      case "l1Validator":
        return isOf(event) && (validationID === undefined || event.validationID === validationID);
      default:
        return true;
    }
  };
}
