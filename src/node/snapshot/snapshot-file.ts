import { createReadStream, createWriteStream, renameSync, rmSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { LineSplitter } from "../../formats/line-splitter.ts";
import { SnapshotMalformed } from "../../store/snapshot/sections.ts";

/** No line of a snapshot is longer: a transaction has at most a few hundred kilobytes. */
const lineMax = 64 * 1024 * 1024;
const chunkMax = 64 * 1024;

/** Reads the lines of a snapshot file, compressed with gzip, as they are taken. Throws SnapshotMalformed. */
export async function* readLines(file: string): AsyncIterable<readonly string[]> {
  const source = createReadStream(file);
  const text = createGunzip();
  source.on("error", (error) => text.destroy(error));
  source.pipe(text).setEncoding("utf8");
  const splitter = new LineSplitter();
  try {
    for await (const chunk of text as AsyncIterable<string>) {
      const lines = splitter.add(chunk);
      if (splitter.rest.length > lineMax)
        throw new SnapshotMalformed("it has a line that is too long");
      if (lines.length > 0) yield lines;
    }
  } catch (error) {
    throw unreadable(error as NodeJS.ErrnoException);
  } finally {
    source.destroy();
  }
  if (splitter.rest !== "") throw new SnapshotMalformed("its last line has no end");
}

function unreadable(error: NodeJS.ErrnoException): Error {
  if (error.code === "Z_BUF_ERROR") {
    return new SnapshotMalformed("it ends too early: it is truncated", { cause: error });
  }
  if (error.code?.startsWith("Z_")) {
    return new SnapshotMalformed(`it is not a gzip file, or was altered (${error.message})`, {
      cause: error,
    });
  }
  return error;
}

/** Writes lines to a file, which has its name once it is complete. Memory is bounded. */
export async function writeLines(file: string, lines: Iterable<string>): Promise<void> {
  const partial = `${file}.partial`;
  try {
    await pipeline(Readable.from(chunksOf(lines)), createGzip(), createWriteStream(partial));
    renameSync(partial, file);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

function* chunksOf(lines: Iterable<string>): Iterable<string> {
  let chunk = "";
  for (const line of lines) {
    chunk += `${line}\n`;
    if (chunk.length < chunkMax) continue;
    yield chunk;
    chunk = "";
  }
  if (chunk !== "") yield chunk;
}
