import { equalBytes } from "../formats/bytes.ts";
import type { TableModule } from "./migrations.ts";
import type { SqliteDatabase, SqliteStatement } from "./sqlite.ts";

export const metadataTables: TableModule = {
  name: "metadata",
  migrations: ["CREATE TABLE metadata (key TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT"],
};

/** Small values by name, for modules that need no table of their own. */
export class Metadata {
  readonly #get: SqliteStatement;
  readonly #set: SqliteStatement;
  readonly #delete: SqliteStatement;

  constructor(database: SqliteDatabase) {
    this.#get = database.prepare("SELECT value FROM metadata WHERE key = ?").pluck();
    this.#set = database.prepare("INSERT OR REPLACE INTO metadata (key, value) VALUES (?, ?)");
    this.#delete = database.prepare("DELETE FROM metadata WHERE key = ?");
  }

  get(key: string): Uint8Array | undefined {
    return this.#get.get(key) as Uint8Array | undefined;
  }

  /** Writes nothing if the value is the same, so that a node also starts where it cannot write. */
  set(key: string, value: Uint8Array): void {
    const known = this.get(key);
    if (known === undefined || !equalBytes(known, value)) this.overwrite(key, value);
  }

  /** Writes the value, whether or not it is the same. */
  overwrite(key: string, value: Uint8Array): void {
    this.#set.run(key, value);
  }

  delete(key: string): void {
    this.#delete.run(key);
  }

  getText(key: string): string | undefined {
    const value = this.get(key);
    return value === undefined ? undefined : new TextDecoder().decode(value);
  }

  setText(key: string, value: string): void {
    this.set(key, new TextEncoder().encode(value));
  }
}
