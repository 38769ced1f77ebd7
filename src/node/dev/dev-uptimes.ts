import type { ValidatorUptimes } from "../../handlers/context.ts";
import type { DevSettings } from "./dev-settings.ts";

/** Up-times as a developer has set them, else as the node sees them. */
export function devUptimes(settings: DevSettings, seen: ValidatorUptimes): ValidatorUptimes {
  return {
    uptime: (nodeID, startTime) => settings.uptime(nodeID) ?? seen.uptime(nodeID, startTime),
    isConnected: (nodeID) => {
      const set = settings.uptime(nodeID);
      return set === undefined ? seen.isConnected(nodeID) : set > 0;
    },
  };
}
