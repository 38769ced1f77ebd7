import { type BytesKey, keyOf } from "../../formats/bytes.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import type {
  LedgerPage,
  LedgerPlace,
  LedgerQueries,
  PeriodRecord,
} from "../../store/ledger/queries/ledger-queries.ts";
import { comparePlaces } from "../../store/ledger/queries/merged.ts";
import { requireNetwork } from "../chain.ts";
import { addressesParam, nodeIDsParam } from "../ids.ts";
import { wholeLedger } from "../ledger.ts";
import { type List, merged } from "../lists.ts";
import type { Operation } from "../operation.ts";
import { requestedPage } from "../page.ts";
import { type Expected, expectedOf, pendingRewardView } from "../pending-rewards.ts";

/** Rewards of running periods of the primary network, by their end. */
export const listPendingPrimaryNetworkRewards: Operation<"listPendingPrimaryNetworkRewards"> = (
  params,
  context,
) => {
  requireNetwork(params.network, context.chain);
  const { addresses: texts, nodeIds, sortOrder } = params;
  const addresses = texts === undefined ? undefined : addressesParam("addresses", texts, context);
  const nodeIDs = nodeIds === undefined ? [undefined] : nodeIDsParam("nodeIds", nodeIds);
  const whole = wholeLedger(context);
  const selection = ["pending", texts, nodeIds] as const;
  const isDescending = sortOrder === "desc";
  const form = ["n", "b", "n", "n"] as const;
  const { page, token } = requestedPage(params, { selection, isDescending, form }, whole);
  const filter = { heights: { from: 0, to: whole.tip }, addresses, subnetID: primaryNetworkID };
  const lists = nodeIDs.map(
    (nodeID): List<PeriodRecord> =>
      (each) =>
        whole.ledger.pendingRewards({ ...filter, nodeID }, each),
  );
  const owners = addresses && new Set<BytesKey>(addresses.map(keyOf));
  const expected = (period: PeriodRecord) => expectedOf(period, owners, context);
  const { entries, next } = pageOf(merged(lists, periodPlaceOf), page, whole.ledger, expected);
  return {
    ...token(next),
    pendingRewards: entries.map((each) => pendingRewardView(each, context)),
  };
};

function periodPlaceOf({ end_time, tx_id, start_time }: PeriodRecord): LedgerPlace {
  return [end_time, tx_id, start_time];
}

function placeOf({ period, part }: Expected): LedgerPlace {
  return [...periodPlaceOf(period), part];
}

/** A period has up to two entries, and a page may end between them. */
function pageOf(
  periods: List<PeriodRecord>,
  { limit, after, isDescending }: LedgerPage,
  ledger: LedgerQueries,
  expected: (period: PeriodRecord) => Expected[],
): { readonly entries: readonly Expected[]; readonly next: LedgerPlace | undefined } {
  const sign = isDescending ? -1 : 1;
  const inOrder = (period: PeriodRecord) =>
    isDescending ? expected(period).reverse() : expected(period);
  const found: Expected[] = [];
  if (after !== undefined) {
    const entries = periodAt(after, ledger).flatMap(inOrder);
    found.push(...entries.filter((each) => sign * comparePlaces(placeOf(each), after) > 0));
  }
  let place: LedgerPlace | undefined = after?.slice(0, 3);
  while (found.length <= limit) {
    const { rows, next } = periods({ limit: limit + 1, after: place, isDescending });
    found.push(...rows.flatMap(inOrder));
    if (next === undefined) break;
    place = next;
  }
  const entries = found.slice(0, limit);
  return { entries, next: found.length > limit ? placeOf(entries.at(-1)!) : undefined };
}

/** The period of a place, if it still runs. */
function periodAt(place: LedgerPlace, ledger: LedgerQueries): PeriodRecord[] {
  const txID = place[1] as Uint8Array;
  const page = { limit: 2, after: undefined, isDescending: true };
  const { rows } = ledger.stakingPeriods({ txID, status: "running" }, page);
  return rows.filter((row) => comparePlaces(periodPlaceOf(row), place.slice(0, 3)) === 0);
}
