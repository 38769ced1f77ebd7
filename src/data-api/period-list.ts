import type { Id, NodeId, ShortId } from "../formats/bytes.ts";
import type {
  LedgerPlace,
  LedgerQueries,
  PeriodFilter,
  PeriodRecord,
} from "../store/ledger/queries/ledger-queries.ts";
import { type List, merged } from "./lists.ts";

export type PeriodListFilter = Omit<PeriodFilter, "nodeID" | "addresses" | "subnetID"> & {
  readonly nodeIDs?: readonly NodeId[] | undefined;
  readonly addresses?: readonly ShortId[] | undefined;
  readonly subnetID?: Id | undefined;
};

/** The parts of a place in a list of periods. */
export const periodForm = ["n", "b"] as const;

export function periodPlace({ start_time, tx_id }: PeriodRecord): LedgerPlace {
  return [start_time, tx_id];
}

/** Periods of any of several nodes, by start and staking transaction. */
export function periodList(
  ledger: LedgerQueries,
  { nodeIDs, ...filter }: PeriodListFilter,
): List<PeriodRecord> {
  if (nodeIDs === undefined) return (page) => ledger.stakingPeriods(filter, page);
  const lists = nodeIDs.map(
    (nodeID): List<PeriodRecord> =>
      (page) =>
        ledger.stakingPeriods({ ...filter, nodeID }, page),
  );
  return merged(lists, periodPlace);
}
