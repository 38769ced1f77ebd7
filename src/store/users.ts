import { decodePasswordHash, encodePasswordHash } from "../keystore/password-hash.ts";
import type { PasswordHash, UserEntry, UserStore } from "../keystore/user-store.ts";
import type { TableModule } from "./migrations.ts";
import type { SqliteDatabase, SqliteStatement } from "./sqlite.ts";

/**
 * Names are UTF-8 bytes, so that any text is a name and the order is AvalancheGo's. Hashes and values have AvalancheGo's
 * encoding and are useless without the user's password.
 */
export const userTables: TableModule = {
  name: "users",
  migrations: [
    `CREATE TABLE users (
      id INTEGER PRIMARY KEY,
      name BLOB NOT NULL UNIQUE,
      password_hash BLOB NOT NULL
    ) STRICT;
    CREATE TABLE user_entries (
      user_id INTEGER NOT NULL REFERENCES users (id),
      key BLOB NOT NULL,
      value BLOB NOT NULL,
      PRIMARY KEY (user_id, key)
    ) STRICT, WITHOUT ROWID;`,
  ],
};

export class Users implements UserStore {
  readonly #names: SqliteStatement;
  readonly #find: SqliteStatement;
  readonly #entries: SqliteStatement;
  readonly #entry: SqliteStatement;
  readonly #delete: (name: Uint8Array) => void;
  readonly #addUser: (name: Uint8Array, hash: Uint8Array, entries: readonly UserEntry[]) => void;
  readonly #putEntries: (name: Uint8Array, entries: readonly UserEntry[]) => void;

  readonly #write: (commit: () => void) => void;

  /** `write` makes each commit. */
  constructor(
    database: SqliteDatabase,
    write: (commit: () => void) => void = (commit) => commit(),
  ) {
    this.#write = write;
    const ofUser = "user_id = (SELECT id FROM users WHERE name = ?)";
    this.#names = database.prepare("SELECT name FROM users ORDER BY name").pluck();
    this.#find = database.prepare("SELECT password_hash FROM users WHERE name = ?").pluck();
    this.#entries = database
      .prepare(`SELECT key, value FROM user_entries WHERE ${ofUser} ORDER BY key`)
      .raw();
    this.#entry = database
      .prepare(`SELECT value FROM user_entries WHERE ${ofUser} AND key = ?`)
      .pluck();

    const deleteEntries = database.prepare(`DELETE FROM user_entries WHERE ${ofUser}`);
    const deleteUser = database.prepare("DELETE FROM users WHERE name = ?");
    this.#delete = database.transaction((name) => {
      deleteEntries.run(name);
      deleteUser.run(name);
    });
    const insert = database.prepare("INSERT INTO users (name, password_hash) VALUES (?, ?)");
    const put = database.prepare(
      `INSERT OR REPLACE INTO user_entries (user_id, key, value)
       VALUES ((SELECT id FROM users WHERE name = ?), ?, ?)`,
    );
    const putAll = (name: Uint8Array, entries: readonly UserEntry[]): void => {
      for (const { key, value } of entries) put.run(name, key, value);
    };
    this.#putEntries = database.transaction(putAll);
    this.#addUser = database.transaction((name, hash, entries) => {
      insert.run(name, hash);
      putAll(name, entries);
    });
  }

  names(): string[] {
    return (this.#names.all() as Uint8Array[]).map((name) => nameOf(name));
  }

  find(username: string): PasswordHash | undefined {
    const hash = this.#find.get(bytesOf(username)) as Uint8Array | undefined;
    return hash && decodePasswordHash(new Uint8Array(hash));
  }

  add(username: string, passwordHash: PasswordHash, entries: readonly UserEntry[]): void {
    this.#write(() => this.#addUser(bytesOf(username), encodePasswordHash(passwordHash), entries));
  }

  delete(username: string): void {
    this.#write(() => this.#delete(bytesOf(username)));
  }

  entries(username: string): UserEntry[] {
    const rows = this.#entries.all(bytesOf(username)) as [Uint8Array, Uint8Array][];
    return rows.map(([key, value]) => ({ key: new Uint8Array(key), value: new Uint8Array(value) }));
  }

  entry(username: string, key: Uint8Array): Uint8Array | undefined {
    const value = this.#entry.get(bytesOf(username), key) as Uint8Array | undefined;
    return value && new Uint8Array(value);
  }

  putEntries(username: string, entries: readonly UserEntry[]): void {
    this.#write(() => this.#putEntries(bytesOf(username), entries));
  }
}

function bytesOf(name: string): Uint8Array {
  return new TextEncoder().encode(name);
}

function nameOf(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
