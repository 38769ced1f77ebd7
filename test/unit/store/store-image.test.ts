import { afterAll, beforeAll, expect, test } from "vitest";
import { openSqlite, type SqliteDatabase } from "../../../src/store/sqlite.ts";
import {
  type GenesisChain,
  openGenesisChain,
  recordedGenesis,
} from "../../support/genesis-chain.ts";

let opened: GenesisChain;
beforeAll(() => {
  opened = openGenesisChain(recordedGenesis("small"));
});
afterAll(() => opened.store.close());

function changed(change: (image: SqliteDatabase) => void): Uint8Array {
  const image = openSqlite(Buffer.from(opened.store.image()));
  try {
    change(image);
    return image.serialize();
  } finally {
    image.close();
  }
}

const again = "Dump it again, or use another copy.";
test.each<[what: string, sql: string, message: string]>([
  [
    "of another program",
    "PRAGMA application_id = 5",
    "The state is a SQLite database of another program (application_id 5), not a Couloir store (1131378028): load another state.",
  ],
  [
    "of a newer version",
    "PRAGMA user_version = 9",
    "The state has store format 9, but this program knows formats up to 1 only. Run the newer version that wrote it, or load another state.",
  ],
  [
    "of another network",
    "UPDATE metadata SET value = CAST('77' AS BLOB) WHERE key = 'network-id'",
    "The state has the chain of network network-1337 (77), but this node runs network-1337 (1337). Start it with --network-id 77, or load another state.",
  ],
  [
    "with other tables",
    "DROP TABLE migrations",
    `The state has contents that cannot be read: no such table: migrations. ${again}`,
  ],
  [
    "with other columns",
    "DROP TABLE txs; CREATE TABLE txs (a); INSERT INTO txs VALUES (1)",
    `The state has contents that cannot be read: table txs has 6 columns but 1 values were supplied. ${again}`,
  ],
])("an image %s is refused with the remedy for a state", (_, sql, message) => {
  const digest = opened.store.digest();
  const image = changed((database) => database.exec(sql));
  expect(() => opened.store.loadImage(image)).toThrow(message);
  expect(opened.store.digest()).toEqual(digest);
});

test("bytes that are not a database are named as such", () => {
  expect(() => opened.store.loadImage(new Uint8Array(4096).fill(7))).toThrow(
    "The state is not a SQLite database: load another state.",
  );
});
