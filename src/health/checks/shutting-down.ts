import type { Check } from "../check.ts";

/** Fails for ever: registered when the node begins to shut down. avalanchego node/node.go:1659 @ v1.12.1 */
export const shuttingDownCheck: Check = () => ({
  detail: { isShuttingDown: true },
  error: "server shutting down",
});
