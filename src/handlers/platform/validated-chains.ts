import { equalBytes, type Id } from "../../formats/bytes.ts";
import { errors } from "../../generated/errors.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import type { ChainQueries } from "../../store/chain-queries.ts";
import { idArgument } from "../arguments.ts";
import { idText } from "../id-text.ts";
import type { CreationLists } from "./newest-first.ts";

/** The IDs of a subnet's blockchains. Throws SubnetNotRetrieved, NotASubnet. */
export function validatedChains(
  subnetText: string,
  { chainsOf }: CreationLists,
  queries: ChainQueries,
): string[] {
  const subnetID = idArgument("subnetID", subnetText);
  if (!isSubnet(subnetID, queries)) {
    throw queries.txs.byID(subnetID) === undefined
      ? errors.subnetNotRetrieved({ subnetID: subnetText })
      : errors.notASubnet({ id: subnetText });
  }
  return chainsOf(subnetID).map(({ id }) => idText(id));
}

function isSubnet(subnetID: Id, { subnets }: ChainQueries): boolean {
  return equalBytes(subnetID, primaryNetworkID) || subnets.has(subnetID);
}
