import type { JsonValue } from "../../src/formats/json.ts";
import { loadProfile } from "../../src/generated/load-profile.ts";
import { ledgerHandlers } from "../../src/handlers/ledger/index.ts";
import { ViewCache } from "../../src/handlers/views/view-cache.ts";
import { answerCall, type CallAnswer } from "../../src/node/apis/answer-call.ts";
import { makeBlockchains } from "../../src/node/chain/blockchains.ts";
import type { OpenChain } from "../../src/node/chain/open-chain.ts";
import type { Handlers } from "../../src/rpc/json-rpc/method.ts";
import { type ChainQueries, withLedger } from "../../src/store/chain-queries.ts";
import type { LedgerAnswers } from "../../src/store/postgres/ledger-answers.ts";

/** Calls methods of the ledger on a chain without a node. The result is validated against the document. */
export async function ledgerCalls(
  { store, context }: OpenChain,
  nowSeconds: () => bigint,
  answers?: LedgerAnswers,
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
  const handlers = ledgerHandlers as Handlers;
  const called = answers === undefined ? handlers : fromDatabase(handlers, answers);
  return (method, params) =>
    answerCall(profile, called, { method, params: params as JsonValue }, handlerContext);
}

type Context = { readonly queries: ChainQueries };

/** The same handlers, which read the ledger from another database. */
function fromDatabase(handlers: Handlers, answers: LedgerAnswers): Handlers {
  const entries = Object.entries(handlers) as [string, (...args: unknown[]) => unknown][];
  return Object.fromEntries(
    entries.map(([name, handler]) => [
      name,
      (params: never, context: never, asked: unknown) =>
        answers.answer((ledger) => {
          const queries = withLedger((context as Context).queries, ledger);
          return handler(params, { ...(context as object), queries }, asked);
        }),
    ]),
  );
}
