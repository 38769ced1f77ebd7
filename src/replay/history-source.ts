import { createReadStream, existsSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import { FormatError } from "../formats/format-error.ts";
import { type JsonValue, parseJson } from "../formats/json.ts";
import { LineSplitter } from "../formats/line-splitter.ts";

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

/** No event is longer: a block has at most a few MiB, and the result of a call with many validators tens. */
const lineMax = 64 * 1024 * 1024;

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
    flags.push(`--network-id=${await networkIDOf(genesis)}`, `--genesis-file=${genesis}`);
  }
  if (existsSync(upgrades)) flags.push(`--upgrade-file=${upgrades}`);
  return flags;
}

async function networkIDOf(genesis: string): Promise<number> {
  const text = await readFile(genesis, "utf8").catch((error: Error) => {
    throw new FormatError(`couldn't read ${genesis}: ${error.message}`);
  });
  let value: JsonValue;
  try {
    value = parseJson(text);
  } catch (error) {
    throw new FormatError(`${genesis} is not JSON: ${(error as Error).message}`);
  }
  const { networkID } = (value ?? {}) as { readonly networkID?: JsonValue };
  if (typeof networkID === "number") return networkID;
  throw new FormatError(`${genesis} is not a genesis: it has no networkID`);
}

function readLines(path: string): Omit<HistorySource, "flags"> {
  const { size } = statSync(path);
  const file = createReadStream(path);
  return {
    file: path,
    lines: async function* () {
      for await (const { text } of numbered(file, path)) yield text;
    },
    numberedLines: () => numbered(file, path),
    progress: () => (size === 0 ? 1 : file.bytesRead / size),
  };
}

/** Throws FormatError for a file that cannot be read or decompressed. */
async function* numbered(file: Readable, path: string): AsyncIterable<NumberedLine> {
  const splitter = new LineSplitter();
  let number = 0;
  const refuse = (problem: string) => {
    throw new FormatError(`${path} ${problem} after line ${number}`);
  };
  try {
    for await (const piece of decompressed(file, path).setEncoding("utf8")) {
      for (const line of splitter.add(piece as string)) {
        number++;
        const text = line.trimEnd();
        if (text !== "") yield { number, text };
      }
      if (splitter.rest.length > lineMax) refuse("has a line that is too long");
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    refuse(`cannot be read (${message})`);
  } finally {
    file.destroy();
  }
  const text = splitter.rest.trimEnd();
  if (text !== "") yield { number: number + 1, text };
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
