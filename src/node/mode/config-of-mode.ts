import type { NodeConfig } from "../node-config.ts";
import type { Mode } from "./decide-mode.ts";

/**
 * The configuration as a mode has it. The dev API is for chains that this node makes. A follower runs the P-chain
 * only, as AvalancheGo with --partial-sync-primary-network.
 */
export function configOfMode(config: NodeConfig, mode: Mode): NodeConfig {
  if (mode === "dev") return config;
  return {
    ...config,
    apis: { ...config.apis, dev: false },
    staking: { ...config.staking, partialSyncPrimaryNetwork: true },
  };
}
