import { idArgument } from "../../arguments.ts";
import type { AvalanchegoHandler } from "../../handler.ts";
import { subnetView } from "../../platform/get-subnet.ts";

/** Shows the owner of a proof-of-stake subnet. avalanchego vms/platformvm/service.go @ v1.12.1 */
export const getSubnet: AvalanchegoHandler<"platform.getSubnet", "chain" | "queries" | "state"> = (
  { subnetID },
  context,
) => subnetView(idArgument("subnetID", subnetID), context);
