import type { Handler } from "../handler.ts";

/** The height of the last accepted block. specification 4.3 */
export const getHeight: Handler<"platform.getHeight", "queries"> = (_params, { queries }) => ({
  height: queries.blocks.lastAccepted().height.toString(),
});
