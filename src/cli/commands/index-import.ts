import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { ImportRefused, importContainers } from "../../indexer/import-containers.ts";
import { ContainerImport } from "../../store/container-import.ts";
import { indexPaths } from "../../store/container-log.ts";
import type { Command, Terminal } from "../command.ts";
import { grouped, Meter, problemOf } from "./index-meter.ts";
import { type IndexStore, splitArguments, withIndexStore } from "./index-store.ts";

const pieceBytes = 1024 * 1024;

/** Puts the containers of an export into the indices; run again, it goes on where it was. */
export const indexImport: Command = async (args, terminal) => {
  const { words, flags } = splitArguments(args);
  const [file] = words;
  if (file === undefined || words.length > 1) {
    terminal.err("usage: couloir index import FILE [flags]\n");
    return 1;
  }
  let sizeBytes: number | undefined;
  try {
    sizeBytes = file === "-" ? undefined : (await stat(file)).size;
  } catch (error) {
    terminal.err(`couldn't read ${file}: ${problemOf(error)}\n`);
    return 1;
  }
  return withIndexStore(flags, terminal, { begins: true }, (store) =>
    importFile(file, sizeBytes, store, terminal),
  );
};

async function importFile(
  file: string,
  sizeBytes: number | undefined,
  { opened, indexer, archive, chains }: IndexStore,
  terminal: Terminal,
): Promise<number> {
  const total = () => indexPaths.reduce((sum, path) => sum + indexer.logs[path].count(), 0n);
  const before = total();
  const meter = new Meter(terminal);
  const input =
    file === "-" ? process.stdin : createReadStream(file, { highWaterMark: pieceBytes });
  const pieces = new CountedPieces(input);
  try {
    const target = new ContainerImport(opened.store.database(), indexer.logs, { archive });
    const { known } = await importContainers(pieces, target, chains, (counts) => {
      meter.show(counts.imported + counts.known, sizeBytes && pieces.bytes / sizeBytes);
    });
    const imported = Number(total() - before);
    terminal.out(
      `imported ${grouped(imported)} containers in ${meter.end()}; ${grouped(known)} were there already\n`,
    );
    return 0;
  } catch (error) {
    meter.end();
    const problem = error instanceof ImportRefused ? error.message : problemOf(error);
    const imported = grouped(Number(total() - before));
    terminal.err(`couldn't import ${file}: ${problem}\n`);
    terminal.err(`imported ${imported} containers before that; run it again to go on\n`);
    return 1;
  }
}

/** Pieces of a file, and how many bytes have been taken. */
class CountedPieces implements AsyncIterable<Uint8Array> {
  readonly #pieces: AsyncIterable<Uint8Array>;
  bytes = 0;

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces;
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    for await (const piece of this.#pieces) {
      this.bytes += piece.length;
      yield piece;
    }
  }
}
