import { type BytesKey, keyOf } from "../../../formats/bytes.ts";
import type { ChainQueries } from "../../../store/chain-queries.ts";
import { type CreationLists, newestFirst } from "../../platform/newest-first.ts";

/** How many entries a list had when it was first asked for. */
type FirstCounts = Map<BytesKey | "subnets", number>;

/** Of each node of this process. */
const firstCountsOf = new WeakMap<ChainQueries, FirstCounts>();

/**
 * The order that AvalancheGo's memory makes: a list is read newest first when it is first asked for, and what is
 * created later stands behind as it came, until the process ends. avalanchego vms/platformvm/state/state.go @ v1.12.1
 */
export function asFirstListed(queries: ChainQueries): CreationLists {
  const { subnetIDs, chainsOf } = newestFirst(queries);
  const counts = firstCountsOf.get(queries) ?? new Map();
  firstCountsOf.set(queries, counts);
  return {
    subnetIDs: () => reordered(subnetIDs(), "subnets", counts),
    chainsOf: (subnetID) => reordered(chainsOf(subnetID), keyOf(subnetID), counts),
  };
}

function reordered<T>(
  newest: readonly T[],
  list: BytesKey | "subnets",
  counts: FirstCounts,
): readonly T[] {
  const first = counts.get(list) ?? newest.length;
  counts.set(list, first);
  const later = Math.max(newest.length - first, 0);
  return [...newest.slice(later), ...newest.slice(0, later).reverse()];
}
