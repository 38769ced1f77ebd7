import type { Clock } from "../../generated/types.ts";
import type { DevControls } from "../context.ts";

/** The node's clock as results show it. */
export function clockView(dev: Pick<DevControls, "clock">): Clock {
  const { unixSeconds, isFrozen } = dev.clock();
  return { timestamp: unixSeconds.toString(), frozen: isFrozen };
}
