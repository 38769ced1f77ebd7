import { childEpoch } from "../../pchain/blocks/epoch.ts";
import type { Handler } from "../handler.ts";

/** The epoch of a block that is proposed now; all zero before Granite. avalanchego vms/proposervm/service.go @ v1.14.2 */
export const getCurrentEpoch: Handler<
  "proposervm.getCurrentEpoch",
  "chain" | "clock" | "proposer"
> = (_params, { chain, clock, proposer }) => {
  const parent = proposer.parent();
  let timestamp = clock.nowSeconds();
  // A child is never older than its parent.
  if (timestamp < parent.timestamp) timestamp = parent.timestamp;
  const epoch = childEpoch(parent, timestamp, chain.network.upgrades);
  if (epoch === undefined) return { number: "0", startTime: "0", pChainHeight: "0" };
  return {
    number: epoch.number.toString(),
    startTime: epoch.startTime.toString(),
    pChainHeight: epoch.pChainHeight.toString(),
  };
};
