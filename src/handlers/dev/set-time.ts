import { errors } from "../../generated/errors.ts";
import type { Handler } from "../handler.ts";

/** Sets the node's wall clock. */
export const setTime: Handler<"dev.setTime", "dev" | "state"> = (
  { timestamp, frozen, behindChain },
  { dev, state },
) => {
  const chainTime = state.timestamp();
  if (timestamp < chainTime && !behindChain) {
    throw errors.timeBeforeChain({ timestamp, chainTime });
  }
  dev.setTime(timestamp, frozen);
  return { timestamp: timestamp.toString(), frozen };
};
