import type { Check } from "../check.ts";

/** Passes once no subnet is bootstrapping. The argument returns the IDs of those that are, in cb58. */
export function bootstrappedCheck(bootstrapping: () => readonly string[]): Check {
  return () => {
    const detail = bootstrapping();
    return detail.length === 0 ? { detail } : { detail, error: "subnets not bootstrapped" };
  };
}

export type ValidationState = "bootstrapping" | "validator" | "not a validator";

/**
 * Fails for a validator of the primary network that runs only its P-chain. Registered with
 * --partial-sync-primary-network. avalanchego chains/manager.go:1445 @ v1.12.1
 */
export function validationCheck(state: () => ValidationState): Check {
  return () => {
    switch (state()) {
      case "bootstrapping":
        return { detail: "node is currently bootstrapping" };
      case "not a validator":
        return { detail: "node is not a primary network validator" };
      case "validator":
        return {
          detail: "node is a primary network validator",
          error: "partial sync should not be configured for a validator",
        };
    }
  };
}

/** Always fails. Registered when the node begins to shut down. avalanchego node/node.go:1659 @ v1.12.1 */
export const shuttingDownCheck: Check = () => ({
  detail: { isShuttingDown: true },
  error: "server shutting down",
});
