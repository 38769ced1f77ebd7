import type { Handler } from "../handler.ts";

/** Sets when the node builds blocks. */
export const setBlockProduction: Handler<"dev.setBlockProduction", "dev"> = (
  { mode, intervalMs },
  { dev },
) => {
  dev.setBlockProduction({ mode, intervalMs: mode === "interval" ? intervalMs : 0 });
  return dev.blockProduction();
};
