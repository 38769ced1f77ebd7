import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  renameSync,
  statSync,
  writeSync,
} from "node:fs";
import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { OpenDirectory } from "../files/open-directory.ts";
import { type LogRotation, StartError } from "../node-config.ts";

const dayMs = 24 * 3600 * 1000;
/** How often the file is looked for under its name. */
const lookMs = 1_000;
/** Not blocking: the reader of a named pipe must not stop the node. */
const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;

function notOpened(error: unknown): StartError {
  return new StartError(
    `couldn't open the log: ${(error as Error).message}; choose a writable directory with --log-dir`,
    { cause: error },
  );
}

/**
 * A log file that is renamed to `<name>-<time>.log` when it reaches its size limit, and created again if something else
 * deletes or renames it. Writes are synchronous and throw if a line cannot be written, which leaves no part of it.
 */
export class LogFile {
  readonly #directory: OpenDirectory;
  readonly #name: string;
  readonly #rotation: LogRotation;
  readonly #now: () => Date;
  /** Undefined until the disk has room for it. */
  #file: number | undefined;
  #sizeBytes = 0;
  /** What a pipe took of a line that it did not take whole stays in it. */
  #isWithinLine = false;
  #lookAgainAt = 0;
  /** Compresses and deletes rotated files, one after the other. */
  #tidying: Promise<void> = Promise.resolve();

  constructor(directory: string, name: string, rotation: LogRotation, now: () => Date) {
    this.#directory = new OpenDirectory(directory);
    this.#name = name;
    this.#rotation = rotation;
    this.#now = now;
    try {
      this.#reopen();
    } catch (error) {
      if (!diskCodes.has((error as NodeJS.ErrnoException).code ?? "")) throw notOpened(error);
    }
  }

  write(line: string): void {
    this.#lookForFile();
    const bytes = Buffer.from(this.#isWithinLine ? `\n${line}` : line);
    const { maxSizeBytes } = this.#rotation;
    const full = this.#sizeBytes > 0 && this.#sizeBytes + bytes.length > maxSizeBytes;
    if (full && maxSizeBytes > 0) this.#rotate();
    const file = this.#file!;
    const written = writeSync(file, bytes);
    this.#sizeBytes += written;
    this.#isWithinLine = false;
    if (written === bytes.length) return;
    this.#sizeBytes -= written;
    // A full disk may still take the beginning of a line.
    if (fstatSync(file).isFile()) ftruncateSync(file, this.#sizeBytes);
    else this.#isWithinLine = true;
    throw new Error(`ENOSPC: ${written} of ${bytes.length} bytes were written`);
  }

  /** Resolves when the rotated files are tidied. */
  async close(): Promise<void> {
    if (this.#file !== undefined) closeSync(this.#file);
    await this.#tidying;
    this.#directory.close();
  }

  #path(): string {
    return join(this.#directory.path(), `${this.#name}.log`);
  }

  #open(): number {
    return openSync(this.#path(), flags, 0o640);
  }

  /** Throws if lines would be lost in a file that is deleted. */
  #lookForFile(): void {
    if (this.#file !== undefined && performance.now() < this.#lookAgainAt) return;
    if (this.#file === undefined || !this.#isInPlace()) {
      try {
        this.#directory.makeAgain();
        this.#reopen();
      } catch (error) {
        if (this.#file === undefined || fstatSync(this.#file).nlink === 0) throw error;
      }
    }
    this.#lookAgainAt = performance.now() + lookMs;
  }

  #reopen(): void {
    const next = this.#open();
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = next;
    this.#sizeBytes = fstatSync(next).size;
  }

  #rotate(): void {
    // If another file has this name now, ours cannot be renamed and keeps growing. A pipe has no size.
    if (!this.#isInPlace() || !fstatSync(this.#file!).isFile()) return;
    const time = this.#now().toISOString().slice(0, -1).replaceAll(":", "-");
    const rotated = join(this.#directory.path(), `${this.#name}-${time}.log`);
    renameSync(this.#path(), rotated);
    try {
      const next = this.#open();
      closeSync(this.#file!);
      this.#file = next;
    } catch (error) {
      // The file that is open gets its name back, and is rotated when that is possible.
      renameSync(rotated, this.#path());
      throw error;
    }
    this.#sizeBytes = 0;
    // A failure to tidy the logs must not stop the node.
    this.#tidying = this.#tidying.then(() => this.#tidy()).catch(() => {});
  }

  #isInPlace(): boolean {
    try {
      return statSync(this.#path()).ino === fstatSync(this.#file!).ino;
    } catch {
      return false;
    }
  }

  async #tidy(): Promise<void> {
    const { maxFiles, maxAgeDays, compress } = this.#rotation;
    const directory = this.#directory.path();
    const old = (await readdir(directory))
      .filter((file) => file.startsWith(`${this.#name}-`) && /\.log(\.gz)?$/.test(file))
      .sort()
      .reverse()
      .map((file) => join(directory, file));
    const oldestMs = maxAgeDays === 0 ? 0 : this.#now().getTime() - maxAgeDays * dayMs;
    for (const [index, file] of old.entries()) {
      const surplus = maxFiles > 0 && index >= maxFiles;
      if (surplus || (await stat(file)).mtimeMs < oldestMs) await rm(file);
      else if (compress && file.endsWith(".log")) await compressFile(file);
    }
  }
}

/** Of a disk that is full or fails, and of a pipe that nobody reads: later the file may be opened. */
const diskCodes: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EIO", "ENXIO"]);

async function compressFile(file: string): Promise<void> {
  const { gzipSync } = await import("node:zlib");
  const packed = `${file}.gz`;
  await writeFile(`${packed}.tmp`, gzipSync(await readFile(file)), { mode: 0o640 });
  await rename(`${packed}.tmp`, packed);
  await rm(file);
}
