import type { Handler } from "../handler.ts";

/** Sets whether the node reports that it is healthy. */
export const setHealth: Handler<"dev.setHealth", "dev"> = async ({ healthy, message }, { dev }) => {
  await dev.setHealth(healthy ? undefined : message);
  return {};
};
