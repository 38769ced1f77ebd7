import { lastUnixSecond } from "../../formats/time.ts";
import { errors } from "../../generated/errors.ts";
import type { Handler } from "../handler.ts";

/** Moves the node's clock and the chain time forward. */
export const increaseTime: Handler<"dev.increaseTime", "dev" | "queries" | "state"> = async (
  { seconds },
  { dev, queries, state },
) => {
  const timestamp = dev.clock().unixSeconds + seconds;
  if (timestamp > lastUnixSecond) throw errors.timeTooLate({ timestamp });
  const blockCount = await dev.increaseTime(seconds);
  return {
    timestamp: dev.clock().unixSeconds.toString(),
    chainTime: state.timestamp().toString(),
    height: queries.blocks.lastAccepted().height.toString(),
    blockCount,
  };
};
