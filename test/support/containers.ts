import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { emptyId, type Id } from "../../src/formats/bytes.ts";
import { formatLine } from "../../src/indexer/export-format.ts";
import type { KnownChains } from "../../src/indexer/import-containers.ts";
import { Indexer, indexTables, newContainer } from "../../src/indexer/indexer.ts";
import { underRelease } from "../../src/networks/find-network.ts";
import { local } from "../../src/networks/local.ts";
import { makeOuterBlock } from "../../src/pchain/blocks/proposervm.ts";
import type { IndexPath, NewContainer, WrittenContainer } from "../../src/store/container-log.ts";
import { migrate } from "../../src/store/migrations.ts";
import { openSqlite, type SqliteDatabase } from "../../src/store/sqlite.ts";

export type TestIndices = {
  readonly database: SqliteDatabase;
  readonly indexer: Indexer;
  readonly close: () => void;
};

/** Indices in a database without a chain, in memory where no file is named. */
export function openIndices(path = ":memory:"): TestIndices {
  const database = openSqlite(path);
  migrate(database, path, indexTables);
  const { upgrades } = underRelease(local, "avalanchego-1.12");
  const indexer = new Indexer({ database, upgrades, enabled: true });
  return { database, indexer, close: () => database.close() };
}

/** A directory that `remove` deletes. */
export function scratchDirectory(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), "couloir-index-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Knows no chain. */
export const unknownChains: KnownChains = {
  pChainBlockID: () => undefined,
  genesisID: () => undefined,
};

/** The first bytes of a block of each chain; a C-chain block is an RLP list. */
const innerBlocks = {
  "P/block": (content: Uint8Array) => [0, 0, 0, 0, 0, 32, ...content],
  "X/block": (content: Uint8Array) => [0, 0, 0, 0, 0, 20, ...content],
  "C/block": (content: Uint8Array) => [0xf9, content.length >> 8, content.length & 255, ...content],
};

/** A wrapped block with some content. */
export function wrappedBlock(
  path: keyof typeof innerBlocks,
  parentID: Id,
  content: Uint8Array,
  acceptedAtNanos = 1_700_000_000_123_456_700n,
): NewContainer {
  const none = new Uint8Array(0);
  const block = new Uint8Array(innerBlocks[path](content));
  const proposal = { parentID, timestamp: 1n, pChainHeight: 2n, certificate: none, block };
  const { id, bytes } = makeOuterBlock({ kind: "StatelessBlock", proposal, signature: none });
  return newContainer(id, bytes, acceptedAtNanos);
}

/** Blocks, each the child of the one before. */
export function linkedBlocks(
  path: keyof typeof innerBlocks,
  contents: readonly Uint8Array[],
  parentID: Id = emptyId,
): NewContainer[] {
  const blocks: NewContainer[] = [];
  for (const [i, content] of contents.entries()) {
    const parent = blocks.at(-1)?.id ?? parentID;
    blocks.push(wrappedBlock(path, parent, content, 1_700_000_000_000_000_000n + BigInt(i)));
  }
  return blocks;
}

/** Content that differs from block to block. */
export function contentOf(number: number, length = 40): Uint8Array {
  const pattern = Buffer.alloc(4);
  pattern.writeInt32LE(number | 0);
  return new Uint8Array(Buffer.alloc(length, pattern));
}

/** A container as an index that begins with it shows it. */
export function shown(container: NewContainer, index: number): WrittenContainer {
  return {
    id: container.idText,
    bytes: container.bytesText,
    timestamp: container.timestampText,
    encoding: "hex",
    index: index.toString(),
  };
}

/** Lines of an export, without a head. */
export function linesOf(path: IndexPath, containers: readonly NewContainer[], first = 0): string {
  return containers.map((container, i) => formatLine(path, shown(container, first + i))).join("");
}

/** A file's text in pieces of some length. */
export async function* piecesOf(text: string, length = 1 << 20): AsyncIterable<Uint8Array> {
  const bytes = Buffer.from(text, "latin1");
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}
