import { equalBytes, type Id } from "../../formats/bytes.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import type { Chain, ChainQueries } from "../../store/chain-queries.ts";

/** Lists what was created, newest first, which is how AvalancheGo finds it on its disk. */
export type CreationLists = {
  /** Without the primary network. */
  readonly subnetIDs: () => readonly Id[];
  readonly chainsOf: (subnetID: Id) => readonly Chain[];
};

export function newestFirst({ subnets, chains }: ChainQueries): CreationLists {
  return {
    subnetIDs: () => subnets.ids().toReversed(),
    // The primary network's chains are those of the genesis, which the store lists newest first.
    chainsOf: (subnetID) => {
      const created = chains.bySubnet(subnetID);
      return equalBytes(subnetID, primaryNetworkID) ? created : created.toReversed();
    },
  };
}
