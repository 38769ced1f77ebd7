import { equalBytes, type Id } from "../../formats/bytes.ts";
import { errors } from "../../generated/errors.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import type { ChainQueries } from "../../store/chain-queries.ts";
import { idArgument } from "../arguments.ts";
import type { HandlerContext } from "../context.ts";
import type { Handler } from "../handler.ts";
import { type CreationLists, newestFirst } from "../subnets/creation-order.ts";

/** The blockchains that a subnet validates. specification 4.3 */
export const validates: Handler<"platform.validates", "queries" | "views"> = (
  { subnetID },
  context,
) => ({ blockchainIDs: validatedChains(subnetID, newestFirst(context.queries), context) });

/** The IDs of a subnet's blockchains. Throws SubnetNotRetrieved and NotASubnet. */
export function validatedChains(
  subnetText: string,
  { chainsOf }: CreationLists,
  { queries, views }: Pick<HandlerContext, "queries" | "views">,
): string[] {
  const subnetID = idArgument("subnetID", subnetText);
  if (!isSubnet(subnetID, queries)) {
    throw queries.txs.byID(subnetID) === undefined
      ? errors.subnetNotRetrieved({ subnetID: subnetText })
      : errors.notASubnet({ id: subnetText });
  }
  return chainsOf(subnetID).map(({ id }) => views.id(id));
}

function isSubnet(subnetID: Id, { subnets }: ChainQueries): boolean {
  return equalBytes(subnetID, primaryNetworkID) || subnets.has(subnetID);
}
