import { formatTime } from "../../formats/time.ts";
import type { Handler } from "../handler.ts";

/** The time of the P-chain. specification 4.3 */
export const getTimestamp: Handler<"platform.getTimestamp", "state"> = (_params, { state }) => ({
  timestamp: formatTime(state.timestamp()),
});
