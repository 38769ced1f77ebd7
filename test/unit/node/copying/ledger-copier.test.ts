import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { encodeBech32 } from "../../../../src/formats/bech32.ts";
import type { OpenChain } from "../../../../src/node/chain/open-chain.ts";
import {
  LedgerCopier,
  type LedgerCopierOptions,
} from "../../../../src/node/copying/ledger-copier.ts";
import { readEvent } from "../../../../src/replay/event.ts";
import { Replay } from "../../../../src/replay/replay.ts";
import { canonicalText, ledgerRows, rowTables } from "../../../../src/store/ledger/rows.ts";
import { Archive } from "../../../../src/store/postgres/archive.ts";
import { LedgerDatabase } from "../../../../src/store/postgres/ledger-database.ts";
import { openHistoryChain } from "../../../support/history-chain.ts";
import { missingPostgres, TestPostgres } from "../../../support/postgres.ts";
import { canMount, mount, unmount } from "../../../support/tmpfs.ts";

function crossingRow(chainByte: number, height: number, ordinal: number) {
  return {
    chain_id: new Uint8Array(32).fill(chainByte),
    height,
    position: 2,
    ordinal,
    id: new Uint8Array(32).fill(3),
    kind: "import",
    time: null,
    is_verified: 1,
    tx_id: new Uint8Array(32).fill(height),
    output_index: ordinal,
    asset_id: new Uint8Array(32),
    amount: 2n ** 64n - 1n,
    threshold: null,
    locktime: null,
    addresses: null,
  };
}

const missing = missingPostgres();
if (missing !== undefined) console.log(`the ledger in PostgreSQL: not tested, since ${missing}`);

describe.skipIf(missing !== undefined)("the ledger in PostgreSQL", () => {
  let server: TestPostgres;
  let name: string;
  let chain: OpenChain;
  let lines: AsyncIterator<string>;
  let replay: Replay;
  const opened: Archive[] = [];

  beforeAll(async () => {
    server = await TestPostgres.start();
  });
  afterAll(() => server?.remove());
  beforeEach(async () => {
    name = await server.newDatabase();
    const { source, opened: history } = await openHistoryChain("small");
    chain = history;
    lines = source.lines()[Symbol.asyncIterator]();
    replay = new Replay({ opened: chain, machineClock: () => 0n, mode: "trusted", compare: false });
    chain.store.together(() => chain.store.ledger.outbox.turn(true));
  });
  afterEach(async () => {
    for (const archive of opened.splice(0)) await archive.close();
    await chain.close();
  });

  const tip = () => Number(chain.store.blocks.lastAccepted().height);

  /** Executes recorded blocks up to a height, all by default. */
  async function executeTo(height = Number.MAX_SAFE_INTEGER): Promise<void> {
    while (tip() < height) {
      const line = await lines.next();
      if (line.done === true) break;
      await replay.apply(readEvent(line.value));
    }
    replay.commit();
  }

  function open(options: Partial<LedgerCopierOptions> & { readonly epoch?: string } = {}) {
    const owner = { storeID: "one", network: "local", hasArchived: false };
    const archive = Archive.at(server.url(name), owner);
    opened.push(archive);
    const { avaxAssetID, network } = chain.context;
    const { epoch = "1", ...others } = options;
    const database = new LedgerDatabase(archive.connection, {
      avaxAssetID,
      hrp: network.hrp,
      epoch,
    });
    const { store } = chain;
    const copier = new LedgerCopier({ store, database, mayRewind: false, ...others });
    return { archive, database, copier };
  }

  it("copies what crossed between chains, each row once, in the order of its chain", async () => {
    await executeTo(3);
    const { archive, copier } = open();
    const { crossings } = chain.store.ledger;
    const add = (chainByte: number, height: number, ordinal = 0) =>
      chain.store.together(() => crossings.add([crossingRow(chainByte, height, ordinal)]));
    const copied = () =>
      archive.connection.rows(
        "SELECT height, position, ordinal, amount FROM ledger_crossings ORDER BY chain_id, height, ordinal",
      );
    add(1, 5);
    add(1, 5, 1);
    add(2, 9);
    await copier.copyAll();
    expect(await copied()).toHaveLength(3);
    // The DAG of a chain may come after its blocks, and another copier begins with what is there.
    add(1, 0);
    add(1, 6);
    await open().copier.copyAll();
    // After a failure the first one reads again what is there.
    await expect(copier.copyAll()).rejects.toThrow("duplicate key");
    await copier.copyAll();
    expect(await copied()).toEqual(
      [
        [0, 0],
        [5, 0],
        [5, 1],
        [6, 0],
        [9, 0],
      ].map(([height, ordinal]) => [`${height}`, "2", `${ordinal}`, "18446744073709551615"]),
    );
    // Of another epoch.
    await open({ epoch: "2" }).copier.copyAll();
    expect(await copied()).toHaveLength(5);
  });

  it("has a view of what crossed, and finds it by the addresses of either chain", async () => {
    await executeTo();
    const { archive, copier } = open();
    const { store, context } = chain;
    const database = store.database();
    const output = database
      .prepare("SELECT * FROM ledger_outputs WHERE exported_to IS NOT NULL")
      .get() as { readonly tx_id: Uint8Array; readonly output_index: number };
    const imported = database.prepare("SELECT * FROM ledger_imports").get() as typeof output;
    const owner = new Uint8Array(20).fill(9);
    const exportRow = {
      ...crossingRow(7, 12, 1),
      kind: "export",
      tx_id: imported.tx_id,
      output_index: imported.output_index,
      threshold: 1,
      locktime: 0n,
      addresses: Uint8Array.from([...new Uint8Array(20).fill(8), ...owner]),
    };
    const importRow = {
      ...crossingRow(7, 11, 0),
      tx_id: output.tx_id,
      output_index: output.output_index,
    };
    store.together(() => store.ledger.crossings.add([importRow, exportRow]));
    await copier.copyAll();
    const rows = archive.connection.rows.bind(archive.connection);
    const all = await rows(
      "SELECT kind, height, owners[1], platform_height IS NOT NULL FROM crossings ORDER BY height",
    );
    const [first, second] = all;
    expect(first).toEqual(["import", "11", expect.stringMatching(/^P-custom1/), "t"]);
    expect(second).toEqual(["export", "12", expect.stringMatching(/^P-custom1/), "t"]);
    const of = async (address: string) =>
      (await rows("SELECT height FROM crossings_of($1)", [address])).flat();
    expect(await of(first![2]!)).toEqual(["11"]);
    expect(await of(`P-${encodeBech32(context.network.hrp, owner)}`)).toEqual(["12"]);
    expect(await of(`P-${encodeBech32(context.network.hrp, new Uint8Array(20))}`)).toEqual([]);
  });

  async function copiedTexts(database: LedgerDatabase, height: number): Promise<string[]> {
    const texts: string[] = [];
    for (const table of rowTables) {
      for await (const row of database.rows(table, height)) {
        texts.push(`${table} ${canonicalText(table, row)}`);
      }
    }
    return texts;
  }

  function textsAt(height: number): string[] {
    const order = "key" as const;
    return rowTables.flatMap((table) =>
      [...ledgerRows(chain.store.database(), table, { from: 0, to: height, order })].map(
        (row) => `${table} ${canonicalText(table, row)}`,
      ),
    );
  }

  it("has the rows of the store, whether they are copied with each block or all at once", async () => {
    const { copier, database } = open();
    while (tip() < 43) {
      await executeTo(tip() + 1);
      await copier.copyAll();
      expect(copier.state()).toMatchObject({ height: tip(), blocksBehind: 0 });
    }
    expect(await copiedTexts(database, 43)).toEqual(textsAt(43));
    expect(await copiedTexts(database, 20)).toEqual(textsAt(20));
    // The outbox keeps no more than what is not copied.
    expect(chain.store.ledger.outbox.after(0, 10).length).toBeLessThan(3);
    name = await server.newDatabase();
    const other = open();
    await other.copier.copyAll();
    expect(await copiedTexts(other.database, 43)).toEqual(textsAt(43));
  });

  it("continues from its cursor after a restart, from the outbox or without it", async () => {
    await executeTo(10);
    await open().copier.copyAll();
    await executeTo(20);
    const second = open();
    await second.copier.copyAll();
    expect(await copiedTexts(second.database, 20)).toEqual(textsAt(20));
    chain.store.together(() => chain.store.ledger.outbox.turn(false));
    await executeTo(30);
    chain.store.together(() => chain.store.ledger.outbox.turn(true));
    await executeTo();
    const third = open({ batchBlocks: 3 });
    await third.copier.copyAll();
    expect(await copiedTexts(third.database, 43)).toEqual(textsAt(43));
  });

  it("goes back to the common block of another past", async () => {
    await executeTo();
    const { copier, database } = open();
    await copier.copyAll();
    const back = { height: 17, blockID: chain.store.blocks.byHeight(17n)!.id };
    await database.undo(await database.cursor(), back);
    expect(await copiedTexts(database, 43)).toEqual(textsAt(17));
    await open().copier.copyAll();
    expect(await copiedTexts(database, 43)).toEqual(textsAt(43));
    // As after blocks that the store does not have any more.
    await server.query(
      name,
      "UPDATE ledger_blocks SET id = sha256(id) WHERE height > 25; UPDATE couloir_ledger SET block_id = sha256(block_id)",
    );
    await open({ mayRewind: true }).copier.copyAll();
    expect(await copiedTexts(database, 43)).toEqual(textsAt(43));
    const { rows } = { rows: await server.query(name, "SELECT height FROM couloir_ledger") };
    expect(rows).toEqual([{ height: "43" }]);
  });

  it("is copied again when the rows of old blocks have changed", async () => {
    await executeTo(20);
    await open().copier.copyAll();
    await server.query(name, "UPDATE ledger_outputs SET amount = 0");
    const { copier, database } = open({ epoch: "2" });
    await copier.copyAll();
    expect(await copiedTexts(database, 20)).toEqual(textsAt(20));
  });

  it("catches up when its server answers again, and says since when it did not", async () => {
    await executeTo(10);
    const problems: (string | undefined)[] = [];
    const { copier, database } = open({ onProblem: (problem) => problems.push(problem) });
    await copier.copyAll();
    await server.kill();
    await executeTo(20);
    copier.request();
    await waitUntil(() => copier.state().problem !== undefined);
    expect(copier.state()).toMatchObject({
      height: 10,
      blocksBehind: 10,
      problem: { reason: expect.stringMatching(/^PostgreSQL at /), since: expect.any(Date) },
    });
    await executeTo();
    await server.run();
    await waitUntil(() => copier.state().problem === undefined);
    expect(copier.state()).toMatchObject({ height: 43, blocksBehind: 0 });
    expect(problems.at(-1)).toBeUndefined();
    await copier.stop();
    expect(await copiedTexts(database, 43)).toEqual(textsAt(43));
  });

  /** Lets a copy fail while later blocks are executed, and then succeed. */
  async function expectRecovery(
    reason: RegExp,
    { fail, repair }: { readonly fail: () => Promise<void>; readonly repair: () => Promise<void> },
  ): Promise<void> {
    await executeTo(10);
    const { copier, database } = open();
    await copier.copyAll();
    await fail();
    await executeTo();
    copier.request();
    await waitUntil(() => reason.test(copier.state().problem?.reason ?? ""));
    expect(copier.state()).toMatchObject({ height: 10, blocksBehind: 33 });
    await repair();
    await waitUntil(() => copier.state().problem === undefined && copier.state().height === 43);
    await copier.stop();
    expect(await copiedTexts(database, 43)).toEqual(textsAt(43));
  }

  it("catches up when its database can be written again", async () => {
    const set = async (action: string) => {
      await server.query("postgres", `ALTER DATABASE ${name} ${action}`);
      await server.query(
        "postgres",
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
      );
    };
    await expectRecovery(/read-only transaction/, {
      fail: () => set("SET default_transaction_read_only = on"),
      repair: () => set("RESET default_transaction_read_only"),
    });
  });

  it.skipIf(!canMount)("catches up when the disk of its server has space again", async () => {
    const disk = mkdtempSync(join(tmpdir(), "couloir-pg-disk-"));
    const { uid, gid } = statSync(server.directory);
    mount(disk, `size=32m,uid=${uid},gid=${gid},mode=700`);
    const filler = join(disk, "filler");
    try {
      await server.query("postgres", `CREATE TABLESPACE small LOCATION '${disk}'`);
      await server.query("postgres", `ALTER DATABASE ${name} SET TABLESPACE small`);
      await expectRecovery(/No space left on device/, {
        fail: async () => fill(filler),
        repair: async () => rmSync(filler),
      });
      for (const archive of opened.splice(0)) await archive.close();
      await server.query("postgres", `DROP DATABASE ${name}`);
      await server.query("postgres", "DROP TABLESPACE small");
    } finally {
      unmount(disk);
      rmSync(disk, { recursive: true });
    }
  });

  it("does not write where another program has moved the cursor", async () => {
    await executeTo(10);
    const { copier } = open();
    await copier.copyAll();
    await server.query(name, "UPDATE couloir_ledger SET height = 5");
    await executeTo(12);
    await expect(copier.copyAll()).rejects.toThrow(/it does not end at height 10\./);
  });

  it("waits until the ledger of the store is filled", async () => {
    await executeTo(10);
    const database = chain.store.database();
    database.exec("INSERT INTO ledger_gaps VALUES (3, 5)");
    chain.store.ledger.reload();
    const { copier } = open();
    await copier.copyAll();
    expect(copier.state()).toMatchObject({ height: -1, isWaiting: true });
    database.exec("DELETE FROM ledger_gaps");
    chain.store.ledger.reload();
    await copier.copyAll();
    expect(copier.state()).toMatchObject({ height: 10, isWaiting: false });
  });

  it("notifies listeners of each block", async () => {
    await executeTo(3);
    const { copier } = open();
    await copier.copyAll();
    const { default: pg } = await import("pg");
    const client = new pg.Client({ connectionString: server.url(name) });
    await client.connect();
    const payloads: (string | undefined)[] = [];
    client.on("notification", ({ payload }) => payloads.push(payload));
    await client.query("LISTEN couloir_ledger");
    await executeTo(6);
    await copier.copyAll();
    await waitUntil(() => payloads.length === 3);
    expect(payloads).toEqual(["4", "5", "6"]);
    await client.end();
  });
});

/** Writes until the disk is full. */
function fill(path: string): void {
  const file = openSync(path, "w");
  try {
    for (const bytes of [65_536, 4_096]) {
      const chunk = Buffer.alloc(bytes);
      try {
        while (writeSync(file, chunk) === bytes) {}
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      }
    }
  } finally {
    closeSync(file);
  }
}

async function waitUntil(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 20));
}
