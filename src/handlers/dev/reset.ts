import { formatId } from "../../formats/id.ts";
import type { Handler } from "../handler.ts";

/** Restarts the chain from its genesis. */
export const reset: Handler<"dev.reset", "dev" | "queries"> = async (_params, { dev, queries }) => {
  const genesisID = formatId(await dev.reset());
  return { height: queries.blocks.lastAccepted().height.toString(), genesisID };
};
