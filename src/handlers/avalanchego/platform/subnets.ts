import { idArgument } from "../../arguments.ts";
import type { AvalanchegoHandler, Handler } from "../../handler.ts";
import { blockchainList } from "../../platform/get-blockchains.ts";
import { subnetView } from "../../platform/get-subnet.ts";
import { subnetSummaries } from "../../platform/get-subnets.ts";
import { validatedChains } from "../../platform/validates.ts";
import { asFirstListed } from "../../subnets/creation-order.ts";

/* Subnets and blockchains in AvalancheGo's order. avalanchego vms/platformvm/service.go @ v1.12.1 */

/** Shows the owner of a proof-of-stake subnet. */
export const getSubnet: AvalanchegoHandler<"platform.getSubnet", "chain" | "queries" | "state"> = (
  { subnetID },
  context,
) => subnetView(idArgument("subnetID", subnetID), context);

/** An empty list is null. */
export const getSubnets: AvalanchegoHandler<
  "platform.getSubnets",
  "chain" | "queries" | "state" | "views"
> = ({ ids }, context) => {
  const subnets = subnetSummaries(ids, asFirstListed(context), context);
  return { subnets: subnets.length === 0 ? null : subnets };
};

export const getBlockchains: Handler<"platform.getBlockchains", "queries" | "views"> = (
  _params,
  context,
) => ({ blockchains: blockchainList(asFirstListed(context), context.views) });

export const validates: AvalanchegoHandler<"platform.validates", "queries" | "views"> = (
  { subnetID },
  context,
) => ({ blockchainIDs: validatedChains(subnetID, asFirstListed(context), context) });
