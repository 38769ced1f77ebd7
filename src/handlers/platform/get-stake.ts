import { encodeBytes } from "../../formats/encoding.ts";
import type { Handler } from "../handler.ts";
import { stakeView } from "./stake-view.ts";

/** What some addresses have staked. specification 4.3 */
export const getStake: Handler<"platform.getStake", "blockchains" | "chain" | "queries"> = (
  params,
  context,
) => {
  const { encoding } = params;
  const { staked, stakeds, outputs } = stakeView(params, context);
  return {
    staked,
    stakeds,
    stakedOutputs: outputs.map((output) => encodeBytes(output, encoding)),
    encoding,
  };
};
