import type { ChainStore } from "../../store/chain-store.ts";
import { keepLedgerEpoch, ledgerEpoch } from "../../store/ledger/epoch.ts";
import type { Archive } from "../../store/postgres/archive.ts";
import { LedgerAnswers } from "../../store/postgres/ledger-answers.ts";
import { LedgerDatabase } from "../../store/postgres/ledger-database.ts";
import type { Watches } from "../../watches/watches.ts";
import { PastAnswers } from "../apis/past-answers.ts";
import type { OpenChain } from "../chain/open-chain.ts";
import type { Log } from "../logging/log.ts";
import { type NodeConfig, StartError } from "../node-config.ts";
import { LedgerCopier } from "./ledger-copier.ts";
import { LedgerPruner } from "./ledger-pruner.ts";

/** The ledger of a store in its database. Nothing connects before it is used. */
export function ledgerDatabase({ connection }: Archive, { store, context }: OpenChain) {
  const { avaxAssetID, network } = context;
  const epoch = ledgerEpoch(store.metadata);
  return new LedgerDatabase(connection, { avaxAssetID, hrp: network.hrp, epoch });
}

/**
 * Copies the ledger to the database while the node runs, and logs when that fails and recovers. Undefined without a
 * database or a ledger.
 */
export function openLedgerCopier(
  opened: OpenChain,
  archive: Archive | undefined,
  {
    config,
    log,
    watches,
  }: {
    readonly config: NodeConfig;
    readonly log: Log;
    readonly watches: Pick<Watches, "neededFrom">;
  },
): Copying | undefined {
  const { store } = opened;
  const isCopied = archive !== undefined && config.ledger;
  refusePruning(store, isCopied, config);
  keepOutbox(store, isCopied);
  if (!isCopied) return undefined;
  const pruner =
    config.ledgerKeepBlocks === undefined
      ? undefined
      : new LedgerPruner({
          store,
          keepBlocks: config.ledgerKeepBlocks,
          copied: () => copier.state().height,
          neededFrom: () => watches.neededFrom(),
          onError: (err) => log.error({ err }, "couldn't remove old rows of the ledger"),
        });
  const copier = new LedgerCopier({
    store,
    database: ledgerDatabase(archive, opened),
    mayRewind: config.apis.dev,
    onCopied: () => pruner?.request(),
    onProblem: (problem) => {
      if (problem === undefined) log.info({}, "the ledger is copied to the database again");
      else log.warn({ problem }, "the ledger cannot be copied to the database");
    },
  });
  // After the transaction, and once for many blocks.
  let isAsked = false;
  const ask = () => {
    if (isAsked) return;
    isAsked = true;
    setImmediate(() => {
      isAsked = false;
      copier.request();
    });
  };
  store.ledger.outbox.onAdded(ask);
  store.ledger.crossings.onAdded(ask);
  const past = new PastAnswers(
    new LedgerAnswers(archive.connection, {
      epoch: () => copier.epoch,
      tip: () => store.blocks.lastAccepted(),
      local: () => store.ledgerQueries,
    }),
  );
  return { copier, pruner, past };
}

/** Copies the ledger, removes what was copied, and reads it there. */
export type Copying = {
  readonly copier: LedgerCopier;
  readonly pruner: LedgerPruner | undefined;
  readonly past: PastAnswers;
};

/** Throws StartError for a store that must keep all rows, or that lacks some which only its database has. */
function refusePruning(
  store: ChainStore,
  isCopied: boolean,
  { apis, ledger, ledgerKeepBlocks }: NodeConfig,
): void {
  if (apis.dev && ledgerKeepBlocks !== undefined) {
    throw new StartError(
      "--ledger-keep-blocks: a dev node keeps the rows of all blocks, because it can undo blocks: remove the flag, or set --dev=false",
    );
  }
  const { from } = store.ledger.local;
  if (from === 0 || isCopied || !ledger) return;
  throw new StartError(
    `the rows of the ledger of heights below ${from} are only in the database to which this node copied them (--ledger-keep-blocks): start it with the --db-url of that database, or with --ledger=false`,
  );
}

/** Call it when the store returned to another state, or was filled with one that was not copied. */
export function keepCopy(store: ChainStore, copier: LedgerCopier): void {
  keepLedgerEpoch(store.metadata, copier.epoch);
  copier.rewind();
}

function keepOutbox(store: ChainStore, isCopied: boolean): void {
  const { outbox } = store.ledger;
  if (!isCopied && outbox.last() === 0) return;
  store.together(() => outbox.turn(isCopied));
}
