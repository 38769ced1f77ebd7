import { unread } from "../ledger/queries/unread.ts";
import { readJoined, type TypedStatement } from "./joined-statements.ts";
import type { ReadAll } from "./snapshots.ts";
import { bytesText, type TypedRows, type Value } from "./values.ts";

/**
 * What one call has read. A statement whose rows are not here throws Unread, and the call runs again once `readWanted` has
 * read them.
 */
export class CallReads {
  readonly #read = new Map<string, TypedRows>();
  readonly #wanted = new Map<string, TypedStatement>();

  /** `name` is that of the statement. Throws Unread. */
  rows(name: string, sql: string, values: readonly unknown[]): TypedRows {
    const bound = values.map(parameterOf);
    const key = `${name}\0${JSON.stringify(bound)}`;
    const known = this.#read.get(key);
    if (known !== undefined) return known;
    this.#wanted.set(key, { sql, values: bound, types: values.map(typeOf) });
    throw unread;
  }

  /** Reads what statements have asked for since the last time, in one round trip. */
  async readWanted(read: ReadAll): Promise<void> {
    const wanted = [...this.#wanted];
    this.#wanted.clear();
    const found = await readJoined(
      wanted.map(([, statement]) => statement),
      read,
    );
    for (const [at, [key]] of wanted.entries()) this.#read.set(key, found[at]!);
  }
}

function parameterOf(value: unknown): Value {
  if (Array.isArray(value)) return value.map(parameterOf) as string[];
  if (value instanceof Uint8Array) return bytesText(value);
  return typeof value === "bigint" ? String(value) : ((value ?? null) as Value);
}

/** PostgreSQL's type of the column that a value is compared with, if the value says it. */
function typeOf(value: unknown): string | undefined {
  if (value instanceof Uint8Array) return "bytea";
  if (typeof value === "number") return "bigint";
  return typeof value === "string" ? "text" : undefined;
}
