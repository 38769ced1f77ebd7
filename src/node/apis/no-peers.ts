import type { Id, NodeId } from "../../formats/bytes.ts";
import { equalBytes } from "../../formats/bytes.ts";
import type { Peers, ValidatorUptimes } from "../../handlers/context.ts";
import type { PeerInfo } from "../../p2p/peer-info.ts";
import type { ChainQueries } from "../../store/chain-queries.ts";
import { listOf } from "../follow/peer-views.ts";
import { primaryWeight } from "../health/own-validator.ts";
import type { StakingConfig } from "../node-config.ts";

/** The peers of a node whose peers do not validate, or that has none. avalanchego network/network.go NodeUptime @ v1.12.1 */
export function noPeers(
  nodeID: NodeId,
  queries: Pick<ChainQueries, "blocks" | "validators">,
  staking: StakingConfig,
  connected: () => readonly PeerInfo[] = () => [],
): Peers {
  return {
    list: (nodeIDs) => listOf(connected(), nodeIDs),
    uptime: (subnetID: Id) => {
      if (!staking.sybilProtectionEnabled) return { rewarding: 100, weightedAverage: 100 };
      const { height } = queries.blocks.lastAccepted();
      const validators = queries.validators.setAt(subnetID, height);
      const own = validators.find((validator) => equalBytes(validator.nodeID, nodeID));
      if (own === undefined) return undefined;
      const total = validators.reduce((sum, { weight }) => sum + weight, 0n);
      // Only the node itself reports its uptime.
      const share = (100 * Number(own.weight)) / Number(total);
      return { rewarding: share, weightedAverage: share };
    },
    primaryWeight: () => primaryWeight(staking, queries),
  };
}

/**
 * The uptimes that a node without peers reports: it is connected only to itself, and counts every
 * validator as up, so that rewards do not depend on missing peers.
 */
export function uptimesAlone(ownNodeID: NodeId): ValidatorUptimes {
  return {
    uptime: () => 1,
    isConnected: (nodeID) => equalBytes(nodeID, ownNodeID),
  };
}
