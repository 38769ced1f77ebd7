import { randomUUID } from "node:crypto";
import { type IndexPath, indexPaths, LogUnavailable } from "../store/container-log.ts";
import type { Containers } from "../store/containers.ts";
import type { Metadata } from "../store/metadata.ts";
import type { Archive } from "../store/postgres/archive.ts";
import { ArchiveRefused, remedyOf } from "../store/postgres/archive-errors.ts";
import { IndexRefused } from "./start-indexer.ts";

const storeIDKey = "index-archive-store-id";
const placeKey = "index-archive-place";

export type OpenArchiveOptions = {
  readonly metadata: Metadata;
  /** Undefined while the containers before a snapshot are nowhere: none can be moved then. */
  readonly logs: Readonly<Record<IndexPath, Containers>> | undefined;
  /** Identifies the network. */
  readonly network: string;
  /** Whether the store may have returned to an earlier state, so that the archive has more containers. */
  readonly mayRewind: boolean;
  /**
   * Called if the server does not respond though the database has belonged to this store: it is tried again when it is
   * used. Without it, that is an error.
   */
  readonly onUnavailable?: (problem: string) => void;
};

/**
 * Opens the database with the older containers of a store's indices, or returns undefined without a URL. Throws
 * IndexRefused if it cannot be reached, belongs to another store, or lacks containers that the store has moved there.
 */
export async function openArchive(
  url: string | undefined,
  { metadata, logs, network, mayRewind, onUnavailable }: OpenArchiveOptions,
): Promise<Archive | undefined> {
  const hasArchived = logs !== undefined && indexPaths.some((path) => logs[path].first() > 0n);
  if (url === undefined) {
    if (!hasArchived) return undefined;
    throw new IndexRefused(
      `The older containers of this node's indices are in its index database, ${metadata.getText(placeKey)}: start it with --db-url.`,
    );
  }
  const storeID = metadata.getText(storeIDKey) ?? randomUUID();
  metadata.setText(storeIDKey, storeID);
  const { Archive } = await import("../store/postgres/archive.ts");
  let archive: Archive | undefined;
  try {
    archive = Archive.at(url, { storeID, network, hasArchived }, (counts) => {
      if (logs === undefined) return;
      for (const path of indexPaths) {
        verifyOlder(path, logs[path], counts[path]);
        if (!mayRewind) verifyNewer(path, logs[path], counts[path]);
      }
    });
    await archive.ready();
  } catch (error) {
    const isKnown = archive !== undefined && metadata.getText(placeKey) === archive.place;
    if (error instanceof LogUnavailable && isKnown && onUnavailable !== undefined) {
      onUnavailable(error.message);
      return archive;
    }
    await archive?.close();
    throw refusalOf(error);
  }
  keepOwner(metadata, archive);
  return archive;
}

/** What a user can read of an error, if it is not a bug. */
function refusalOf(error: unknown): unknown {
  if (error instanceof ArchiveRefused) return new IndexRefused(error.message, { cause: error });
  if (!(error instanceof LogUnavailable)) return error;
  return new IndexRefused(
    `couldn't open the database of --db-url: ${error.message}${remedyOf(error)}`,
    { cause: error },
  );
}

/** Records the archive in the store. Call it again after the store was refilled. */
export function keepOwner(metadata: Metadata, { storeID, place }: Archive): void {
  metadata.setText(storeIDKey, storeID);
  metadata.setText(placeKey, place);
}

function verifyOlder(path: IndexPath, log: Containers, archived: bigint): void {
  if (archived < log.first()) {
    throw new IndexRefused(
      `The index database has ${archived} containers of ${path}, but this node has moved ${log.first()} there: it is an older copy. Restore a newer one.`,
    );
  }
}

function verifyNewer(path: IndexPath, log: Containers, archived: bigint): void {
  if (archived > log.count()) {
    throw new IndexRefused(
      `The index database has ${archived} containers of ${path}, but this node has only ${log.count()}: its --data-dir is an older copy. Restore a newer one, or use another --db-url.`,
    );
  }
}
