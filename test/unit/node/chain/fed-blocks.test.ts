import { afterEach, beforeEach, expect, it } from "vitest";
import { FedBlocks } from "../../../../src/node/chain/fed-blocks.ts";
import { Metadata, metadataTables } from "../../../../src/store/metadata.ts";
import { migrate } from "../../../../src/store/migrations.ts";
import { openSqlite, type SqliteDatabase } from "../../../../src/store/sqlite.ts";

const first = new Uint8Array(32).fill(1);
const second = new Uint8Array(32).fill(2);
let database: SqliteDatabase;
let fed: FedBlocks;

beforeEach(() => {
  database = openSqlite(":memory:");
  migrate(database, ":memory:", [metadataTables]);
  fed = new FedBlocks(new Metadata(database));
});

afterEach(() => database.close());

it("knows only the block that was fed last", () => {
  expect(fed.isFed(first)).toBe(false);
  fed.feed(() => fed.noteAccepted(first));
  expect(fed.isFed(first)).toBe(true);
  fed.feed(() => fed.noteAccepted(second));
  expect([fed.isFed(first), fed.isFed(second)]).toEqual([false, true]);
});

it("does not take blocks of this node for fed ones, also after a refused one", () => {
  const refuse = () => {
    throw new Error("refused");
  };
  expect(() => fed.feed(refuse)).toThrow("refused");
  fed.noteAccepted(first);
  expect(fed.isFed(first)).toBe(false);
});

it("still knows the block after a restart", () => {
  fed.feed(() => fed.noteAccepted(first));
  expect(new FedBlocks(new Metadata(database)).isFed(first)).toBe(true);
});
