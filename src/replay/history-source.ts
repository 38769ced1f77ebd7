import { createReadStream, existsSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import { FormatError } from "../formats/format-error.ts";
import { parseJson } from "../formats/json.ts";

type NumberedLine = { readonly number: number; readonly text: string };

/** A source of history lines, without empty ones. */
export type HistorySource = {
  /** Flags for the chain of a history folder: network, genesis and upgrade times. */
  readonly flags: readonly string[];
  /** The file with the lines. */
  readonly file: string;
  readonly lines: () => AsyncIterable<string>;
  /** The same, with their numbers in the file. */
  readonly numberedLines: () => AsyncIterable<NumberedLine>;
  /** Share of the file that has been read, 0 to 1. */
  readonly progress: () => number;
};

const eventFiles = ["history.ndjson", "history.ndjson.gz", "history.ndjson.br"];

/** Opens a history folder, or a file with one block or event per line. Throws FormatError. */
export async function openHistory(path: string): Promise<HistorySource> {
  if (!existsSync(path)) throw new FormatError(`${path} does not exist`);
  if (!statSync(path).isDirectory()) return { flags: [], ...readLines(path) };
  const name = eventFiles.find((file) => existsSync(join(path, file)));
  if (name === undefined) throw new FormatError(`${path} has none of ${eventFiles.join(", ")}`);
  return { flags: await flagsOf(path), ...readLines(join(path, name)) };
}

/** Yields the items in order, and calls `see` with each item `count` items before it is yielded. */
export async function* lookAhead<Item>(
  items: AsyncIterable<Item>,
  count: number,
  see: (item: Item) => void,
): AsyncIterable<Item> {
  const ahead: Item[] = [];
  for await (const item of items) {
    see(item);
    ahead.push(item);
    if (ahead.length > count) yield ahead.shift()!;
  }
  yield* ahead;
}

async function flagsOf(folder: string): Promise<string[]> {
  const genesis = join(folder, "genesis.json");
  const upgrades = join(folder, "upgrade.json");
  const flags: string[] = [];
  if (existsSync(genesis)) {
    const { networkID } = parseJson(await readFile(genesis, "utf8")) as {
      readonly networkID?: number;
    };
    flags.push(`--network-id=${networkID}`, `--genesis-file=${genesis}`);
  }
  if (existsSync(upgrades)) flags.push(`--upgrade-file=${upgrades}`);
  return flags;
}

function readLines(path: string): Omit<HistorySource, "flags"> {
  const { size } = statSync(path);
  const file = createReadStream(path);
  return {
    file: path,
    lines: async function* () {
      for await (const { text } of numbered(decompressed(file, path))) yield text;
    },
    numberedLines: () => numbered(decompressed(file, path)),
    progress: () => (size === 0 ? 1 : file.bytesRead / size),
  };
}

async function* numbered(input: Readable): AsyncIterable<NumberedLine> {
  let number = 0;
  for await (const text of createInterface({ input })) {
    number++;
    if (text !== "") yield { number, text };
  }
}

function decompressed(file: Readable, path: string): Readable {
  const through = path.endsWith(".gz")
    ? createGunzip()
    : path.endsWith(".br")
      ? createBrotliDecompress()
      : undefined;
  if (through === undefined) return file;
  file.on("error", (error) => through.destroy(error));
  return file.pipe(through);
}
