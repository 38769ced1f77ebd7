import { formatId } from "../../formats/id.ts";
import type { Handler } from "../handler.ts";
import { requireMovable } from "./require-movable.ts";

/** Begins the chain anew. */
export const reset: Handler<"dev.reset", "dev" | "queries"> = async (_params, { dev, queries }) => {
  requireMovable(dev);
  const genesisID = formatId(await dev.reset());
  return { height: queries.blocks.lastAccepted().height.toString(), genesisID };
};
