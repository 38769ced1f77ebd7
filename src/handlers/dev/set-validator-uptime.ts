import { nodeIDArgument } from "../arguments.ts";
import type { Handler } from "../handler.ts";

/** Sets how long a validator seems to have been up. */
export const setValidatorUptime: Handler<"dev.setValidatorUptime", "dev"> = (
  { nodeID, percentage },
  { dev },
) => {
  dev.setValidatorUptime(nodeIDArgument("nodeID", nodeID), percentage);
  return {};
};
