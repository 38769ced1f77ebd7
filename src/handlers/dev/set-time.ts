import type { Handler } from "../handler.ts";

/** Sets the node's wall clock. */
export const setTime: Handler<"dev.setTime", "dev"> = ({ timestamp, frozen }, { dev }) => {
  dev.setTime(timestamp, frozen);
  return { timestamp: timestamp.toString(), frozen };
};
