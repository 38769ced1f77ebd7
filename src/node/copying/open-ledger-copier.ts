import type { ChainStore } from "../../store/chain-store.ts";
import { keepLedgerEpoch, ledgerEpoch } from "../../store/ledger/epoch.ts";
import type { Archive } from "../../store/postgres/archive.ts";
import { LedgerDatabase } from "../../store/postgres/ledger-database.ts";
import type { OpenChain } from "../chain/open-chain.ts";
import type { Log } from "../logging/log.ts";
import type { NodeConfig } from "../node-config.ts";
import { LedgerCopier } from "./ledger-copier.ts";

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
  { config, log }: { readonly config: NodeConfig; readonly log: Log },
): LedgerCopier | undefined {
  const { store } = opened;
  const isCopied = archive !== undefined && config.ledger;
  keepOutbox(store, isCopied);
  if (!isCopied) return undefined;
  const copier = new LedgerCopier({
    store,
    database: ledgerDatabase(archive, opened),
    mayRewind: config.apis.dev,
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
  return copier;
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
