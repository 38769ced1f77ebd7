import type { NodeConfig } from "../node-config.ts";

/** Where the blocks of a node come from: it makes them, a network does, or nobody. */
export type Mode = "dev" | "follow" | "offline";

/** What decides the mode of a node. */
export type ModeFacts = {
  /** `mainnet` or `fuji`. */
  readonly isProduction: boolean;
  readonly offline: boolean;
  /** How many bootstrappers --bootstrap-ips and --bootstrap-ids list; undefined without the flags. */
  readonly bootstrapperCount: number | undefined;
  readonly upstreamCount: number;
  /** Whether the node's own ID validates the primary network. */
  readonly isValidator: boolean;
};

export type ModeDecision =
  | { readonly mode: "dev"; readonly warning?: string }
  | { readonly mode: "follow"; readonly over: "peers" | "upstreams" }
  | { readonly mode: "offline" }
  | { readonly refusal: string };

/**
 * Decides the mode. Mainnet and Fuji follow by default, other networks if they have bootstrappers or upstreams. A
 * node with a validator's key must not join its network: it cannot vote, and the validator would lose uptime.
 */
export function decideMode(facts: ModeFacts): ModeDecision {
  const { isProduction, offline, bootstrapperCount, upstreamCount, isValidator } = facts;
  const hasBootstrappers = bootstrapperCount !== undefined && bootstrapperCount > 0;
  if (offline && (hasBootstrappers || upstreamCount > 0)) return { refusal: offlineAndSource };
  if (hasBootstrappers && upstreamCount > 0) return { refusal: twoSources };
  if (offline) return { mode: "offline" };
  if (upstreamCount > 0) return { mode: "follow", over: "upstreams" };
  if (bootstrapperCount === 0) return isProduction ? { refusal: noBootstrappers } : { mode: "dev" };
  if (!isProduction && !hasBootstrappers) return { mode: "dev" };
  if (!isValidator) return { mode: "follow", over: "peers" };
  return isProduction ? { refusal: validatorKey } : { mode: "dev", warning: validatorWarning };
}

const offlineAndSource =
  "--offline follows no network: remove it, or remove --bootstrap-ips, --bootstrap-ids and --upstream";
const twoSources =
  "--upstream follows over HTTP, --bootstrap-ips and --bootstrap-ids follow over peers: use only one of the two";
const noBootstrappers =
  "--bootstrap-ips and --bootstrap-ids are empty: remove them to use the built-in bootstrappers, or pass --offline";
const validatorKey =
  "this node has the key of a validator of the network, which would lose uptime because Couloir does not vote: remove the staking key from the data directory to get a new one, or pass --offline";
const validatorWarning =
  "not following the network, because this node has the key of one of its validators: it builds its own blocks in mode dev";

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
