import { LedgerCopier } from "../../../src/node/copying/ledger-copier.ts";
import { ledgerDatabase } from "../../../src/node/copying/open-ledger-copier.ts";
import { readEvent } from "../../../src/replay/event.ts";
import { Replay } from "../../../src/replay/replay.ts";
import { Archive } from "../../../src/store/postgres/archive.ts";
import type { HistoryName } from "../histories.ts";
import { openHistoryChain } from "../history-chain.ts";

/** Copies the ledger of a recorded history to a database that nobody has used. */
export async function copyHistory(name: HistoryName, url: string): Promise<void> {
  const { source, opened } = await openHistoryChain(name);
  const replay = new Replay({ opened, machineClock: () => 0n, mode: "trusted", compare: false });
  for await (const line of source.lines()) await replay.apply(readEvent(line));
  replay.commit();
  const archive = Archive.at(url, { storeID: "history", network: name, hasArchived: false });
  const database = ledgerDatabase(archive, opened);
  await new LedgerCopier({ store: opened.store, database, mayRewind: false }).copyAll();
  await archive.close();
  await opened.close();
}
