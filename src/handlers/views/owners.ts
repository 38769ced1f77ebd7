import { formatAddress } from "../../formats/address.ts";
import type { Id, ShortId } from "../../formats/bytes.ts";
import type { AssetAmounts, OutputOwners } from "../../generated/types.ts";
import type { ChainContext } from "../../networks/network.ts";
import type { PChainOwner, OutputOwners as StoredOwners } from "../../pchain/components/owners.ts";
import type { ViewCache } from "./view-cache.ts";

/** Owners as the API shows them outside of transactions. */
export function ownersView(owners: StoredOwners | PChainOwner, chain: ChainContext): OutputOwners {
  return {
    locktime: "locktime" in owners ? owners.locktime.toString() : "0",
    threshold: owners.threshold.toString(),
    addresses: addressTexts(owners.addresses, chain),
  };
}

/** Formats a P-chain address of this network. */
export function addressText(address: ShortId, { network }: ChainContext): string {
  return formatAddress("P", network.hrp, address);
}

export function addressTexts(addresses: readonly ShortId[], chain: ChainContext): string[] {
  return addresses.map((address) => addressText(address, chain));
}

export type AssetAmount = readonly [assetID: Id, amount: bigint];

/** Amounts by asset ID, sorted by its text. Leaves out amounts of zero. */
export function assetAmountsView(amounts: readonly AssetAmount[], views: ViewCache): AssetAmounts {
  const texts = amounts
    .filter(([, amount]) => amount > 0n)
    .map(([assetID, amount]) => [views.id(assetID), amount.toString()] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(texts);
}
