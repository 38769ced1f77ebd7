import { addressKey, type Matcher } from "../matcher.ts";
import type { RuleOf } from "../rule.ts";
import { heightsOfRewards } from "./indexed.ts";

/** Rewards that are paid to an address. One that several watched addresses share is reported for each. */
export function addressReward({ addresses }: RuleOf<"addressReward">): Matcher {
  const watched = new Set(addresses);
  return {
    keys: addresses.map(addressKey),
    heights: heightsOfRewards(addresses),
    match: (event) => {
      if (event.type !== "reward") return [];
      const { rewardTxID, subnetID, nodeID, stakingTxID, amount, assetID, outputIndex } = event;
      return event.addresses
        .filter((address) => watched.has(address))
        .map((address) => ({
          kind: "reward",
          txID: rewardTxID,
          address,
          subnetID,
          nodeID,
          stakingTxID,
          rewardKind: event.kind,
          amount,
          assetID,
          outputIndex,
        }));
    },
  };
}
