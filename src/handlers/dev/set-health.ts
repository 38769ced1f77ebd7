import type { Handler } from "../handler.ts";

/** Lets the node say that it is unhealthy. */
export const setHealth: Handler<"dev.setHealth", "dev"> = async ({ healthy, message }, { dev }) => {
  await dev.setHealth(healthy ? undefined : message);
  return {};
};
