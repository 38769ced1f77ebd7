import type { Chain, PendingStatus } from "../../chain/chain.ts";
import type { Following } from "../../follow/following.ts";
import type { OlderContainers } from "../../follow/stored-chain/shared-memory-feed.ts";
import type { Id } from "../../formats/bytes.ts";
import type { Transactions } from "../../handlers/context.ts";
import type { Indexer } from "../../indexer/indexer.ts";
import type { ChainContext } from "../../networks/network.ts";
import type { ChainStore } from "../../store/chain-store.ts";
import type { UpstreamFollowing } from "../../upstream/follow-options.ts";
import type { Clock } from "../clock.ts";
import type { NodeIdentity } from "../identity/identity.ts";
import type { StakingAddress } from "../identity/staking-address.ts";
import type { Log } from "../logging/log.ts";
import type { NodeConfig } from "../node-config.ts";

/** A network that the node follows: where blocks come from and transactions go to. */
export type NetworkSource = {
  readonly over: "peers" | "upstreams";
  readonly following: Following;
  /** Verifies a transaction and brings it to the network. Returns AvalancheGo's reason if it is rejected. */
  readonly issue: Transactions["issue"];
  /** The status of a transaction that no accepted block contains. */
  readonly status: Transactions["status"];
};

/** What following a network needs of the node. */
export type FollowedParts = {
  readonly config: NodeConfig;
  readonly store: ChainStore;
  readonly context: ChainContext;
  /** Without shared memory: this node does not run the X- and C-chain. */
  readonly chain: Chain;
  readonly indexer: Indexer;
  readonly identity: NodeIdentity;
  readonly staking: StakingAddress;
  readonly clock: Clock;
  readonly log: Log;
  readonly onPending: (txID: Id, status: PendingStatus) => void;
  /** Called when following enters another phase. */
  readonly onPhase: () => void;
  /** Called after containers of another chain than the P-chain were stored. */
  readonly onStored: () => void;
  /** Containers of other chains that were moved to the archive. */
  readonly older: OlderContainers | undefined;
};

/** Creates the source of a node in mode `follow`. Tests pass their own. */
export type OpenSource = (parts: FollowedParts) => NetworkSource;

/** A network of peers: a transaction is verified here, then pushed until it is accepted or no longer can be. */
export function peerSource(following: Following, chain: Chain): NetworkSource {
  return {
    over: "peers",
    following,
    issue: (tx) => {
      const refusal = chain.issue(tx);
      if (refusal === undefined) following.submit(tx);
      return refusal;
    },
    status: (txID) => chain.pendingStatus(txID),
  };
}

/** A network behind upstreams, which verify what needs the X- and C-chain. */
export function upstreamSource(following: UpstreamFollowing): NetworkSource {
  return {
    over: "upstreams",
    following,
    issue: (tx) => following.forward(tx),
    status: (txID) => following.pendingStatus(txID),
  };
}
