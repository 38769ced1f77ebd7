import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { nodeConfig } from "../../../src/cli/config.ts";
import { readRawConfig } from "../../../src/cli/raw-config.ts";
import { run } from "../../../src/cli/run.ts";
import { startNode } from "../../../src/index.ts";
import { configuredNetwork } from "../../../src/node/chain/configured-network.ts";
import { type OpenChain, openChain } from "../../../src/node/chain/open-chain.ts";
import { lockForWriter, openFile, openSqlite } from "../../../src/store/sqlite.ts";
import { historyGenesisFile, readHistory } from "../../support/histories.ts";

async function couloir(...args: string[]): Promise<{ code: number; text: string }> {
  let text = "";
  const write = (more: string) => {
    text += more;
  };
  const terminal = { environment: {}, out: write, err: write, columns: undefined };
  return { code: await run(args, terminal), text };
}

const genesis = historyGenesisFile("small").pathname;
const { networkID, upgrades } = readHistory("small");

/** Of a store with the history `small`. */
const flagsOf = (directory: string) => [
  `--data-dir=${directory}`,
  `--network-id=${networkID}`,
  `--genesis-file=${genesis}`,
  `--upgrade-file-content=${Buffer.from(JSON.stringify(upgrades)).toString("base64")}`,
];

it("finds what is broken in a store, by executing its blocks again", async () => {
  const directory = mkdtempSync(join(tmpdir(), "couloir-verify-test-"));
  const flags = flagsOf(directory);
  const file = join(directory, "db", `network-${networkID}`, "chain.sqlite");
  try {
    expect(await couloir("verify", ...flags)).toEqual({
      code: 1,
      text: expect.stringMatching(/^there is no chain of network network-\d+ at .*\n$/),
    });
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "not a database");
    expect((await couloir("verify", ...flags)).text).toMatch(
      /^.* is not a SQLite database\. .*\n$/,
    );
    expect((await couloir("verify", ...flags)).text).toContain(file);
    // SQLite counts a file of one byte as empty, too.
    writeFileSync(file, "x");
    expect(await couloir("verify", ...flags)).toEqual({
      code: 1,
      text: expect.stringContaining(`${file} has no tables. The store is damaged`),
    });
    writeFileSync(file, "");
    for (const command of [["verify"], ["digest"], ["index", "verify"]]) {
      expect(await couloir(...command, ...flags)).toEqual({
        code: 1,
        text: expect.stringMatching(/^there is no (chain|store) of network network-\d+ at .*\n$/),
      });
    }
    rmSync(file);
    const folder = genesis.slice(0, genesis.lastIndexOf("/"));
    expect(
      (await couloir("replay", folder, "--rules=avalanchego-1.12", `--data-dir=${directory}`)).code,
    ).toBe(0);
    const good = await couloir("verify", ...flags);
    expect(good).toEqual({
      code: 0,
      text: expect.stringMatching(/executed \d+ blocks\nall is well\n/),
    });

    const database = openFile(file, {});
    database.exec(
      "UPDATE utxo_owners SET amount = amount + 1 WHERE utxo_id = (SELECT min(utxo_id) FROM utxo_owners)",
    );
    database.close();
    const bad = await couloir("verify", ...flags);
    expect(bad.code).toBe(1);
    expect(bad.text).toMatch(/page \d+ does not match its checksum/);
    expect(bad.text).toMatch(
      /table utxo_owners: 1 rows do not follow from the blocks, 1 are missing/,
    );

    truncateSync(file);
    expect(await couloir("verify", ...flags)).toEqual({
      code: 1,
      text: expect.stringContaining(`${file} is missing or empty\n`),
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

it("compares the rows of the ledger that were not removed, and names the others", async () => {
  const directory = mkdtempSync(join(tmpdir(), "couloir-verify-test-"));
  const flags = flagsOf(directory);
  const changed = async (change: (opened: OpenChain) => void) => {
    const config = nodeConfig(await readRawConfig(flags, {}));
    const opened = await openChain(config, configuredNetwork(config), 2_000_000_000n, true);
    change(opened);
    await opened.close();
    return couloir("verify", ...flags);
  };
  const notCompared = "the ledger's rows of heights 0 to 19 are not compared";
  try {
    const folder = genesis.slice(0, genesis.lastIndexOf("/"));
    await couloir("replay", folder, "--rules=avalanchego-1.12", `--data-dir=${directory}`);
    // What waits for the sweep is no fault.
    const unswept = await changed(({ store }) => {
      while (store.together(() => store.ledger.pruning.step(20)));
    });
    expect(unswept).toMatchObject({ code: 0, text: expect.stringContaining(notCompared) });
    const swept = await changed(({ store }) => {
      while (store.together(() => store.ledger.pruning.step(20, 1)));
    });
    expect(swept).toMatchObject({ code: 0, text: expect.stringContaining(notCompared) });
    const wrong = await changed(({ store }) => {
      const run = (sql: string) =>
        store.together(() => store.database().prepare(sql).run().changes);
      expect(run("UPDATE ledger_txs SET burned = burned + 1 WHERE height = 30")).toBeGreaterThan(0);
      expect(run("DELETE FROM ledger_blocks WHERE height = 30")).toBe(1);
      expect(
        run("DELETE FROM ledger_outputs WHERE created_height < 20 AND spent_height IS NULL"),
      ).toBeGreaterThan(1);
    });
    expect(wrong.code).toBe(1);
    expect(wrong.text).toMatch(
      /table ledger_txs: [1-9]\d* rows do not follow .*, [1-9]\d* are missing/,
    );
    expect(wrong.text).toMatch(/table ledger_blocks: 0 rows do not follow .*, 1 are missing/);
    expect(wrong.text).toMatch(/table ledger_outputs: 0 rows do not follow/);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

it("finds nothing in the store of a dev node that moved its clock ahead", async () => {
  const directory = mkdtempSync(join(tmpdir(), "couloir-verify-test-"));
  try {
    {
      await using node = await startNode({ dataDirectory: directory });
      await node.call("dev.increaseTime", { seconds: 14 * 86400 });
      await node.call("dev.increaseTime", { seconds: 14 * 86400 });
    }
    expect(await couloir("verify", `--data-dir=${directory}`)).toEqual({
      code: 0,
      text: expect.stringMatching(/executed 2 blocks\nall is well\n/),
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

it("verifies and starts a store behind a symbolic link", async () => {
  const directory = mkdtempSync(join(tmpdir(), "couloir-verify-link-"));
  const file = join(directory, "db", "local", "chain.sqlite");
  const target = join(directory, "other-disk.sqlite");
  try {
    const start = async () => (await startNode({ dataDirectory: directory })).stop();
    await start();
    for (const suffix of ["", ".sums"]) renameSync(file + suffix, target + suffix);
    symlinkSync(target, file);
    await start();
    expect(await couloir("verify", `--data-dir=${directory}`)).toMatchObject({ code: 0 });
    expect(existsSync(`${file}.sums`)).toBe(false);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

it("says that it does not compare a state that calls of the dev API changed", async () => {
  const directory = mkdtempSync(join(tmpdir(), "couloir-verify-test-"));
  try {
    {
      await using node = await startNode({ dataDirectory: directory });
      const address = "P-local1rz9djj8vlj2k7tf7rm57czcwxmjtajhlfv0rp6";
      await node.call("dev.fund", { address, amount: "1" });
    }
    expect(await couloir("verify", `--data-dir=${directory}`)).toEqual({
      code: 0,
      text: "the state is not compared with the blocks, because calls of the dev API changed it outside of blocks\nall is well\n",
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

it("rejects the store of a running node, with one process or several", async () => {
  const directory = mkdtempSync(join(tmpdir(), "couloir-verify-test-"));
  const file = join(directory, "db", "local", "chain.sqlite");
  const refused = {
    code: 1,
    text: `${file} is in use by another process. Stop that node, or choose another --data-dir.\n`,
  };
  try {
    {
      await using _node = await startNode({ dataDirectory: directory });
      expect(await couloir("verify", `--data-dir=${directory}`)).toEqual(refused);
    }
    expect(await couloir("verify", `--data-dir=${directory}`)).toMatchObject({ code: 0 });
    const lock = lockForWriter(file);
    const shared = openSqlite(file, "shared");
    try {
      expect(await couloir("verify", `--data-dir=${directory}`)).toEqual(refused);
    } finally {
      shared.close();
      lock.close();
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

it("executes a local chain that is older than the newest local genesis", async () => {
  const directory = mkdtempSync(join(tmpdir(), "couloir-verify-test-"));
  try {
    {
      await using node = await startNode({
        dataDirectory: directory,
        timestamp: new Date("2024-08-01"),
      });
      await node.call("dev.increaseTime", { seconds: 400 * 86_400 });
    }
    expect(await couloir("verify", `--data-dir=${directory}`)).toEqual({
      code: 0,
      text: expect.stringMatching(/executed \d+ blocks\nall is well\n/),
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
