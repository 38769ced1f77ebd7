import { equalBytes } from "../../formats/bytes.ts";
import { formatId, parseId } from "../../formats/id.ts";
import type { ChainStore } from "../../store/chain-store.ts";
import { History } from "../../store/history.ts";
import {
  headerSection,
  heightsOf,
  parseHeader,
  SnapshotDigest,
  SnapshotFill,
  type SnapshotHeader,
} from "../../store/snapshot/content.ts";
import { readSnapshotRecord, writeSnapshotRecord } from "../../store/snapshot/record.ts";
import { SnapshotMalformed } from "../../store/snapshot/sections.ts";
import { sqliteErrorCode } from "../../store/sqlite.ts";
import type { NodeGenesis } from "../chain/genesis.ts";
import { machineClock } from "../clock.ts";
import { type SnapshotSource, StartError } from "../node-config.ts";
import { readLines } from "./snapshot-file.ts";
import { verifyHeader } from "./snapshot-header.ts";

/**
 * Fills an empty store from a snapshot, in one transaction. `begin` writes what else a chain begins with. First reads the
 * whole file for its digest, so that nothing else in it is believed before. Throws StartError.
 */
export async function loadSnapshot(
  store: ChainStore,
  { built, context }: Pick<NodeGenesis, "built" | "context">,
  source: SnapshotSource,
  begin: () => void,
): Promise<void> {
  const genesisID = formatId(built.id);
  const verify = (header: SnapshotHeader) =>
    verifyHeader(header, { network: context.network, genesisID }, source.file);
  try {
    await verifyDigest(source, verify);
    await store.fillEmpty(
      async (database) => {
        begin();
        const digest = new SnapshotDigest();
        let header: SnapshotHeader | undefined;
        let fill: SnapshotFill | undefined;
        let first = "";
        for await (const lines of readLines(source.file)) {
          for (const line of lines) {
            if (header === undefined) {
              header = parseHeader(line);
              first = line;
              digest.add(headerSection, line);
              const nowNanos = machineClock.nowNanos();
              fill = new SnapshotFill(database, BigInt(header.height), nowNanos);
            } else digest.add(fill!.write(line), line);
          }
        }
        const digests = digest.finish();
        // The file may have changed since it was verified.
        if (header === undefined || digests.digest !== source.digest)
          throw otherDigest(source, digests.digest);
        const { height, validators } = heightsOf(header);
        History.write(store.metadata, { blocks: height, validators });
        writeSnapshotRecord(store.metadata, {
          ...digests,
          header: first,
          height: header.height,
          state: "assumed",
        });
      },
      () => verifyFilled(store, source),
    );
  } catch (error) {
    throw refusalOf(error, source);
  }
}

/** Throws StartError for a store that was not started from this snapshot. */
export function verifyStartedFrom(store: ChainStore, { digest }: SnapshotSource): void {
  const record = readSnapshotRecord(store.metadata);
  if (record?.digest === digest) return;
  const { height } = store.blocks.lastAccepted();
  const found = record === undefined ? "" : `, started from snapshot ${record.digest}`;
  throw new StartError(
    `--snapshot is for a new follower, but the database already has a chain of height ${height}${found}: remove --snapshot and --snapshot-digest, or choose another --data-dir`,
  );
}

/** Throws StartError and SnapshotMalformed. */
async function verifyDigest(
  source: SnapshotSource,
  verify: (header: SnapshotHeader) => void,
): Promise<void> {
  const digest = new SnapshotDigest();
  let isFirst = true;
  for await (const lines of readLines(source.file)) {
    for (const line of lines) {
      if (isFirst) verify(parseHeader(line));
      isFirst = false;
      digest.add(headerSection, line);
    }
  }
  if (isFirst) throw new SnapshotMalformed("it is empty");
  const found = digest.finish().digest;
  if (found !== source.digest) throw otherDigest(source, found);
}

function otherDigest({ file, digest }: SnapshotSource, found: string): StartError {
  return new StartError(
    `the snapshot ${file} has digest ${found}, not ${digest}: the file was altered, or is another snapshot`,
  );
}

function refusalOf(error: unknown, { file }: SnapshotSource): unknown {
  if (error instanceof StartError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  const sqliteCode = sqliteErrorCode(error);
  // A full disk says nothing about the file.
  if (sqliteCode !== undefined && !sqliteCode.startsWith("SQLITE_CONSTRAINT")) return error;
  if (sqliteCode === undefined && code?.startsWith("E")) {
    return new StartError(`couldn't read the snapshot ${file}: ${message}`, { cause: error });
  }
  return new StartError(`${file} is not a valid snapshot: ${message}`, { cause: error });
}

/** The state of a snapshot with a matching digest may still be one that no chain has. */
function verifyFilled(store: ChainStore, { file }: SnapshotSource): void {
  const { header } = readSnapshotRecord(store.metadata)!;
  const { blockID, height, timestamp } = parseHeader(header);
  const last = store.blocks.lastAccepted();
  const isAsSaid =
    last.height === BigInt(height) &&
    equalBytes(last.id, parseId(blockID)) &&
    store.state.timestamp() === BigInt(timestamp);
  if (!isAsSaid)
    throw new StartError(`${file} is not a valid snapshot: its header does not match its content`);
}
