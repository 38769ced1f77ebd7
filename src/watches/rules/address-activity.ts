import { addressKey, type Matcher } from "../matcher.ts";
import type { RuleOf } from "../rule.ts";
import { heightsOfAddresses } from "./indexed.ts";

/** Every transaction that changes the balance or the stake of an address. */
export function addressActivity({ addresses }: RuleOf<"addressActivity">): Matcher {
  const watched = new Set(addresses);
  return {
    keys: addresses.map(addressKey),
    heights: heightsOfAddresses(addresses),
    match: (event) => {
      if (event.type !== "balance" || !watched.has(event.address)) return [];
      const { txID, address, received, sent, staked } = event;
      return [{ kind: "activity", txID, address, received, sent, staked }];
    },
  };
}
