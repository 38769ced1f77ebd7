import { equalBytes, type Id, keyOf } from "../../formats/bytes.ts";
import type { SubnetSummary } from "../../generated/types.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import { idArgument } from "../arguments.ts";
import type { HandlerContext } from "../context.ts";
import { idText } from "../id-text.ts";
import type { CreationLists } from "./newest-first.ts";
import { addressTexts } from "./owner-view.ts";
import { subnetOwner } from "./subnet-lookup.ts";

type Context = Pick<HandlerContext, "chain" | "queries" | "state">;

/** Subnets in short, all of them or those asked for, each once. Throws NotASubnet. */
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

/** Undefined where nothing has that ID. Throws NotASubnet. */
function summary(subnetID: Id, context: Context): SubnetSummary | undefined {
  const isOwned =
    !equalBytes(subnetID, primaryNetworkID) &&
    context.state.subnetTransformation(subnetID) === undefined;
  if (!isOwned) return { id: idText(subnetID), controlKeys: [], threshold: "0" };
  const owner = subnetOwner(subnetID, context);
  if (owner === undefined) return undefined;
  return {
    id: idText(subnetID),
    controlKeys: addressTexts(owner.addresses, context.chain),
    threshold: owner.threshold.toString(),
  };
}
