import type { PeerServer } from "../follow/peer-server.ts";
import type { HandlerContext } from "../handlers/context.ts";
import { ViewCache } from "../handlers/views/view-cache.ts";
import { Keystore } from "../keystore/keystore.ts";
import { maxBigint } from "../pchain/uint64.ts";
import { Users } from "../store/users.ts";
import { noPeers } from "./apis/no-peers.ts";
import { readAliases } from "./chain/aliases.ts";
import { followedPeers } from "./follow/peer-views.ts";
import type { Foundation } from "./foundation.ts";
import { makeNodeFacts } from "./identity/node-facts.ts";

/** What every handler may use; the handlers of an index also get its containers. */
export type NodeContext = Omit<HandlerContext, "containers">;

export function nodeContext(
  { config, clock, opened, gasAsNetwork, identity, publicIP, staking, state }: Foundation,
  parts: Pick<
    NodeContext,
    "blockchains" | "uptimes" | "transactions" | "proposer" | "dev" | "health" | "watches"
  >,
  peerServer: PeerServer | undefined,
): NodeContext {
  const { store } = opened;
  return {
    ...parts,
    clock,
    feeTime: () => {
      const chainTime = store.state.timestamp();
      return gasAsNetwork ? chainTime : maxBigint(chainTime, clock.nowSeconds());
    },
    chain: opened.context,
    state: store.state,
    queries: store,
    views: new ViewCache(),
    node: makeNodeFacts({
      mode: state.mode,
      identity,
      publicIP,
      staking,
      profile: config.apis.profile,
      vmAliases: readAliases("vm", config.aliases.vms),
    }),
    peers:
      state.source === undefined
        ? noPeers(identity.nodeID, store, config.staking, () => peerServer?.peers() ?? [])
        : followedPeers({
            following: state.source.following,
            nodeID: identity.nodeID,
            queries: store,
            staking: config.staking,
            network: opened.context.network,
            state: store.state,
          }),
    keystore: new Keystore({
      store: new Users(store.database(), store.writeBeside),
      limits: config.keystore,
    }),
  };
}
