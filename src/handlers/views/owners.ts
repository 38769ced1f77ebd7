import { formatAddress } from "../../formats/address.ts";
import type { ShortId } from "../../formats/bytes.ts";
import type { OutputOwners } from "../../generated/types.ts";
import type { ChainContext } from "../../networks/network.ts";
import type { PChainOwner, OutputOwners as StoredOwners } from "../../pchain/components/owners.ts";

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
