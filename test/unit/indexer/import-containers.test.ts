import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../../src/crypto/hash.ts";
import { emptyId } from "../../../src/formats/bytes.ts";
import { formatId } from "../../../src/formats/id.ts";
import { exportContainers } from "../../../src/indexer/export-containers.ts";
import {
  ImportRefused,
  importContainers,
  type KnownChains,
} from "../../../src/indexer/import-containers.ts";
import type { Indexer } from "../../../src/indexer/indexer.ts";
import { newContainer } from "../../../src/indexer/indexer.ts";
import { verifyContainers } from "../../../src/indexer/verify-containers.ts";
import { ContainerImport } from "../../../src/store/container-import.ts";
import { type IndexPath, indexPaths, parseContainer } from "../../../src/store/container-log.ts";
import { readExchanges } from "../../exchanges/exchange.ts";
import { recordedContainers } from "../../exchanges/recorded-containers.ts";
import {
  contentOf,
  linesOf,
  linkedBlocks,
  openIndices,
  piecesOf,
  type TestIndices,
  unknownChains,
  wrappedBlock,
} from "../../support/containers.ts";

const blocks = linkedBlocks(
  "P/block",
  Array.from({ length: 12 }, (_, i) => contentOf(i)),
);
const transactions = Array.from({ length: 5 }, (_, i) => {
  const bytes = contentOf(i, 30 + i);
  return newContainer(sha256(bytes), bytes, BigInt(i));
});

describe("an import", () => {
  it("imports the containers of a real node, and keeps existing ones", async () => {
    const indices = openIndices();
    const recorded = recordedContainers(readExchanges("v1.12.1-local"));
    const text = recorded.map((container) => `${JSON.stringify(container)}\n`).join("");
    expect(await take(indices, text)).toEqual({ lines: 50, imported: 50, known: 0 });
    for (const path of indexPaths) {
      const expected = recorded
        .filter((container) => container.path === path)
        .map(({ id, bytes, timestamp }, index) => {
          return { id, bytes, timestamp, encoding: "hex", index: index.toString() };
        });
      expect(contentsOf(indices.indexer, path)).toEqual(expected);
    }
    expect(await take(indices, text)).toEqual({ lines: 50, imported: 0, known: 50 });
    expect(await faultsOf(indices.indexer)).toEqual([]);
    indices.close();
  });

  it("resumes an interrupted import, in chunks of any length", async () => {
    const text = linesOf("P/block", blocks);
    const indices = openIndices();
    await take(indices, linesOf("P/block", blocks.slice(0, 5)));
    for (const length of [1, 7, 1000]) {
      await importContainers(piecesOf(text, length), importInto(indices), unknownChains);
    }
    expect(indices.indexer.logs["P/block"].count()).toBe(12n);
    indices.close();
  });

  it("names the line that is too long", async () => {
    const text = linesOf("P/block", blocks.slice(0, 3)) + "x".repeat(17 * 2 ** 20);
    const message = "line 4: a line is longer than 16777216 bytes";
    (await expectRefused(text, message, unknownChains, 3n)).close();
  });

  it("accepts lines of other programs: members in any order, with spaces, without index", async () => {
    const indices = openIndices();
    const lines = blocks.map(({ idText, bytesText, timestampText }) =>
      JSON.stringify(
        { timestamp: timestampText, bytes: bytesText, path: "P/block", more: 1, id: idText },
        undefined,
        " ",
      ).replaceAll("\n", ""),
    );
    expect((await take(indices, `${lines.join("\r\n")}\n\n`)).imported).toBe(12);
    indices.close();
  });

  it.each([
    ["2021-04-02T15:34:00.262979-07:00", "2021-04-02T22:34:00.262979Z"],
    ["2024-02-29T23:59:59.100000000Z", "2024-02-29T23:59:59.1Z"],
    ["2026-11-21T02:45:59Z", "2026-11-21T02:45:59Z"],
    ["2026-12-31T00:00:00.000000001Z", "2026-12-31T00:00:00.000000001Z"],
    ["1969-12-31T23:59:59.5Z", "1969-12-31T23:59:59.5Z"],
  ])("keeps the time %s", async (given, kept) => {
    const indices = openIndices();
    await take(indices, lineOf({ timestamp: given }));
    expect(parseContainer(indices.indexer.logs["X/tx"].byIndex(0n)!).timestamp).toBe(kept);
    indices.close();
  });

  it("writes bytes in lower case", async () => {
    const indices = openIndices();
    const bytes = transactions[0]!.bytesText.toUpperCase().replace("0X", "0x");
    await take(indices, lineOf({ bytes }));
    const found = parseContainer(indices.indexer.logs["X/tx"].byIndex(0n)!);
    expect(found.bytes).toBe(transactions[0]!.bytesText);
    indices.close();
  });

  it("imports a repeated transaction once", async () => {
    const indices = openIndices();
    const text = linesOf("X/tx", transactions);
    const [first, ...rest] = text.split("\n");
    const counts = await take(indices, [first, first, ...rest].join("\n"));
    expect(counts).toMatchObject({ imported: 5, known: 1 });
    indices.close();
  });

  it.each([
    ["no JSON", "{", "line 1: the line is not JSON"],
    ["a list", "[]", "line 1: the line is not a JSON object"],
    [
      "another path",
      lineOf({ path: "P/tx" }),
      /^line 1: path is "P\/tx", not P\/block or X\/block/,
    ],
    ["no path", lineOf({ path: undefined }), /^line 1: path is missing, not P\/block/],
    ["no id", lineOf({ id: undefined }), "line 1: id is missing, not a string"],
    ["bytes that are not a string", lineOf({ bytes: 5 }), "line 1: bytes is 5, not a string"],
    ["no time", lineOf({ timestamp: null }), "line 1: timestamp is null, not a string"],
    ["an index of another type", lineOf({ index: [] }), "line 1: index is [], not a number"],
    ["another encoding", lineOf({ encoding: "hexnc" }), 'line 1: encoding is "hexnc", not "hex"'],
    ["no prefix", lineOf({ bytes: "00" }), "line 1: bytes: missing 0x prefix to hex encoding"],
    [
      "no digits",
      lineOf({ bytes: "0x0g" }),
      "line 1: bytes: encoding/hex: invalid byte: U+0067 'g'",
    ],
    [
      "a wrong checksum",
      lineOf({ bytes: "0x0102030405" }),
      "line 1: bytes: invalid input checksum",
    ],
    [
      "a day that does not exist",
      lineOf({ timestamp: "2026-02-30T00:00:00Z" }),
      /^line 1: timestamp: /,
    ],
    [
      "a time that is too fine",
      lineOf({ timestamp: "2026-02-03T00:00:00.1234567891Z" }),
      /finer than a nanosecond/,
    ],
    ["a time beyond Go's", lineOf({ timestamp: "2300-01-01T00:00:00Z" }), /1677 to 2262/],
    [
      "another index",
      lineOf({ index: "7" }),
      "line 1: index is 7, but in X/tx the container has 0",
    ],
    [
      "an ID that is not that of the bytes",
      lineOf({ id: transactions[1]!.idText }),
      `line 1: id is ${transactions[1]!.idText}, but the bytes have ${transactions[0]!.idText}`,
    ],
    ["a wrong crc", lineOf({ crc: "00000000" }), "line 1: the line's crc is wrong"],
    [
      "another format",
      '{"format":"tar","version":1}',
      'line 1: the file is of format "tar" version 1, not couloir-index version 1',
    ],
    [
      "a later version",
      '{"format":"couloir-index","version":2,"containers":{}}',
      'line 1: the file is of format "couloir-index" version 2, not couloir-index version 1',
    ],
  ])("refuses %s", async (_, text, message) => {
    await expectRefused(text, message);
  });

  it("rejects a block of another chain", async () => {
    const text = linesOf("P/block", blocks).replaceAll("P/block", "X/block");
    await expectRefused(
      text.replaceAll(/,"crc":"........"/g, ""),
      "line 1: not a block of the X-chain",
    );
  });

  it("rejects a gap and keeps the containers before it", async () => {
    const text = linesOf("P/block", blocks.slice(0, 4)) + linesOf("P/block", blocks.slice(5), 5);
    const message = `line 5: a gap: container ${blocks[5]!.idText} is a child of ${blocks[4]!.idText}, but the last of the 4 containers of P/block is ${blocks[3]!.idText}`;
    const indices = await expectRefused(text, message, unknownChains, 4n);
    await take(indices, linesOf("P/block", blocks));
    expect(indices.indexer.logs["P/block"].count()).toBe(12n);
  });

  it("rejects a chain with another beginning", async () => {
    const genesisID = sha256(new Uint8Array([1]));
    const chains = { ...unknownChains, genesisID: () => genesisID };
    const message = `line 1: a gap: container ${blocks[0]!.idText} is a child of ${formatId(emptyId)}, but P/block begins with the child of its genesis block ${formatId(genesisID)}`;
    await expectRefused(linesOf("P/block", blocks), message, chains);
  });

  it("rejects blocks that are not those of this node's chain", async () => {
    const other = sha256(new Uint8Array([2]));
    const chains: KnownChains = {
      ...unknownChains,
      pChainBlockID: (height) => (height === 3n ? other : undefined),
    };
    await expectRefused(
      linesOf("P/block", blocks),
      /^line 3: block .* is not the one that this node accepted at height 3, /,
      chains,
      2n,
    );
  });

  it("rejects a fork of the index", async () => {
    const indices = openIndices();
    await take(indices, linesOf("P/block", blocks));
    const fork = wrappedBlock("P/block", blocks[3]!.id, contentOf(99));
    await expect(take(indices, linesOf("P/block", [fork]))).rejects.toThrow(/^line 1: a gap: /);
    indices.close();
  });
});

describe("an export", () => {
  it("is imported again as it was", async () => {
    const { text, indices } = await exported();
    expect(text.split("\n")[0]).toBe(
      '{"format":"couloir-index","version":1,"containers":{"P/block":12,"X/block":0,"X/tx":5,"X/vtx":0,"C/block":0}}',
    );
    const copy = openIndices();
    expect(await take(copy, text)).toEqual({ lines: 18, imported: 17, known: 0 });
    for (const path of indexPaths) {
      expect(contentsOf(copy.indexer, path)).toEqual(contentsOf(indices.indexer, path));
    }
    copy.close();
    indices.close();
  });

  it("is rejected if it ends early, at any byte", async () => {
    const { text } = await exported();
    for (let length = 150; length < text.length - 1; length += 97) {
      const copy = openIndices();
      await expect(take(copy, text.slice(0, length))).rejects.toThrow(ImportRefused);
      expect(await faultsOf(copy.indexer)).toEqual([]);
      copy.close();
    }
    const lastLine = text.lastIndexOf("\n", text.length - 2) + 1;
    await expectRefused(
      text.slice(0, lastLine),
      "the file has 4 containers of X/tx, but its first line says 5: a part is missing",
      unknownChains,
      16n,
    );
  });

  it("is rejected or imports the same, whichever bit flips", async () => {
    const { text, indices } = await exported();
    const expected = indexPaths.map((path) => contentsOf(indices.indexer, path));
    const bytes = Buffer.from(text, "latin1");
    const bit = fc.integer({ min: 0, max: bytes.length * 8 - 1 });
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(bit, async (at) => {
        const flipped = Buffer.from(bytes);
        flipped[at >> 3]! ^= 1 << (at & 7);
        const copy = openIndices();
        try {
          await take(copy, flipped.toString("latin1"));
          expect(indexPaths.map((path) => contentsOf(copy.indexer, path))).toEqual(expected);
        } catch (error) {
          expect(error).toBeInstanceOf(ImportRefused);
          refused += 1;
        }
        expect(await faultsOf(copy.indexer)).toEqual([]);
        copy.close();
      }),
      { numRuns: 400 },
    );
    expect(refused).toBeGreaterThan(300);
  });
});

async function exported(): Promise<{ readonly text: string; readonly indices: TestIndices }> {
  const indices = openIndices();
  await take(indices, linesOf("P/block", blocks) + linesOf("X/tx", transactions));
  const logs = new Map(indexPaths.map((path) => [path, indices.indexer.logs[path]]));
  let text = "";
  for await (const piece of exportContainers(logs)) text += piece.text;
  return { text, indices };
}

/** A line of X/tx with other members. */
function lineOf(members: Readonly<Record<string, unknown>>): string {
  const { idText: id, bytesText: bytes, timestampText: timestamp } = transactions[0]!;
  return JSON.stringify({ path: "X/tx", id, bytes, timestamp, ...members });
}

function importInto({ database, indexer }: TestIndices): ContainerImport {
  return new ContainerImport(database, indexer.logs);
}

const take = (indices: TestIndices, text: string, chains = unknownChains) =>
  importContainers(piecesOf(text), importInto(indices), chains);

async function expectRefused(
  text: string,
  message: string | RegExp,
  chains = unknownChains,
  kept = 0n,
): Promise<TestIndices> {
  const indices = openIndices();
  const refusal = await take(indices, text, chains).catch((error: unknown) => error as Error);
  expect(refusal).toBeInstanceOf(ImportRefused);
  const said = (refusal as Error).message;
  if (typeof message === "string") expect(said).toBe(message);
  else expect(said).toMatch(message);
  const count = indexPaths.reduce((sum, path) => sum + indices.indexer.logs[path].count(), 0n);
  expect(count).toBe(kept);
  return indices;
}

function contentsOf(indexer: Indexer, path: IndexPath): unknown[] {
  return [...indexer.logs[path].pages()].flat().map((json) => JSON.parse(json));
}

async function faultsOf(indexer: Indexer): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const path of indexPaths) {
    const pages = verifyContainers(path, indexer.logs[path], unknownChains);
    for await (const { faults } of pages) found.push(...faults);
  }
  return found;
}
