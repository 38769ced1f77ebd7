import { nodeIDArgument } from "../arguments.ts";
import type { Handler } from "../handler.ts";

/** Sets the uptime that the node reports for a validator. */
export const setValidatorUptime: Handler<"dev.setValidatorUptime", "dev"> = (
  { nodeID, percentage },
  { dev },
) => {
  dev.setValidatorUptime(nodeIDArgument("nodeID", nodeID), percentage);
  return {};
};
