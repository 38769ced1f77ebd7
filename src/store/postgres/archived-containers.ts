import type { Id } from "../../formats/bytes.ts";
import { formatId } from "../../formats/id.ts";
import type {
  ContainerLog,
  ContainerPages,
  ContainerRange,
  ContainerText,
  IndexPath,
} from "../container-log.ts";
import { archiveTable } from "./archive-tables.ts";
import type { Connection } from "./connection.ts";

/** How many bytes of a range are in memory at once. */
const chunkBytes = 4 * 1024 * 1024;

const pageContainers = 256;

/** The JSON of a row, in the form of the API. */
const json = `'{"id":"' || id || '","bytes":"0x' || encode(bytes, 'hex') || '","timestamp":"' || accepted_at || '","encoding":"hex","index":"' || position || '"}'`;

/** The length of that JSON, without reading the bytes. */
const jsonLength = `${'{"id":"","bytes":"0x","timestamp":"","encoding":"hex","index":""}'.length} + length(id) + 2 * octet_length(bytes) + length(accepted_at) + length(position::text)`;

/** One index in PostgreSQL. Throws LogUnavailable. */
export class ArchivedContainers implements ContainerLog, ContainerPages {
  readonly #connection: Connection;
  readonly #table: string;

  constructor(connection: Connection, path: IndexPath) {
    this.#connection = connection;
    this.#table = archiveTable(path);
  }

  async count(): Promise<bigint> {
    const sql = `SELECT coalesce(max(position) + 1, 0) FROM ${this.#table}`;
    return BigInt((await this.#one(sql)) as string);
  }

  async byIndex(index: bigint): Promise<ContainerText | undefined> {
    if (!isPosition(index)) return undefined;
    return this.#one(`SELECT ${json} FROM ${this.#table} WHERE position = $1`, index);
  }

  async byID(id: Id): Promise<ContainerText | undefined> {
    return this.#one(`SELECT ${json} FROM ${this.#table} WHERE id = $1`, formatId(id));
  }

  async indexOf(id: Id): Promise<bigint | undefined> {
    const [index] = await this.indicesOf([id]);
    return index;
  }

  async indicesOf(ids: readonly Id[]): Promise<readonly (bigint | undefined)[]> {
    const texts = ids.map(formatId);
    const sql = `SELECT id, position FROM ${this.#table} WHERE id = ANY($1)`;
    const rows = await this.#connection.rows(sql, [texts]);
    const found = new Map(rows.map(([id, position]) => [id, BigInt(position!)]));
    return texts.map((text) => found.get(text));
  }

  async lastAccepted(): Promise<ContainerText | undefined> {
    return this.#one(`SELECT ${json} FROM ${this.#table} ORDER BY position DESC LIMIT 1`);
  }

  async range(startIndex: bigint, count: number): Promise<ContainerRange> {
    if (count === 0 || !isPosition(startIndex)) return none;
    const sql = `
      SELECT min(position), max(position), sum(length), count(*) FROM (
        SELECT position, ${jsonLength} AS length, sum(${jsonLength}) OVER (ORDER BY position) AS sum
        FROM ${this.#table} WHERE position >= $1 AND position < $2
      ) AS lengths
      GROUP BY (sum - length) / ${chunkBytes} ORDER BY 1`;
    const rows = await this.#connection.rows(sql, [startIndex, startIndex + BigInt(count)]);
    if (rows.length === 0) return none;
    const sumOf = (column: number) => rows.reduce((sum, row) => sum + Number(row[column]), 0);
    const found = sumOf(3);
    return {
      count: found,
      byteLength: sumOf(2) + found - 1,
      chunks: () => this.#chunks(rows.map(([first, last]) => [first!, last!])),
    };
  }

  /** The containers from `start` up to, but not including, `end`. */
  async *pages(start = 0n, end = maxPosition): AsyncIterable<readonly ContainerText[]> {
    const sql = `SELECT ${json} FROM ${this.#table} WHERE position >= $1 AND position < $2 ORDER BY position LIMIT ${pageContainers}`;
    for (let next = start; ; ) {
      const rows = await this.#connection.rows(sql, [next, end]);
      if (rows.length === 0) return;
      yield rows.map(([text]) => text!);
      next += BigInt(rows.length);
    }
  }

  *#chunks(
    spans: readonly (readonly [first: string, last: string])[],
  ): Iterable<Promise<Uint8Array>> {
    // A comma between chunks is the first byte of the later one.
    const sql = `
      SELECT $3 || string_agg(${json}, ',' ORDER BY position)
      FROM ${this.#table} WHERE position >= $1 AND position <= $2`;
    for (const [i, [first, last]] of spans.entries()) {
      yield this.#one(sql, first, last, i === 0 ? "" : ",").then((text) =>
        Buffer.from(text!, "latin1"),
      );
    }
  }

  async #one(sql: string, ...values: readonly (string | bigint)[]): Promise<string | undefined> {
    const [row] = await this.#connection.rows(sql, values);
    return row?.[0];
  }
}

const none: ContainerRange = { count: 0, byteLength: 0, chunks: () => [] };

const maxPosition = 2n ** 62n;

function isPosition(index: bigint): boolean {
  return index >= 0n && index < maxPosition;
}
