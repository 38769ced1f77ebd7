import { formatTimeNanos } from "../formats/time.ts";
import type { IndexPath } from "./container-log.ts";
import type { SqliteDatabase, SqliteStatement } from "./sqlite.ts";

export const bootstrapTimesTable = `
  CREATE TABLE container_bootstraps (
    path TEXT NOT NULL,
    number INTEGER NOT NULL,
    first INTEGER NOT NULL,
    is_open INTEGER NOT NULL,
    time TEXT NOT NULL,
    PRIMARY KEY (path, number)
  ) STRICT, WITHOUT ROWID;`;

type Row = {
  readonly number: number;
  readonly first: number;
  readonly is_open: number;
  readonly time: string;
};

/**
 * The times of containers that were indexed while the node bootstrapped: those of one bootstrap all have the time of its
 * completion, which is not known when they are stored. They are stored with the number of the bootstrap in place of the
 * time and with the length of a time, so that completion rewrites one row. Until then they read as its beginning.
 */
export class BootstrapTimes {
  readonly #path: IndexPath;
  readonly #all: SqliteStatement;
  readonly #put: SqliteStatement;
  readonly #delete: SqliteStatement;
  #rows: readonly Row[];

  constructor(database: SqliteDatabase, path: IndexPath) {
    this.#path = path;
    this.#all = database.prepare(
      "SELECT number, first, is_open, time FROM container_bootstraps WHERE path = ? ORDER BY number",
    );
    this.#put = database.prepare(
      "INSERT OR REPLACE INTO container_bootstraps VALUES (?, ?, ?, ?, ?)",
    );
    this.#delete = database.prepare(
      "DELETE FROM container_bootstraps WHERE path = ? AND number = ?",
    );
    this.#rows = this.#read();
  }

  /** Reads the times again after another process wrote them. */
  reload(): void {
    this.#rows = this.#read();
  }

  /** What a container is stored with now instead of its time; undefined while the node does not bootstrap. */
  marker(): string | undefined {
    const open = this.#open();
    return open && markerOf(open.number);
  }

  /** The index of the first container whose time is not final; undefined if all are. */
  firstOpen(): bigint | undefined {
    const open = this.#open();
    return open && BigInt(open.first);
  }

  /** `count` is the index of the next container. A bootstrap that an earlier process did not complete continues. */
  begin(nowNanos: bigint, count: bigint): void {
    if (this.#open() !== undefined) return;
    const number = (this.#rows.at(-1)?.number ?? 0) + 1;
    this.#put.run(this.#path, number, count, 1, fixedTime(nowNanos));
    this.#rows = this.#read();
  }

  complete(nowNanos: bigint, count: bigint): void {
    const open = this.#open();
    if (open === undefined) return;
    const { number, first } = open;
    if (BigInt(first) === count) this.#delete.run(this.#path, number);
    else this.#put.run(this.#path, number, first, 0, fixedTime(nowNanos));
    this.#rows = this.#read();
  }

  /** Replaces a marker in the JSON of one container by its time. */
  resolveText(text: string): string {
    if (this.#rows.length === 0) return text;
    const at = text.lastIndexOf(beforeTime) + beforeTime.length;
    return text[at] === markerStart
      ? text.slice(0, at) +
          this.#timeAt(text.slice(at, at + timeLength)) +
          text.slice(at + timeLength)
      : text;
  }

  /** Replaces all markers in the JSON of containers, in place. */
  resolve(json: Buffer): Buffer {
    if (this.#rows.length === 0) return json;
    const wanted = `${beforeTime}${markerStart}`;
    for (let at = json.indexOf(wanted); at !== -1; at = json.indexOf(wanted, at)) {
      at += beforeTime.length;
      json.write(this.#timeAt(json.toString("latin1", at, at + timeLength)), at, "latin1");
    }
    return json;
  }

  #timeAt(marker: string): string {
    const number = Number(marker.slice(markerPrefix.length));
    const found = this.#rows.find((row) => row.number === number);
    if (found === undefined) throw new Error(`The store has no time for bootstrap ${number}.`);
    return found.time;
  }

  #open(): Row | undefined {
    const last = this.#rows.at(-1);
    return last?.is_open === 1 ? last : undefined;
  }

  #read(): readonly Row[] {
    return this.#all.all(this.#path) as Row[];
  }
}

const beforeTime = '"timestamp":"';

/** `2026-01-02T03:04:05.123456789Z` */
const timeLength = 30;

/** No time begins like that. */
const markerStart = "b";
const markerPrefix = "bootstrap-";

function markerOf(number: number): string {
  return `${markerPrefix}${number.toString().padStart(timeLength - markerPrefix.length, "0")}`;
}

/** A time whose text has all nine digits: at most a nanosecond later, since trailing zeros are not written. */
function fixedTime(nanos: bigint): string {
  return formatTimeNanos(nanos % 10n === 0n ? nanos + 1n : nanos);
}
