import type { Compilable, Expression, Kysely, SqlBool } from "kysely";
import { BoundedCache } from "../../cache/bounded-cache.ts";
import { requireLazily } from "../../crypto/native.ts";
import {
  type AnyExpressions,
  type LedgerTables,
  preparedMax,
  Selects,
  Slot,
  type SlotValues,
} from "../ledger/queries/selects.ts";
import type { CallReads } from "./call-reads.ts";
import { bytesOf, type TypedRows } from "./values.ts";

type Composed = { readonly sql: string; readonly parameters: readonly unknown[] };

/** The statements that calls have in common. */
export class ComposedStatements {
  /** By name. */
  readonly #composed = new BoundedCache<string, Composed>(preparedMax);
  #composer: Kysely<LedgerTables> | undefined;

  get compose(): Kysely<LedgerTables> {
    this.#composer ??= composerForPostgres();
    return this.#composer;
  }

  get(name: string, make: () => Composed): Composed {
    const known = this.#composed.get(name);
    if (known !== undefined) return known;
    const { sql, parameters } = make();
    const composed = { sql, parameters };
    this.#composed.set(name, composed);
    return composed;
  }
}

/** Runs composed statements on what a call has read from PostgreSQL. They throw Unread. */
export class PostgresSelects extends Selects {
  readonly dialect = "postgres";
  /** A call runs again for each. */
  readonly readAhead = 64;
  readonly #statements: ComposedStatements;
  readonly #reads: CallReads;
  readonly #rows = new Map<TypedRows, readonly unknown[]>();

  constructor(statements: ComposedStatements, reads: CallReads) {
    super();
    this.#statements = statements;
    this.#reads = reads;
  }

  override get compose(): Kysely<LedgerTables> {
    return this.#statements.compose;
  }

  override fixed<Row>(name: string, compose: () => Compilable<Row>): (values: SlotValues) => Row[] {
    const { sql, parameters } = this.#statements.get(name, () => compose().compile());
    return (values) => {
      const bound = parameters.map((each) => (each instanceof Slot ? values[each.name] : each));
      const rows = this.#decoded(this.#reads.rows(name, sql, bound), objectsOf);
      // New objects each time: a caller may add to them.
      return rows.map((row) => ({ ...row })) as Row[];
    };
  }

  override owns(
    eb: AnyExpressions,
    address: Expression<unknown>,
    owners: string,
  ): Expression<SqlBool> {
    return eb(address, "=", eb.fn.any(eb.fn<unknown[]>("owner_bytes", [owners])));
  }

  /** Runs a statement that is the same for all calls. Its rows are lists of values: integers are bigint. */
  written<Row>(name: string, sql: string, values: readonly unknown[]): readonly Row[] {
    return this.#decoded(this.#reads.rows(name, sql, values), listsOf) as readonly Row[];
  }

  /** Decodes rows once, for all runs of a call. */
  #decoded<Row>(read: TypedRows, decode: (read: TypedRows) => readonly Row[]): readonly Row[] {
    const known = this.#rows.get(read) as readonly Row[] | undefined;
    if (known !== undefined) return known;
    const rows = decode(read);
    this.#rows.set(read, rows);
    return rows;
  }
}

function composerForPostgres(): Kysely<LedgerTables> {
  const { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } =
    requireLazily<typeof import("kysely")>("kysely");
  return new Kysely<LedgerTables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

function objectsOf({ names, types, rows }: TypedRows): object[] {
  return rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (let at = 0; at < names.length; at++) {
      const text = values[at]!;
      row[names[at]!] = text === null ? null : decoded(text, types[at]!);
    }
    return row;
  });
}

function listsOf({ types, rows }: TypedRows): unknown[][] {
  return rows.map((row) =>
    row.map((text, at) => (text === null ? null : exactly(text, types[at]!))),
  );
}

/** PostgreSQL's numbers of the types that the ledger has. */
const typeIDs = { bytea: 17, int8: 20, int4: 23, float8: 701, numeric: 1700 } as const;

function decoded(text: string, type: number): unknown {
  return type === typeIDs.int8 || type === typeIDs.int4 ? Number(text) : exactly(text, type);
}

function exactly(text: string, type: number): unknown {
  switch (type) {
    case typeIDs.bytea:
      return bytesOf(text);
    case typeIDs.int4:
    case typeIDs.int8:
    case typeIDs.numeric:
      return BigInt(text);
    case typeIDs.float8:
      return Number(text);
    default:
      return text;
  }
}
