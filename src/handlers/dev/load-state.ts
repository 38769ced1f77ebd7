import { FormatError } from "../../formats/format-error.ts";
import { parseHex } from "../../formats/hex.ts";
import { errors } from "../../generated/errors.ts";
import type { Handler } from "../handler.ts";

/** Replaces the node's state by a dumped one. */
export const loadState: Handler<"dev.loadState", "dev" | "queries"> = (
  { state },
  { dev, queries },
) => {
  const refusal = dev.loadState(bytesOf(state));
  if (refusal !== undefined) throw errors.stateNotLoaded({ reason: refusal });
  return {
    height: queries.blocks.lastAccepted().height.toString(),
    timestamp: dev.clock().unixSeconds.toString(),
  };
};

function bytesOf(state: string): Uint8Array {
  try {
    return parseHex(state);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw errors.stateNotLoaded({ reason: `${error.message}. Pass the result of dev.dumpState.` });
  }
}
