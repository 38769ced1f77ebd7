import type { Handler } from "../handler.ts";

/** Lets the node say that it is still bootstrapping. */
export const setBootstrapped: Handler<"dev.setBootstrapped", "dev"> = async (
  { bootstrapped },
  { dev },
) => {
  await dev.setBootstrapped(bootstrapped);
  return {};
};
