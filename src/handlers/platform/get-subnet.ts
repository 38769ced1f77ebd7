import { idArgument } from "../arguments.ts";
import type { Handler } from "../handler.ts";
import { subnetView } from "./subnet-view.ts";

/** A subnet or L1 in full; nobody controls a proof-of-stake subnet. specification 2.2 and 4.3 */
export const getSubnet: Handler<"platform.getSubnet", "chain" | "queries" | "state"> = (
  params,
  context,
) => {
  const subnetID = idArgument("subnetID", params.subnetID);
  const subnet = subnetView(subnetID, context);
  const isElastic = context.state.subnetTransformation(subnetID) !== undefined;
  return isElastic ? { ...subnet, controlKeys: [], threshold: "0", locktime: "0" } : subnet;
};
