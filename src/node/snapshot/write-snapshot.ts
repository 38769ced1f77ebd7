import { ProposerTips } from "../../store/proposer-tip.ts";
import {
  bodyLines,
  containerAt,
  headerSection,
  heightsOf,
  SnapshotDigest,
  type SnapshotHeader,
} from "../../store/snapshot/content.ts";
import { readSnapshotRecord } from "../../store/snapshot/record.ts";
import type { OpenChain } from "../chain/open-chain.ts";
import { DevSettings } from "../dev/dev-settings.ts";
import { StartError } from "../node-config.ts";
import { writeLines } from "./snapshot-file.ts";
import { headerOf } from "./snapshot-header.ts";

export type WrittenSnapshot = {
  readonly header: SnapshotHeader;
  readonly digest: string;
  readonly lines: number;
};

/**
 * Writes the state after the last accepted block to a file. Throws StartError for a state that no replay of the blocks
 * arrives at, or that nobody has verified.
 */
export async function writeSnapshot(
  { store, context }: Pick<OpenChain, "store" | "context">,
  file: string,
  onProgress: (lines: number, total: number) => void,
): Promise<WrittenSnapshot> {
  refuseUnverifiable(store);
  const header = headerOf(store, context.network);
  const database = store.database();
  const total = database
    .prepare("SELECT (SELECT count(*) FROM txs) + (SELECT count(*) FROM utxos)")
    .pluck()
    .get() as number;
  const digest = new SnapshotDigest();
  let count = 0;
  function* lines(): Iterable<string> {
    const first = JSON.stringify(header);
    digest.add(headerSection, first);
    yield first;
    for (const { section, line } of bodyLines(database, heightsOf(header))) {
      digest.add(section, line);
      yield line;
      count += 1;
      if (count % 1_000 === 0) onProgress(count, total);
    }
  }
  await writeLines(file, lines());
  return { header, digest: digest.finish().digest, lines: count + 1 };
}

function refuseUnverifiable(store: OpenChain["store"]): void {
  const { height } = store.blocks.lastAccepted();
  if (height === 0n) {
    throw new StartError("the chain has only its genesis, from which every node starts anyway");
  }
  const { state } = readSnapshotRecord(store.metadata) ?? {};
  if (state !== undefined && state !== "complete") {
    throw new StartError(
      `the store was started from a snapshot that is ${state}: export from a node that has replayed the history`,
    );
  }
  const settings = new DevSettings(store.metadata);
  if (settings.hasFundings || settings.areAccountsCredited) {
    throw new StartError(
      "the state has UTXOs that a dev node created outside of blocks, so no replay can reproduce it: export from a follower of that node",
    );
  }
  const database = store.database();
  if (new ProposerTips(database).read() === undefined) return;
  if (containerAt(database, height) !== undefined) return;
  throw new StartError(
    "the P-chain's index does not have the last container, which a follower needs: start the node with --index-enabled",
  );
}
