import { readFileSync } from "node:fs";
import { sha256 } from "../../src/crypto/hash.ts";
import { concatBytes, emptyId } from "../../src/formats/bytes.ts";
import { encodeFields } from "../../src/keystore/codec.ts";
import type { Timer } from "../../src/keystore/failed-attempts.ts";
import { Keystore, type KeystoreOptions } from "../../src/keystore/keystore.ts";
import { sealingKey, sealValue } from "../../src/keystore/sealed-value.ts";
import { migrate } from "../../src/store/migrations.ts";
import { configureSqlite, openSqlite } from "../../src/store/sqlite.ts";
import { Users, userTables } from "../../src/store/users.ts";

/** Strong by the rules of every profile. */
export const goodPassword = "k9@XzT4!wq#Lm2pR";

/** Owns the keys of the local network's genesis. */
export const localKeys = [
  {
    privateKey: "PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN",
    address: "P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u",
  },
  {
    privateKey: "PrivateKey-vmRQiZeXEXYMyJhEiqdC2z5JhuDbxL8ix9UVvjgMu2Er1NepE",
    address: "P-local1g65uqn6t77p656w64023nh8nd9updzmxyymev2",
  },
] as const;

/** Users in a database in memory, or in the file at `path`. */
export function openUsers(path = ":memory:"): {
  readonly users: Users;
  readonly close: () => void;
} {
  const database = openSqlite(path);
  configureSqlite(database, "crash");
  migrate(database, path, [userTables]);
  return { users: new Users(database), close: () => database.close() };
}

/** A keystore whose waits are over at once, with what it waited. */
export function openKeystore(options: Partial<KeystoreOptions> = {}): {
  readonly keystore: Keystore;
  readonly users: Users;
  readonly waitsMs: number[];
} {
  const { users } = openUsers();
  const waitsMs: number[] = [];
  let nowMs = 0;
  const timer: Timer = {
    now: () => nowMs,
    sleep: async (durationMs) => {
      waitsMs.push(durationMs);
      nowMs += durationMs;
    },
  };
  return { keystore: new Keystore({ store: users, timer, ...options }), users, waitsMs };
}

/** Makes the list of a user's P-chain addresses one of `count` zero addresses without keys. */
export function fillAddresses(users: Users, username: string, count: number): void {
  const list = encodeFields((fields) => {
    fields.count(count);
    for (let i = 0; i < count; i++) fields.fixed(new Uint8Array(20));
  });
  putSealed(users, username, emptyId, list);
}

/** Stores a value under a key of a user's P-chain database, sealed with a password. */
export function putSealed(
  users: Users,
  username: string,
  key: Uint8Array,
  value: Uint8Array,
  password = goodPassword,
): void {
  const sealed = sealValue(sealingKey(password), new Uint8Array(24), value);
  putUnsealed(users, username, key, sealed);
}

export function putUnsealed(
  users: Users,
  username: string,
  key: Uint8Array,
  value: Uint8Array,
): void {
  users.putEntries(username, [{ key: concatBytes(sha256(emptyId), key), value }]);
}

export type KeystoreExchange = {
  /** Version of the node that answered; each version is one node, and one set of users. */
  readonly node: "v1.11.1" | "v1.12.1";
  readonly request: {
    readonly method: string;
    readonly params: { readonly username?: string; readonly address?: string };
  };
  readonly response: {
    readonly result?: {
      readonly user?: string;
      readonly address?: string;
      readonly privateKey?: string;
    };
    readonly error?: { readonly code: number; readonly message: string };
  };
};

/** What real nodes answered, in the order in which they did. */
export function keystoreExchanges(): KeystoreExchange[] {
  const url = new URL("../exchanges/keystore.ndjson", import.meta.url);
  const lines = readFileSync(url, "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as KeystoreExchange);
}
