import type { Check } from "../check.ts";

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
