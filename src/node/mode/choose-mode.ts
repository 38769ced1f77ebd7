import type { NodeId } from "../../formats/bytes.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import { isProductionNetwork } from "../../networks/find-network.ts";
import { localID } from "../../networks/ids.ts";
import type { ChainStore } from "../../store/chain-store.ts";
import type { Log } from "../logging/log.ts";
import { type NodeConfig, StartError } from "../node-config.ts";
import { decideMode, type Mode } from "./decide-mode.ts";

/** The mode of a node, and what it follows. */
export type ChosenMode = { readonly mode: Mode; readonly over?: "peers" | "upstreams" };

/** Throws StartError if the node must not follow the network that it is meant to follow. */
export function chooseMode(
  config: NodeConfig,
  store: ChainStore,
  nodeID: NodeId,
  log: Log,
): ChosenMode {
  const { source, staking } = config;
  const decision = decideMode({
    ...modeFacts(config.networkID, source),
    // Without sybil protection every node of the network is a validator.
    isValidator:
      !staking.sybilProtectionEnabled ||
      store.state.currentValidator(primaryNetworkID, nodeID) !== undefined,
  });
  if ("refusal" in decision) throw new StartError(decision.refusal);
  if (decision.mode === "dev" && decision.warning !== undefined) log.warn({}, decision.warning);
  return decision;
}

/** A follower has the rules of the newest release, whatever --rules says. */
export function wantsToFollow({ networkID, source }: NodeConfig): boolean {
  const decision = decideMode({ ...modeFacts(networkID, source), isValidator: false });
  return "mode" in decision && decision.mode === "follow";
}

/** A dev node of the network `local`, unless the user chose its keys. A follower must not have a validator's key. */
export function isFirstLocalValidator({
  networkID,
  source,
  identity,
  staking,
}: NodeConfig): boolean {
  if (networkID !== localID || identity.isChosen || staking.partialSyncPrimaryNetwork) return false;
  const decision = decideMode({ ...modeFacts(networkID, source), isValidator: false });
  return "mode" in decision && decision.mode === "dev";
}

function modeFacts(networkID: number, source: NodeConfig["source"]) {
  return {
    isProduction: isProductionNetwork(networkID),
    offline: source.offline,
    bootstrapperCount: source.bootstrappers?.length,
    upstreamCount: source.upstreams.length,
  };
}
