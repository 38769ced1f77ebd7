import { formatHex } from "../../formats/hex.ts";
import type { Handler } from "../handler.ts";

/** Returns the whole state of the node, in the form that dev.loadState reads. */
export const dumpState: Handler<"dev.dumpState", "dev" | "queries"> = (
  _params,
  { dev, queries },
) => {
  const state = dev.dumpState();
  return {
    state: formatHex(state),
    height: queries.blocks.lastAccepted().height.toString(),
    byteCount: state.length,
  };
};
