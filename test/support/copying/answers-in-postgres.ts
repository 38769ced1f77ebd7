import type { OpenChain } from "../../../src/node/chain/open-chain.ts";
import { LedgerCopier } from "../../../src/node/copying/ledger-copier.ts";
import { ledgerDatabase } from "../../../src/node/copying/open-ledger-copier.ts";
import { ledgerEpoch } from "../../../src/store/ledger/epoch.ts";
import { Archive } from "../../../src/store/postgres/archive.ts";
import { LedgerAnswers } from "../../../src/store/postgres/ledger-answers.ts";

/** Copies the ledger of a chain to a database that nobody has used, and answers from there. */
export async function copiedLedger(opened: OpenChain, url: string) {
  const { store } = opened;
  const archive = Archive.at(url, { storeID: "history", network: "any", hasArchived: false });
  const database = ledgerDatabase(archive, opened);
  await new LedgerCopier({ store, database, mayRewind: false }).copyAll();
  const answers = new LedgerAnswers(archive.connection, {
    epoch: () => ledgerEpoch(store.metadata),
    tip: () => store.blocks.lastAccepted(),
    local: () => store.ledgerQueries,
  });
  return { answers, close: () => archive.close() };
}
