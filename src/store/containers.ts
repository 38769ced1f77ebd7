import type { Id } from "../formats/bytes.ts";
import { encodeBytes } from "../formats/encoding.ts";
import { formatId, parseId } from "../formats/id.ts";
import { BootstrapTimes, bootstrapTimesTable } from "./bootstrap-times.ts";
import {
  type ContainerLog,
  type ContainerPages,
  type ContainerRange,
  type ContainerText,
  type IndexPath,
  indexPaths,
  type NewContainer,
  parseContainer,
} from "./container-log.ts";
import type { TableModule } from "./migrations.ts";
import { limitParameter, type SqliteDatabase, type SqliteStatement } from "./sqlite.ts";

/**
 * A row has consecutive containers of up to about this many bytes of JSON: few rows for a range, little to read for one
 * container and little to rewrite for an appended one. docs/decisions/0006-container-log.md
 */
const rowBytes = 16 * 1024;

const maxPosition = BigInt(Number.MAX_SAFE_INTEGER);

const listedTogether = 32;

/** Rows are read in pages, because an open cursor would block writes in between. */
const pageRows = 64;

/** How many bytes of a range are in memory at once. */
const chunkBytes = 8 * 1024 * 1024;

export const containerTables: TableModule = {
  name: "containers",
  migrations: [
    indexPaths
      .map(
        (path) => `
    CREATE TABLE ${contentTable(path)} (
      first INTEGER PRIMARY KEY,
      lengths BLOB NOT NULL,
      json BLOB NOT NULL
    ) STRICT;
    CREATE TABLE ${positionTable(path)} (
      id_start INTEGER NOT NULL,
      position INTEGER NOT NULL,
      PRIMARY KEY (id_start, position)
    ) STRICT, WITHOUT ROWID;`,
      )
      .join("\n"),
    bootstrapTimesTable,
  ],
};

/** The container with which the log of a snapshot begins. */
export type StartContainer = Pick<NewContainer, "id" | "timestampText"> & {
  readonly bytes: Uint8Array;
};

/** The position of the first container, uint32 lengths, and JSON with a comma before each container: `,{...},{...}`. */
type Row = [first: number, lengths: Buffer, json: Buffer];

/** One index in SQLite. Synchronous. */
export class Containers implements ContainerLog, ContainerPages {
  /** Stands in for the times of containers that are indexed while the node bootstraps. */
  readonly bootstraps: BootstrapTimes;
  readonly #last: SqliteStatement;
  readonly #jsonAt: SqliteStatement;
  readonly #lengthsOf: SqliteStatement;
  readonly #rowSizes: SqliteStatement;
  readonly #rows: SqliteStatement;
  readonly #page: SqliteStatement;
  readonly #positions: SqliteStatement;
  readonly #insert: SqliteStatement;
  readonly #update: SqliteStatement;
  readonly #insertPosition: SqliteStatement;
  readonly #insertPositions: SqliteStatement;
  readonly #first: SqliteStatement;
  readonly #rowBefore: SqliteStatement;
  readonly #delete: SqliteStatement;
  readonly #deletePosition: SqliteStatement;
  /** Reading `id.buffer` would move the ID out of the JavaScript heap, so its bytes are copied here. */
  readonly #scratch = new DataView(new ArrayBuffer(8));

  constructor(database: SqliteDatabase, path: IndexPath) {
    this.bootstraps = new BootstrapTimes(database, path);
    const content = contentTable(path);
    const positions = positionTable(path);
    const start = `(SELECT max(first) FROM ${content} WHERE first <= ?)`;
    this.#last = database
      .prepare(
        `SELECT first, length(lengths), length(json) FROM ${content} ORDER BY first DESC LIMIT 1`,
      )
      .raw();
    this.#jsonAt = database
      .prepare(`SELECT substr(json, ?, ?) FROM ${content} WHERE first = ?`)
      .pluck();
    this.#lengthsOf = database
      .prepare(`SELECT first, lengths FROM ${content} WHERE first <= ? ORDER BY first DESC LIMIT 1`)
      .raw();
    this.#rowSizes = database
      .prepare(
        `SELECT first, length(json) FROM ${content} WHERE first >= ${start} AND first < ? ORDER BY first`,
      )
      .raw();
    this.#rows = database
      .prepare(
        `SELECT first, lengths, json FROM ${content} WHERE first >= ? AND first < ? ORDER BY first`,
      )
      .raw();
    this.#page = database
      .prepare(
        `SELECT first, lengths, json FROM ${content} WHERE first >= ? ORDER BY first ${limitParameter}`,
      )
      .raw();
    this.#positions = database
      .prepare(`SELECT position FROM ${positions} WHERE id_start = ?`)
      .pluck();
    this.#insert = database.prepare(
      `INSERT INTO ${content} (first, lengths, json) VALUES (?, ?, ?)`,
    );
    this.#update = database.prepare(
      `UPDATE ${content}
       SET lengths = CAST(lengths || ? AS BLOB), json = CAST(json || ? AS BLOB) WHERE first = ?`,
    );
    this.#insertPosition = database.prepare(
      `INSERT INTO ${positions} (id_start, position) VALUES (?, ?)`,
    );
    const places = Array.from({ length: listedTogether }, () => "(?, ?)").join(", ");
    this.#insertPositions = database.prepare(
      `INSERT INTO ${positions} (id_start, position) VALUES ${places}`,
    );
    this.#rowBefore = database
      .prepare(
        `SELECT first, lengths, json FROM ${content} WHERE first < ? ORDER BY first DESC LIMIT 1`,
      )
      .raw();
    this.#first = database.prepare(`SELECT min(first) FROM ${content}`).pluck();
    this.#delete = database.prepare(`DELETE FROM ${content} WHERE first = ?`);
    this.#deletePosition = database.prepare(
      `DELETE FROM ${positions} WHERE id_start = ? AND position = ?`,
    );
  }

  count(): bigint {
    return BigInt(this.#end().count);
  }

  /** The index of the first container in this log; earlier ones were removed. */
  first(): bigint {
    return BigInt((this.#first.get() as number | null) ?? 0);
  }

  byIndex(index: bigint): ContainerText | undefined {
    return index < 0n || index > maxPosition ? undefined : this.#at(Number(index));
  }

  byID(id: Id): ContainerText | undefined {
    return this.#find(id)?.text;
  }

  indexOf(id: Id): bigint | undefined {
    const found = this.#find(id);
    return found === undefined ? undefined : BigInt(found.position);
  }

  lastAccepted(): ContainerText | undefined {
    const { count } = this.#end();
    return count === 0 ? undefined : this.#at(count - 1);
  }

  indicesOf(ids: readonly Id[]): readonly (bigint | undefined)[] {
    return ids.map((id) => this.indexOf(id));
  }

  lastID(): Id | undefined {
    const last = this.lastAccepted();
    return last === undefined ? undefined : parseId(parseContainer(last).id);
  }

  range(startIndex: bigint, count: number): ContainerRange {
    const available = BigInt(this.#end().count);
    if (count === 0 || startIndex >= available) {
      return { count: 0, byteLength: 0, chunks: () => [] };
    }
    const start = Number(startIndex);
    const end = Math.min(start + count, Number(available));
    const rows = this.#rowSizes.all(start, end) as [first: number, bytes: number][];
    const skipped = this.#bytesBefore(start);
    const surplus = this.#bytesBehind(end - 1);
    const stored = rows.reduce((bytes, row) => bytes + row[1], 0);
    return {
      count: end - start,
      // Without the comma before the first container.
      byteLength: stored - skipped - surplus - 1,
      chunks: () => this.#chunks(rows, skipped + 1, surplus),
    };
  }

  *pages(): Iterable<readonly ContainerText[]> {
    for (let next = 0; ; ) {
      const rows = this.#page.all(next, pageRows) as Row[];
      const last = rows.at(-1);
      if (last === undefined) return;
      for (const row of rows) {
        yield containersOf(row).map((text) => this.bootstraps.resolveText(text));
      }
      next = last[0] + 1;
    }
  }

  /** Appends containers. Call it within a transaction. */
  append(containers: readonly NewContainer[]): void {
    const { count, ...last } = this.#end();
    let { rowFirst, rowLength } = last;
    let written = count;
    let lengths: number[] = [];
    const write = (next: number): void => {
      if (lengths.length === 0) return;
      const packed = packLengths(lengths);
      const json = jsonOf(
        containers.slice(next - count - lengths.length, next - count),
        written,
        lengths,
      );
      if (rowFirst < written) this.#update.run(packed, json, rowFirst);
      else this.#insert.run(rowFirst, packed, json);
      written = next;
      lengths = [];
    };
    for (const [i, container] of containers.entries()) {
      const position = count + i;
      if (rowLength >= rowBytes) {
        write(position);
        rowFirst = position;
        rowLength = 0;
      }
      const length = jsonLength(container, position);
      lengths.push(length);
      rowLength += length;
    }
    write(count + containers.length);
    this.#list(containers, count);
  }

  /** Makes a container the first one of an empty log, at an index. Call it within a transaction. */
  startAt(index: bigint, { id, bytes, timestampText }: StartContainer): void {
    if (this.#end().count !== 0) throw new Error("The log is not empty.");
    const container = {
      id,
      idText: formatId(id),
      bytesText: encodeBytes(bytes, "hex"),
      timestampText,
    };
    const length = jsonLength(container, Number(index));
    const json = jsonOf([container], Number(index), [length]);
    this.#insert.run(index, packLengths([length]), json);
    this.#list([container], Number(index));
  }

  /**
   * Copies rows right before the first one from another log of the same containers, without their positions. Call it
   * within a transaction.
   */
  prepend(source: Containers, before: bigint, rowsMax: number): void {
    let end = Number(before);
    for (let copied = 0; copied < rowsMax && end > 0; copied++) {
      const row = source.#rowBefore.get(end) as Row | undefined;
      if (row === undefined) throw new Error("The other log does not have the containers.");
      const [first, lengths, json] = row;
      const kept = lengths.subarray(0, 4 * (end - first));
      if (kept.length !== 4 * (end - first)) throw new Error("The other log has a gap.");
      const bytes = sumOfLengths(kept, 0, kept.length / 4);
      this.#insert.run(first, kept, json.subarray(0, bytes));
      end = first;
    }
  }

  /** Inserts positions in the order of IDs, which is the order of pages, and many with one statement. */
  #list(containers: readonly NewContainer[], first: number): void {
    const entries = containers.map(({ id }, i) => [this.#idStart(id), first + i] as const);
    entries.sort(([one], [other]) => (one < other ? -1 : 1));
    const together = entries.length - (entries.length % listedTogether);
    for (let i = 0; i < together; i += listedTogether) {
      this.#insertPositions.run(entries.slice(i, i + listedTogether).flat());
    }
    for (const entry of entries.slice(together)) this.#insertPosition.run(entry);
  }

  /**
   * Removes the oldest rows whose containers all have lower indices than `before`, a page at a time and never the last row.
   * Returns whether there are more to remove. Call it within a transaction.
   */
  remove(before: bigint): boolean {
    const rows = this.#page.all(0, pageRows) as Row[];
    const isOld = ([first, lengths]: Row) => first + lengths.length / 4 <= Number(before);
    const old = rows.filter(isOld);
    if (old.length === rows.length) old.pop();
    for (const row of old) {
      const [first] = row;
      for (const [i, text] of containersOf(row).entries()) {
        this.#deletePosition.run(this.#idStart(parseId(parseContainer(text).id)), first + i);
      }
      this.#delete.run(first);
    }
    return old.length + 1 >= pageRows;
  }

  /** The first eight bytes are enough to find an ID; the rest is compared. */
  #idStart(id: Id): bigint {
    for (let i = 0; i < 8; i++) this.#scratch.setUint8(i, id[i]!);
    return this.#scratch.getBigInt64(0);
  }

  /** The number of containers, and the row that the next one belongs to. */
  #end(): { readonly count: number; readonly rowFirst: number; readonly rowLength: number } {
    const row = this.#last.get() as [first: number, lengths: number, json: number] | undefined;
    if (row === undefined) return { count: 0, rowFirst: 0, rowLength: 0 };
    return { count: row[0] + row[1] / 4, rowFirst: row[0], rowLength: row[2] };
  }

  #find(id: Id): { readonly position: number; readonly text: ContainerText } | undefined {
    const beginning = `{"id":"${formatId(id)}"`;
    for (const position of this.#positions.all(this.#idStart(id)) as number[]) {
      const text = this.#at(position);
      if (text?.startsWith(beginning)) return { position, text };
    }
    return undefined;
  }

  /** Undefined before the first row and after the last container. */
  #at(position: number): ContainerText | undefined {
    const row = this.#lengthsOf.get(position) as [number, Buffer] | undefined;
    if (row === undefined) return undefined;
    const [first, lengths] = row;
    if (4 * (position - first) >= lengths.length) return undefined;
    const start = sumOfLengths(lengths, 0, position - first);
    const length = lengths.readUInt32BE(4 * (position - first));
    // SQL counts from 1. Skips the comma.
    const json = this.#jsonAt.get(start + 2, length - 1, first) as Buffer;
    return this.bootstraps.resolveText(json.toString("latin1"));
  }

  /** The number of bytes before a position in its row. */
  #bytesBefore(position: number): number {
    const [first, lengths] = this.#lengthsOf.get(position) as [number, Buffer];
    return sumOfLengths(lengths, 0, position - first);
  }

  /** The number of bytes after a position in its row. */
  #bytesBehind(position: number): number {
    const [first, lengths] = this.#lengthsOf.get(position) as [number, Buffer];
    return sumOfLengths(lengths, position - first + 1, lengths.length / 4);
  }

  *#chunks(
    rows: readonly [first: number, bytes: number][],
    skipped: number,
    surplus: number,
  ): Iterable<Uint8Array> {
    for (let at = 0; at < rows.length; ) {
      const begin = at;
      let bytes = 0;
      while (at < rows.length && (at === begin || bytes + rows[at]![1] <= chunkBytes)) {
        bytes += rows[at]![1];
        at += 1;
      }
      const last = rows[at - 1]![0];
      const read = this.#rows.all(rows[begin]![0], last + 1) as Row[];
      if (read.length < at - begin)
        throw new Error("the containers were moved to the archive during the read");
      for (const [i, [, , json]] of read.entries()) {
        const from = begin + i === 0 ? skipped : 0;
        const to = begin + i === rows.length - 1 ? json.length - surplus : json.length;
        yield this.bootstraps.resolve(json.subarray(from, to));
      }
    }
  }
}

function contentTable(path: IndexPath): string {
  return `containers_${path.toLowerCase().replace("/", "_")}`;
}

function positionTable(path: IndexPath): string {
  return `container_positions_${path.toLowerCase().replace("/", "_")}`;
}

/** The JSON before and after the bytes, in AvalancheGo's field order. Nothing in it needs escaping. indexer/service.go @ v1.12.1 */
const jsonHead = ({ idText }: NewContainer) => `,{"id":"${idText}","bytes":"`;
const jsonTail = ({ timestampText }: NewContainer, position: number) =>
  `","timestamp":"${timestampText}","encoding":"hex","index":"${position}"}`;

function jsonLength(container: NewContainer, position: number): number {
  const { idText, bytesText, timestampText } = container;
  const digits = position.toString().length;
  return emptyJsonLength + idText.length + bytesText.length + timestampText.length + digits;
}

const emptyJsonLength = ',{"id":"","bytes":"","timestamp":"","encoding":"hex","index":""}'.length;

/** Writes into one buffer: joining texts would copy them twice more. */
function jsonOf(
  containers: readonly NewContainer[],
  first: number,
  lengths: readonly number[],
): Buffer {
  const json = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  for (const [i, container] of containers.entries()) {
    at += json.write(jsonHead(container), at, "latin1");
    at += json.write(container.bytesText, at, "latin1");
    at += json.write(jsonTail(container, first + i), at, "latin1");
  }
  return json;
}

function containersOf([, lengths, json]: Row): string[] {
  const texts: string[] = [];
  let start = 0;
  for (let i = 0; i < lengths.length; i += 4) {
    const end = start + lengths.readUInt32BE(i);
    texts.push(json.toString("latin1", start + 1, end));
    start = end;
  }
  return texts;
}

function packLengths(lengths: readonly number[]): Buffer {
  const packed = Buffer.allocUnsafe(4 * lengths.length);
  for (const [i, length] of lengths.entries()) packed.writeUInt32BE(length, 4 * i);
  return packed;
}

function sumOfLengths(lengths: Buffer, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += lengths.readUInt32BE(4 * i);
  return sum;
}
