import { changeReader, type FedPath, fedPaths } from "../../follow/stored-chain/change-reader.ts";
import { crossedContainers, crossingRows } from "../../follow/stored-chain/crossing-log.ts";
import { compareBytes, type Id } from "../../formats/bytes.ts";
import { decodeBytes } from "../../formats/encoding.ts";
import type { ChainContext } from "../../networks/network.ts";
import { type ContainerPages, parseContainer } from "../../store/container-log.ts";
import type { CrossingStream } from "../../store/ledger/crossings.ts";
import type { LedgerRow } from "../../store/ledger/schema.ts";
import type { Metadata } from "../../store/metadata.ts";

export type StoredContainers = {
  readonly context: ChainContext;
  readonly metadata: Pick<Metadata, "getText">;
  readonly logs: Readonly<Record<FedPath, Pick<ContainerPages, "pages">>>;
};

/** Reads the containers that the ledger has written again, and yields the rows that follow from them, by key. Throws Rejection. */
export async function* readCrossings(
  stored: StoredContainers,
  isWanted: (stream: CrossingStream, row: LedgerRow<"crossings">) => boolean = () => true,
): AsyncGenerator<LedgerRow<"crossings">, undefined> {
  const { cChainID, xChainID } = stored.context;
  const streams = fedPaths.map((path) => ({
    path,
    chainID: path === "C/block" ? cChainID : xChainID,
    isDag: path === "X/tx",
  }));
  // The sort is stable: the DAG stays before the blocks.
  for (const stream of streams.sort((a, b) => compareBytes(a.chainID, b.chainID))) {
    for await (const row of rowsOf(stream, stored)) {
      if (isWanted(stream, row)) yield row;
    }
  }
  return undefined;
}

async function* rowsOf(
  { path, chainID }: { readonly path: FedPath; readonly chainID: Id },
  { context, metadata, logs }: StoredContainers,
): AsyncGenerator<LedgerRow<"crossings">, undefined> {
  const reader = changeReader(path, context.network);
  const count = Number(crossedContainers(path, metadata));
  let index = 0;
  if (count === 0) return undefined;
  for await (const page of logs[path].pages()) {
    for (const text of page) {
      if (index === count) return undefined;
      const bytes = decodeBytes(parseContainer(text).bytes, "hex");
      yield* crossingRows(reader.changesOf(reader.contentOf(bytes)), { chainID, index });
      index += 1;
    }
  }
  return undefined;
}
