import type { ShortId } from "../formats/bytes.ts";
import { addressesOf } from "../store/ledger/schema.ts";
import type { DataContext } from "./operation.ts";

type Context = Pick<DataContext, "chain" | "views">;

/** An address without `P-`, as the hosted service writes it. */
export function plainAddress(address: ShortId, { chain, views }: Context): string {
  return views.address(address, chain).slice("P-".length);
}

export function plainAddresses(addresses: readonly ShortId[], context: Context): string[] {
  return addresses.map((address) => plainAddress(address, context));
}

/** The addresses in a column of owners. */
export function columnAddresses(joined: Uint8Array, context: Context): string[] {
  return plainAddresses(addressesOf(joined), context);
}
