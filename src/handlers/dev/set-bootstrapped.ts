import type { Handler } from "../handler.ts";

/** Sets whether the node reports that it is bootstrapped. */
export const setBootstrapped: Handler<"dev.setBootstrapped", "dev"> = async (
  { bootstrapped },
  { dev },
) => {
  await dev.setBootstrapped(bootstrapped);
  return {};
};
