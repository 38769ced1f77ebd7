import { equalBytes, type Id } from "../formats/bytes.ts";
import { formatId } from "../formats/id.ts";
import type { ContainerImport, LogEnd } from "../store/container-import.ts";
import type { IndexPath, NewContainer } from "../store/container-log.ts";
import { ContainerError, type ReadContainer } from "./container-id.ts";
import { type ExportHead, LineError, parseHead, parseLine } from "./export-format.ts";
import { readLine } from "./read-line.ts";
import { LineTooLong, linesOf } from "./split-lines.ts";

/** The parts of the node's chains that an import is checked against. */
export type KnownChains = {
  /** The ID of the accepted P-chain block at a height; undefined above the last accepted one. */
  readonly pChainBlockID: (height: bigint) => Id | undefined;
  /** The parent of the first container of an index, if it is known. */
  readonly genesisID: (path: IndexPath) => Id | undefined;
};

export type ImportCounts = {
  /** The number of lines read, including the head. */
  readonly lines: number;
  readonly imported: number;
  /** The number of containers that the index already had. */
  readonly known: number;
};

/** A file that does not match the index. Containers before the invalid line are imported. */
export class ImportRefused extends Error {
  override readonly name = "ImportRefused";
}

/**
 * Appends the containers of an export to the indices. Compares and skips those that the indices already have. Computes
 * every ID from the bytes, and checks that every block is the child of the previous one. Throws ImportRefused with the
 * number of the line.
 */
export async function importContainers(
  pieces: AsyncIterable<Uint8Array>,
  target: ContainerImport,
  chains: KnownChains,
  onProgress: (counts: ImportCounts) => void = () => {},
): Promise<ImportCounts> {
  const importer = new Importer(target, chains);
  try {
    for await (const lines of linesOf(pieces)) {
      await importer.takeLines(lines);
      if (target.isFull()) await target.commit();
      onProgress(importer.counts);
    }
    importer.verifyEnd();
  } catch (error) {
    if (!isRefusal(error)) {
      target.rollback();
      throw error;
    }
    await target.commit();
    // A line that is too long is not counted.
    const line = importer.counts.lines + (error instanceof LineTooLong ? 1 : 0);
    const where = error instanceof EndError ? "" : `line ${line}: `;
    throw new ImportRefused(`${where}${error.message}`, { cause: error });
  }
  await target.commit();
  return importer.counts;
}

/** A valid line in the wrong place. */
class PlaceError extends Error {}

/** A file that ended too early. */
class EndError extends Error {}

function isRefusal(error: unknown): error is Error {
  return [PlaceError, EndError, LineError, LineTooLong, ContainerError].some(
    (kind) => error instanceof kind,
  );
}

type Line = {
  /** From 1. */
  readonly number: number;
  readonly path: IndexPath;
  readonly index: string | undefined;
  readonly container: NewContainer;
  readonly read: ReadContainer;
};

class Importer {
  readonly #target: ContainerImport;
  readonly #chains: KnownChains;
  readonly #seen = new Map<IndexPath, number>();
  readonly counts = { lines: 0, imported: 0, known: 0 };
  #head: ExportHead | undefined;
  /** The number of lines read, of which some may not be imported yet. */
  #lines = 0;

  constructor(target: ContainerImport, chains: KnownChains) {
    this.#target = target;
    this.#chains = chains;
  }

  /** Imports lines. Throws at the first one that does not match; earlier ones are imported. */
  async takeLines(texts: readonly string[]): Promise<void> {
    const { lines, refusal } = this.#read(texts);
    await this.#target.lookUp(lines);
    for (const line of lines) {
      this.counts.lines = line.number;
      this.#seen.set(line.path, (this.#seen.get(line.path) ?? 0) + 1);
      this.#place(line);
    }
    this.counts.lines = this.#lines;
    if (refusal !== undefined) throw refusal.error;
  }

  /** Parses the lines up to the first invalid one. */
  #read(texts: readonly string[]): {
    readonly lines: readonly Line[];
    readonly refusal?: { readonly error: unknown };
  } {
    const lines: Line[] = [];
    try {
      for (const text of texts) {
        this.#lines += 1;
        if (this.#lines === 1) {
          this.#head = parseHead(text);
          if (this.#head !== undefined) continue;
        }
        if (text === "" && this.#head === undefined) continue;
        const line = parseLine(text, { isChecked: this.#head !== undefined });
        const { container, read } = readLine(line);
        lines.push({ number: this.#lines, path: line.path, index: line.index, container, read });
      }
      return { lines };
    } catch (error) {
      return { lines, refusal: { error } };
    }
  }

  /** Checks the counts of the head. */
  verifyEnd(): void {
    for (const [path, count] of Object.entries(this.#head?.containers ?? {})) {
      const seen = this.#seen.get(path as IndexPath) ?? 0;
      if (seen === count) continue;
      throw new EndError(
        `the file has ${seen} containers of ${path}, but its first line says ${count}: a part is missing`,
      );
    }
  }

  #place(line: Line): void {
    const { path, container, read } = line;
    const end = this.#target.end(path);
    const follows =
      read.parentID !== undefined &&
      (end.lastID === undefined
        ? isFirst(read.parentID, this.#chains.genesisID(path))
        : equalBytes(read.parentID, end.lastID));
    const known = follows ? undefined : this.#target.indexOf(path, container);
    if (known !== undefined) {
      verifyIndex(line, known);
      this.counts.known += 1;
      return;
    }
    if (!follows && read.parentID !== undefined) {
      throw gap(line, read.parentID, end, this.#chains.genesisID(path));
    }
    verifyIndex(line, end.count);
    if (path === "P/block") this.#verifyAccepted(end.count + 1n, read);
    this.#target.append(path, container);
    this.counts.imported += 1;
  }

  /** Checks that the block is the one that this node accepted. */
  #verifyAccepted(height: bigint, { innerID }: ReadContainer): void {
    const accepted = this.#chains.pChainBlockID(height);
    const inner = innerID?.();
    if (accepted === undefined || inner === undefined || equalBytes(inner, accepted)) return;
    throw new PlaceError(
      `block ${formatId(inner)} is not the one that this node accepted at height ${height}, ${formatId(accepted)}`,
    );
  }
}

function isFirst(parentID: Id, genesisID: Id | undefined): boolean {
  return genesisID === undefined || equalBytes(parentID, genesisID);
}

function verifyIndex({ index, path }: Line, expected: bigint): void {
  if (index === undefined || index === expected.toString()) return;
  throw new PlaceError(`index is ${index}, but in ${path} the container has ${expected}`);
}

function gap(
  { path, container }: Line,
  parentID: Id,
  end: LogEnd,
  genesisID: Id | undefined,
): PlaceError {
  const child = `a gap: container ${container.idText} is a child of ${formatId(parentID)}`;
  if (end.lastID !== undefined) {
    return new PlaceError(
      `${child}, but the last of the ${end.count} containers of ${path} is ${formatId(end.lastID)}`,
    );
  }
  const genesis = genesisID === undefined ? "" : ` ${formatId(genesisID)}`;
  return new PlaceError(
    `${child}, but ${path} begins with the child of its genesis block${genesis}`,
  );
}
