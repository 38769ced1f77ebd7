/**
 * What a column holds. `integer` includes heights, positions, counts and block times in Unix seconds, below 2^53. `uint64`
 * and `delta` are exact amounts, weights and locktimes; SQLite stores their 64 bits, PostgreSQL numeric(20,0).
 */
export type ColumnType = "integer" | "uint64" | "delta" | "real" | "bytes" | "text";

export type Column<T extends ColumnType = ColumnType, Nullable extends boolean = boolean> = {
  readonly type: T;
  readonly isNullable: Nullable;
  /** A sentence for the reference page. */
  readonly doc: string;
};

export type TableSchema = {
  readonly doc: string;
  /** The migration that added it, if it is not the first. */
  readonly since?: number;
  readonly columns: Readonly<Record<string, Column>>;
  /** The columns of the primary key, in order. */
  readonly key: readonly string[];
  /** Columns of each index by its name; `where` limits it to rows in which that column is not null, `condition` as it says. */
  readonly indexes?: Readonly<
    Record<
      string,
      {
        readonly columns: readonly string[];
        readonly isUnique?: true;
        readonly where?: string;
        readonly condition?: string;
        /** The migration that added it, if it is not as old as its table. */
        readonly since?: number;
      }
    >
  >;
};

type ValueOf<T extends ColumnType> = {
  integer: number;
  uint64: bigint;
  delta: bigint;
  real: number;
  bytes: Uint8Array;
  text: string;
}[T];

/** The values of a row by column. */
export type RowOf<S extends TableSchema> = {
  [Name in keyof S["columns"]]: S["columns"][Name] extends Column<infer T, infer Nullable>
    ? ValueOf<T> | (Nullable extends true ? null : never)
    : never;
};

function column<T extends ColumnType>(type: T) {
  return (doc: string): Column<T, false> => ({ type, isNullable: false, doc });
}

export const integer = column("integer");
export const uint64 = column("uint64");
export const delta = column("delta");
export const bytes = column("bytes");
export const text = column("text");
export const real = column("real");

export function nullable<T extends ColumnType>({ type, doc }: Column<T, false>): Column<T, true> {
  return { type, isNullable: true, doc };
}
