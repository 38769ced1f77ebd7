import type { Handler } from "../handler.ts";
import { ownAddresses } from "../own-addresses.ts";
import { addressTexts } from "../views/owners.ts";

/** Accepts transactions of some addresses without their signatures. */
export const impersonate: Handler<"dev.impersonate", "blockchains" | "chain" | "dev" | "views"> = (
  { addresses, enabled },
  context,
) => {
  const { chain, dev } = context;
  dev.impersonate(ownAddresses("addresses", addresses, context), enabled);
  return { addresses: addressTexts(dev.impersonated(), chain) };
};
