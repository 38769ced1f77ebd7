import type { Id } from "../../formats/bytes.ts";
import { formatId } from "../../formats/id.ts";
import { errors } from "../../generated/errors.ts";
import type { OutputOwners } from "../../pchain/components/owners.ts";
import type { HandlerContext } from "../context.ts";

/** The owner of a subnet; undefined where nothing has that ID. Throws NotASubnet where something else has it. */
export function subnetOwner(
  subnetID: Id,
  { queries, state }: Pick<HandlerContext, "queries" | "state">,
): OutputOwners | undefined {
  const owner = state.subnetOwner(subnetID);
  if (owner !== undefined || queries.txs.byID(subnetID) === undefined) return owner;
  throw errors.notASubnet({ id: formatId(subnetID) });
}
