import type { Chain } from "../../chain/chain.ts";
import type { ProfileName } from "../../generated/errors.ts";
import { loadProfile } from "../../generated/load-profile.ts";
import type { HandlerContext } from "../../handlers/context.ts";
import { ViewCache } from "../../handlers/views/view-cache.ts";
import type { ChainContext } from "../../networks/network.ts";
import type { ChainStore } from "../../store/chain-store.ts";
import { makeBlockchains } from "../chain/blockchains.ts";
import { answerCall, type Call, type CallAnswer } from "./answer-call.ts";
import { uptimesAlone } from "./no-peers.ts";
import { profileHandlers } from "./profile-handlers.ts";

export type AskedChain = {
  readonly store: ChainStore;
  readonly context: ChainContext;
  readonly chain: Chain;
  readonly clock: { nowSeconds(): bigint };
};

type PlatformContext = Omit<
  Pick<
    HandlerContext,
    | "blockchains"
    | "chain"
    | "clock"
    | "feeTime"
    | "node"
    | "queries"
    | "state"
    | "transactions"
    | "uptimes"
    | "views"
  >,
  "node"
> & { readonly node: Pick<HandlerContext["node"], "nodeID"> };

/**
 * Answers calls of the platform API from a chain without a node, in the form of a profile. Methods that need keystore
 * users throw.
 */
export async function platformAnswers(
  profileName: ProfileName,
  asked: AskedChain,
): Promise<(call: Call) => Promise<CallAnswer>> {
  const profile = await loadProfile[profileName]();
  const handlers = profileHandlers[profileName].platform;
  const context = contextOf(asked);
  return (call) => answerCall(profile, handlers, call, context);
}

function contextOf({ store, context, chain, clock }: AskedChain): PlatformContext {
  return {
    clock,
    chain: context,
    feeTime: () => store.state.timestamp(),
    state: store.state,
    queries: store,
    views: new ViewCache(),
    blockchains: makeBlockchains({
      context,
      chains: store.chains,
      aliases: new Map(),
      trackedSubnets: [],
      staking: { sybilProtectionEnabled: true, partialSyncPrimaryNetwork: false },
      isBootstrapped: () => true,
    }),
    uptimes: uptimesAlone(new Uint8Array(20)),
    transactions: {
      issue: (tx) => chain.issue(tx),
      status: (txID) => chain.pendingStatus(txID),
      proposesChain: (chainID) => chain.proposesChain(chainID),
      minimumHeight: () => chain.minimumHeight(),
    },
    node: { nodeID: new Uint8Array(20) },
  };
}
