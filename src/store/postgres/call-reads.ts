import { Unread } from "../ledger/queries/unread.ts";
import type { TypedRows, Value } from "./connection.ts";

type Statement = { readonly sql: string; readonly values: readonly Value[] };

/** Runs a statement in the transaction of a call. */
export type ReadRows = (sql: string, values: readonly Value[]) => Promise<TypedRows>;

/**
 * What one call has read. A statement whose rows are not here throws Unread, and the call runs again once `readWanted` has
 * read them.
 */
export class CallReads {
  readonly #read = new Map<string, TypedRows>();
  readonly #wanted = new Map<string, Statement>();

  /** `name` is that of the statement. Throws Unread. */
  rows(name: string, sql: string, values: readonly Value[]): TypedRows {
    const key = `${name}\0${JSON.stringify(values)}`;
    const known = this.#read.get(key);
    if (known !== undefined) return known;
    this.#wanted.set(key, { sql, values });
    throw new Unread();
  }

  /** Reads what statements have asked for since the last time. */
  async readWanted(read: ReadRows): Promise<void> {
    const wanted = [...this.#wanted];
    this.#wanted.clear();
    for (const [key, { sql, values }] of wanted) this.#read.set(key, await read(sql, values));
  }
}
