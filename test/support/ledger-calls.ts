import type { JsonValue } from "../../src/formats/json.ts";
import { loadProfile } from "../../src/generated/load-profile.ts";
import { ledgerHandlers } from "../../src/handlers/ledger/index.ts";
import { ViewCache } from "../../src/handlers/views/view-cache.ts";
import { answerCall, type CallAnswer } from "../../src/node/apis/answer-call.ts";
import { makeBlockchains } from "../../src/node/chain/blockchains.ts";
import type { OpenChain } from "../../src/node/chain/open-chain.ts";
import type { Handler, Handlers } from "../../src/rpc/json-rpc/method.ts";

/** Calls methods of the ledger on a chain without a node. The result is validated against the document. */
export async function ledgerCalls(
  { store, context }: OpenChain,
  nowSeconds: () => bigint,
  around: (handler: Handler) => Handler = (handler) => handler,
): Promise<(method: string, params: object) => Promise<CallAnswer>> {
  const profile = await loadProfile.spec();
  const handlerContext = {
    clock: { nowSeconds },
    chain: context,
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
  };
  const handlers = Object.fromEntries(
    Object.entries(ledgerHandlers as Handlers).map(([name, handler]) => [name, around(handler)]),
  );
  return (method, params) =>
    answerCall(profile, handlers, { method, params: params as JsonValue }, handlerContext);
}
