import { formatHex } from "../../formats/hex.ts";
import type { Handler } from "../handler.ts";

/** Gives the whole state of the node, to be loaded again. */
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
