import { copyFileSync, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { Diff } from "../../../src/pchain/state/diff.ts";
import type { ChainStore } from "../../../src/store/chain-store.ts";
import { Savepoints } from "../../../src/store/savepoints.ts";
import { openSqlite } from "../../../src/store/sqlite.ts";
import { StoreRefused } from "../../../src/store/store-refused.ts";
import { verifyReadable } from "../../../src/store/verify-readable.ts";
import { plain } from "../../support/state/read-state.ts";
import { transferOutput, utxoOf } from "../../support/state/values.ts";
import { acceptChanges, openStore, temporaryDirectory } from "../../support/store/open-store.ts";

let number = 0;

function acceptOne(store: ChainStore): void {
  const diff = new Diff(store.state);
  diff.addUtxo(utxoOf(number++, transferOutput(1n, [1])));
  acceptChanges(store, diff.changes());
}

/** What a process finds after this one was killed here. */
function reopenedAsLeft(path: string): ChainStore {
  const left = `${path}.${number++}`;
  for (const end of ["", "-wal"]) {
    if (existsSync(path + end)) copyFileSync(path + end, left + end);
  }
  return openStore({ path: left });
}

const heightOf = (store: ChainStore) => store.blocks.lastAccepted().height;

test("closing keeps what was accepted since a snapshot, and ends the snapshot", () => {
  const directory = temporaryDirectory();
  const path = join(directory.path, "chain.sqlite");
  const store = openStore({ path });
  acceptOne(store);
  store.snapshots.take();
  acceptOne(store);
  store.close();
  const again = openStore({ path });
  expect(heightOf(again)).toBe(2n);
  expect(() => again.snapshots.revertTo(1)).toThrow("There is no snapshot 1");
  again.close();
  directory.remove();
});

test("a crash reverts the chain to the oldest snapshot, and never to half a block", () => {
  const directory = temporaryDirectory();
  const path = join(directory.path, "chain.sqlite");
  const store = openStore({ path });
  acceptOne(store);
  const digest = plain(store.digest());
  store.snapshots.take();
  acceptOne(store);
  store.snapshots.take();
  acceptOne(store);
  expect(heightOf(reopenedAsLeft(path))).toBe(1n);
  expect(plain(reopenedAsLeft(path).digest())).toEqual(digest);
  store.snapshots.revertTo(1);
  acceptOne(store);
  expect(heightOf(reopenedAsLeft(path))).toBe(2n);
  store.close();
  directory.remove();
});

test("no batch begins while a snapshot is held, and a hundred may be", () => {
  const store = openStore();
  for (let held = 1; held <= 100; held++) {
    expect(store.snapshots.take()).toBe(held);
    acceptOne(store);
  }
  expect(() => store.beginBatch()).toThrow("snapshots are held");
  store.snapshots.revertTo(51);
  expect(heightOf(store)).toBe(50n);
  store.snapshots.revertTo(1);
  store.beginBatch();
  acceptOne(store);
  store.commitBatch();
  expect(heightOf(store)).toBe(1n);
});

test("a block that cannot be written changes nothing while a snapshot is held", () => {
  const store = openStore();
  store.snapshots.take();
  acceptOne(store);
  const before = plain(store.digest());
  const withinTransaction = () => {
    throw new Error("no room");
  };
  const changes = new Diff(store.state).changes();
  expect(() => acceptChanges(store, changes, { withinTransaction })).toThrow("no room");
  expect(plain(store.digest())).toEqual(before);
  acceptOne(store);
  expect(heightOf(store)).toBe(2n);
});

test("a transaction is stored completely or not at all", () => {
  const store = openStore();
  const before = plain(store.digest());
  expect(() =>
    store.together(() => {
      acceptOne(store);
      throw new Error("no room");
    }),
  ).toThrow("no room");
  expect(plain(store.digest())).toEqual(before);
  store.together(() => {
    acceptOne(store);
    acceptOne(store);
  });
  expect(heightOf(store)).toBe(2n);
});

test("an image holds everything, also what a snapshot keeps from the disk", () => {
  const store = openStore();
  acceptOne(store);
  store.snapshots.take();
  acceptOne(store);
  const digest = plain(store.digest());
  const image = store.image();
  acceptOne(store);
  store.loadImage(image);
  expect(plain(store.digest())).toEqual(digest);
  store.snapshots.revertTo(1);
  expect(heightOf(store)).toBe(1n);
});

test("an unsuitable image is rejected and changes nothing", () => {
  const store = openStore();
  acceptOne(store);
  const digest = plain(store.digest());
  const other = openStore({ networkID: 7, networkName: "network-7" });
  expect(() => store.loadImage(other.image())).toThrow(StoreRefused);
  expect(() => store.loadImage(other.image().slice(0, 5000))).toThrow(StoreRefused);
  expect(() => store.loadImage(new Uint8Array(5000).fill(7))).toThrow(StoreRefused);
  const refuse = () => {
    throw new Error("not this one");
  };
  expect(() => store.loadImage(store.image(), refuse)).toThrow("not this one");
  expect(plain(store.digest())).toEqual(digest);
});

test("a damaged image is rejected and changes nothing, or every row of it can be read", () => {
  const original = openStore();
  for (let i = 0; i < 3; i++) acceptOne(original);
  const image = original.image();
  const verdicts = { loaded: 0, refused: 0 };
  const flips = fc.array(fc.nat(8 * image.length - 1), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(flips, fc.option(fc.nat(image.length)), (bits, zeroFrom) => {
      const damaged = Uint8Array.from(image);
      for (const bit of bits) damaged[bit >> 3]! ^= 1 << (bit & 7);
      if (zeroFrom !== null) damaged.fill(0, zeroFrom);
      const store = openStore();
      acceptOne(store);
      const before = plain(store.digest());
      try {
        store.loadImage(damaged);
        verdicts.loaded += 1;
        verifyReadable(store);
      } catch (error) {
        expect(error).toBeInstanceOf(StoreRefused);
        verdicts.refused += 1;
        expect(plain(store.digest())).toEqual(before);
      }
      expect(store.condition.damage).toBeUndefined();
      acceptOne(store);
      store.close();
    }),
    { numRuns: 150 },
  );
  expect(verdicts.refused).toBeGreaterThan(0);
});

test("a row that cannot be read makes an image rejected, not the store damaged", () => {
  const original = openStore();
  acceptOne(original);
  const { id } = original.blocks.lastAccepted();
  original.database().prepare("UPDATE blocks SET bytes = x'00' WHERE id = ?").run(id);
  const store = openStore();
  const snapshot = store.snapshots.take();
  acceptOne(store);
  expect(() => store.loadImage(original.image())).toThrow(/cannot be read: the bytes of the block/);
  expect(store.condition.damage).toBeUndefined();
  expect(heightOf(store)).toBe(1n);
  store.snapshots.revertTo(snapshot);
  expect(heightOf(store)).toBe(0n);
});

test("the pages before each change are kept in a file while there are snapshots, otherwise in memory", () => {
  const store = openStore();
  const place = () => store.database().pragma("temp_store", { simple: true });
  const [inFile, inMemory] = [1, 2];
  expect(place()).toBe(inMemory);
  store.snapshots.take();
  store.snapshots.take();
  expect(place()).toBe(inFile);
  store.snapshots.revertTo(2);
  expect(place()).toBe(inFile);
  store.snapshots.revertTo(1);
  expect(place()).toBe(inMemory);
});

test.each([
  ["in files", tmpdir(), 1],
  ["in memory where no file can be created", "/missing", 2],
])("while there are snapshots, SQLite keeps changed pages %s", (_, folder, place) => {
  vi.stubEnv("TMPDIR", folder);
  const database = openSqlite(":memory:");
  database.exec("CREATE TABLE numbers (n INTEGER)");
  database.pragma("temp_store = MEMORY");
  const count = () => database.prepare("SELECT count(*) FROM numbers").pluck().get();
  const placeNow = () => database.pragma("temp_store", { simple: true });
  const savepoints = new Savepoints(database);
  savepoints.take();
  expect(placeNow()).toBe(place);
  database.exec("INSERT INTO numbers VALUES (1)");
  expect(count()).toBe(1);
  savepoints.revertTo(1);
  expect([count(), placeNow()]).toEqual([0, 2]);
  database.close();
  vi.unstubAllEnvs();
});

describe("a write that fails while snapshots are held", () => {
  /** A store at height 1 with a snapshot, one more block and another snapshot, and room for nothing more. */
  function fullStore() {
    const directory = temporaryDirectory();
    const store = openStore({ path: join(directory.path, "chain.sqlite") });
    acceptOne(store);
    const before = plain(store.digest());
    store.snapshots.take();
    const later = new Diff(store.state);
    later.setTimestamp(1_800_000_000n);
    acceptChanges(store, later.changes());
    store.snapshots.take();
    const undone = vi.fn();
    store.snapshots.onUndone(undone);
    const setPagesMax = (count: number) => store.database().pragma(`max_page_count = ${count}`);
    setPagesMax(1);
    const close = () => {
      store.close();
      directory.remove();
    };
    return { store, before, undone, setPagesMax, close };
  }

  const failing: Readonly<Record<string, (store: ChainStore) => void>> = {
    "a block": (store) => {
      for (;;) acceptOne(store);
    },
    "blocks together": (store) =>
      store.together(() => {
        for (;;) acceptOne(store);
      }),
    "a setting": (store) => store.metadata.setText("a setting", "x".repeat(100_000)),
  };

  test.each(Object.entries(failing))(
    "returns to the first one, and leaves none: %s",
    (_, write) => {
      const { store, before, undone, setPagesMax, close } = fullStore();
      expect(() => write(store)).toThrow("database or disk is full");
      expect(heightOf(store)).toBe(1n);
      expect(plain(store.digest())).toEqual(before);
      expect(undone).toHaveBeenCalledTimes(1);
      expect(() => store.snapshots.revertTo(1)).toThrow("There is no snapshot 1");
      setPagesMax(1_000_000);
      acceptOne(store);
      store.snapshots.take();
      acceptOne(store);
      store.snapshots.revertTo(1);
      expect(heightOf(store)).toBe(2n);
      close();
    },
  );
});
