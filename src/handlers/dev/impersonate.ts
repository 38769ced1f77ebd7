import { formatAddress } from "../../formats/address.ts";
import type { Handler } from "../handler.ts";
import { addressArguments } from "../platform/address-argument.ts";

/** Takes transactions of addresses without their signatures. */
export const impersonate: Handler<"dev.impersonate", "blockchains" | "chain" | "dev"> = (
  { addresses, enabled },
  context,
) => {
  const { chain, dev } = context;
  dev.impersonate(addressArguments(addresses, context), enabled);
  const { hrp } = chain.network;
  return { addresses: dev.impersonated().map((address) => formatAddress("P", hrp, address)) };
};
