import type { AvalanchegoHandler } from "../../handler.ts";
import { subnetSummaries } from "../../platform/get-subnets.ts";
import { asFirstListed } from "../../subnets/creation-order.ts";

/** In AvalancheGo's order; an empty list is null. avalanchego vms/platformvm/service.go @ v1.12.1 */
export const getSubnets: AvalanchegoHandler<
  "platform.getSubnets",
  "chain" | "queries" | "state" | "views"
> = ({ ids }, context) => {
  const subnets = subnetSummaries(ids, asFirstListed(context), context);
  return { subnets: subnets.length === 0 ? null : subnets };
};
