import type { Id } from "../../formats/bytes.ts";
import type { Blockchain } from "../../generated/types.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import type { Handler } from "../handler.ts";
import { type CreationLists, newestFirst } from "../subnets/creation-order.ts";
import type { ViewCache } from "../views/view-cache.ts";

/** All blockchains except the P-chain. specification 4.3 */
export const getBlockchains: Handler<"platform.getBlockchains", "queries" | "views"> = (
  _params,
  { queries, views },
) => ({ blockchains: blockchainList(newestFirst(queries), views) });

/** Every blockchain except the P-chain, grouped by subnet. The primary network comes last. */
export function blockchainList(
  { subnetIDs, chainsOf }: CreationLists,
  views: ViewCache,
): Blockchain[] {
  return [...subnetIDs(), primaryNetworkID].flatMap((subnetID: Id) =>
    chainsOf(subnetID).map(({ id, name, vmID }) => ({
      id: views.id(id),
      name,
      subnetID: views.id(subnetID),
      vmID: views.id(vmID),
    })),
  );
}
