import type { AvalanchegoHandler } from "../../handler.ts";
import { subnetSummaries } from "../../platform/subnet-summaries.ts";
import { asFirstListed } from "./listing-memory.ts";

/** In AvalancheGo's order; no subnets are null. avalanchego vms/platformvm/service.go @ v1.12.1 */
export const getSubnets: AvalanchegoHandler<
  "platform.getSubnets",
  "chain" | "queries" | "state"
> = ({ ids }, context) => {
  const subnets = subnetSummaries(ids, asFirstListed(context.queries), context);
  return { subnets: subnets.length === 0 ? null : subnets };
};
