import type { OutputOwners } from "../../generated/types.ts";
import type { ChainContext } from "../../networks/network.ts";
import { addressesOf } from "../../store/ledger/schema.ts";
import { ownersView } from "../views/owners.ts";

/** Owners as the columns of a row have them. */
export type OwnerColumns = {
  readonly threshold: number;
  readonly locktime: bigint;
  readonly addresses: Uint8Array;
};

export function ownerColumnsView(
  { threshold, locktime, addresses }: OwnerColumns,
  chain: ChainContext,
): OutputOwners {
  return ownersView({ threshold, locktime, addresses: addressesOf(addresses) }, chain);
}
