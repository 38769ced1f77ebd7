import { type BytesKey, equalBytes, type Id, keyOf } from "../../formats/bytes.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import type { Chain, ChainQueries } from "../../store/chain-queries.ts";
import type { HandlerContext } from "../context.ts";

/** Subnets and blockchains in the order of a profile. */
export type CreationLists = {
  /** Without the primary network. */
  readonly subnetIDs: () => readonly Id[];
  readonly chainsOf: (subnetID: Id) => readonly Chain[];
};

/** Newest first, the order in which AvalancheGo reads them from its database. */
export function newestFirst({ subnets, chains }: ChainQueries): CreationLists {
  return {
    subnetIDs: () => subnets.ids().toReversed(),
    // The store already lists the primary network's blockchains, which come from genesis, newest first.
    chainsOf: (subnetID) => {
      const created = chains.bySubnet(subnetID);
      return equalBytes(subnetID, primaryNetworkID) ? created : created.toReversed();
    },
  };
}

/**
 * The order of AvalancheGo's cached lists: AvalancheGo reads a list newest first when a client first asks for it, then
 * appends what is created until the process ends. avalanchego vms/platformvm/state/state.go @ v1.12.1
 */
export function asFirstListed({
  queries,
  views,
}: Pick<HandlerContext, "queries" | "views">): CreationLists {
  const { subnetIDs, chainsOf } = newestFirst(queries);
  const { firstCounts } = views;
  return {
    subnetIDs: () => reordered(subnetIDs(), "subnets", firstCounts),
    chainsOf: (subnetID) => reordered(chainsOf(subnetID), keyOf(subnetID), firstCounts),
  };
}

function reordered<T>(
  newest: readonly T[],
  list: BytesKey | "subnets",
  firstCounts: Map<BytesKey | "subnets", number>,
): readonly T[] {
  const first = firstCounts.get(list) ?? newest.length;
  firstCounts.set(list, first);
  const later = Math.max(newest.length - first, 0);
  return [...newest.slice(later), ...newest.slice(0, later).reverse()];
}
