import { equalBytes, type Id, keyOf } from "../../formats/bytes.ts";
import type { SubnetSummary } from "../../generated/types.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import { idArgument } from "../arguments.ts";
import type { HandlerContext } from "../context.ts";
import type { Handler } from "../handler.ts";
import { type CreationLists, newestFirst } from "../subnets/creation-order.ts";
import { subnetOwner } from "../subnets/subnet.ts";
import { addressTexts } from "../views/owners.ts";

/** Subnets in short. specification 4.3 */
export const getSubnets: Handler<"platform.getSubnets", "chain" | "queries" | "state" | "views"> = (
  { ids },
  context,
) => ({
  subnets: subnetSummaries(ids, newestFirst(context.queries), context),
});

type Context = Pick<HandlerContext, "chain" | "queries" | "state" | "views">;

/** All subnets, or each of the given ones once. Throws NotASubnet. */
export function subnetSummaries(
  ids: readonly string[],
  { subnetIDs }: CreationLists,
  context: Context,
): SubnetSummary[] {
  const wanted =
    ids.length === 0
      ? [...subnetIDs(), primaryNetworkID]
      : distinct(ids.map((id, index) => idArgument(`ids[${index}]`, id)));
  return wanted.flatMap((subnetID) => summary(subnetID, context) ?? []);
}

function distinct(ids: readonly Id[]): Id[] {
  return [...new Map(ids.map((id) => [keyOf(id), id])).values()];
}

/** Undefined for an unknown ID. Throws NotASubnet. */
function summary(subnetID: Id, context: Context): SubnetSummary | undefined {
  const { chain, state, views } = context;
  const isOwned =
    !equalBytes(subnetID, primaryNetworkID) && state.subnetTransformation(subnetID) === undefined;
  if (!isOwned) return { id: views.id(subnetID), controlKeys: [], threshold: "0" };
  const owner = subnetOwner(subnetID, context);
  if (owner === undefined) return undefined;
  return {
    id: views.id(subnetID),
    controlKeys: addressTexts(owner.addresses, chain),
    threshold: owner.threshold.toString(),
  };
}
