import { formatId } from "../../formats/id.ts";
import { ArchivedLog } from "../../indexer/archived-log.ts";
import type { Indexer } from "../../indexer/indexer.ts";
import { readCrossings, type StoredContainers } from "../../node/filling/read-crossings.ts";
import { StartError } from "../../node/node-config.ts";
import { Rejection } from "../../pchain/rejection.ts";
import { compareRows, type TableComparison } from "../../store/ledger/compare-rows.ts";
import { type CrossingPlace, type CrossingStream, placeOf } from "../../store/ledger/crossings.ts";
import { comparePlaces } from "../../store/ledger/queries/merged.ts";
import type { LedgerRow } from "../../store/ledger/schema.ts";
import type { Archive } from "../../store/postgres/archive.ts";
import type { Manifest } from "../export/export-tables.ts";
import { folderCrossings } from "../export/folder-rows.ts";

type Row = LedgerRow<"crossings">;

/** Rows that are compared with those that the stored containers yield. */
export type FoundCrossings = {
  readonly rows: () => Iterable<Row> | AsyncIterable<Row>;
  /** The last row of each stream that must be there. Default: that of the last container which the ledger of the store knows. */
  readonly last?: (stream: CrossingStream) => Promise<CrossingPlace | undefined>;
};

/** Compares what crossed between chains with the containers of these chains. Throws StartError for one that cannot be read. */
export async function compareCrossings(
  { rows, last }: FoundCrossings,
  containers: StoredContainers,
): Promise<TableComparison> {
  const isWanted = last === undefined ? undefined : await until(last, containers);
  try {
    const expected = readCrossings(containers, isWanted);
    return await compareRows("crossings", { found: rows(), expected });
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    throw new StartError(`a stored container of another chain cannot be read: ${error.message}`);
  }
}

async function until(
  last: NonNullable<FoundCrossings["last"]>,
  { context: { xChainID, cChainID } }: StoredContainers,
): Promise<(stream: CrossingStream, row: Row) => boolean> {
  const ends = new Map<string, CrossingPlace | undefined>();
  for (const chainID of [xChainID, cChainID]) {
    for (const isDag of [true, false]) {
      ends.set(streamKey({ chainID, isDag }), await last({ chainID, isDag }));
    }
  }
  return (stream, row) => {
    const end = ends.get(streamKey(stream));
    return end !== undefined && comparePlaces(placeOf(row), end) <= 0;
  };
}

function streamKey({ chainID, isDag }: CrossingStream): string {
  return `${formatId(chainID)} ${isDag}`;
}

/** The folder has the rows of the moment when it was written. */
export function crossingsOfFolder(
  folder: string,
  manifest: Manifest,
  onProblem: (problem: string) => void,
): FoundCrossings {
  let ends: Promise<ReadonlyMap<string, CrossingPlace>> | undefined;
  return {
    rows: () => folderCrossings(folder, manifest, onProblem),
    last: async (stream) => {
      ends ??= endsOf(folderCrossings(folder, manifest, () => {}));
      return (await ends).get(streamKey(stream));
    },
  };
}

async function endsOf(rows: AsyncIterable<Row>): Promise<ReadonlyMap<string, CrossingPlace>> {
  const ends = new Map<string, CrossingPlace>();
  for await (const row of rows) {
    ends.set(streamKey({ chainID: row.chain_id, isDag: row.height === 0 }), placeOf(row));
  }
  return ends;
}

/** The containers of other chains, of which the older ones are in the database. */
export function archivedLogs({ logs }: Indexer, archive: Archive): StoredContainers["logs"] {
  return {
    "X/tx": new ArchivedLog(logs["X/tx"], archive.logs["X/tx"]),
    "X/block": new ArchivedLog(logs["X/block"], archive.logs["X/block"]),
    "C/block": new ArchivedLog(logs["C/block"], archive.logs["C/block"]),
  };
}
