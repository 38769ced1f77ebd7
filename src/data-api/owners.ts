import type { ShortId } from "../formats/bytes.ts";
import { addressText } from "../handlers/views/owners.ts";
import { addressesOf } from "../store/ledger/schema.ts";
import type { DataContext } from "./operation.ts";

/** An address without `P-`, as the hosted service writes it. */
export function plainAddress(address: ShortId, { chain }: Pick<DataContext, "chain">): string {
  return addressText(address, chain).slice("P-".length);
}

export function plainAddresses(
  addresses: readonly ShortId[],
  context: Pick<DataContext, "chain">,
): string[] {
  return addresses.map((address) => plainAddress(address, context));
}

/** The addresses in a column of owners. */
export function columnAddresses(joined: Uint8Array, context: Pick<DataContext, "chain">): string[] {
  return plainAddresses(addressesOf(joined), context);
}
