import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { run } from "../../../src/cli/run.ts";
import { startNode } from "../../../src/index.ts";
import { openFile } from "../../../src/store/sqlite.ts";
import { storeCrossings } from "../../support/follow/stored-crossings.ts";
import { historyGenesisFile, readHistory } from "../../support/histories.ts";

async function couloir(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const said = { out: "", err: "" };
  const terminal = {
    environment: {},
    out: (text: string) => {
      said.out += text;
    },
    err: (text: string) => {
      said.err += text;
    },
    columns: undefined,
  };
  return { code: await run(args, terminal), ...said };
}

it("compares every row of a store with what execution yields", async () => {
  const directory = mkdtempSync(join(tmpdir(), "couloir-ledger-verify-test-"));
  const genesis = historyGenesisFile("small").pathname;
  const folder = genesis.slice(0, genesis.lastIndexOf("/"));
  const { networkID, upgrades } = readHistory("small");
  const upgradeFile = Buffer.from(JSON.stringify(upgrades)).toString("base64");
  const flags = [
    `--data-dir=${directory}`,
    `--network-id=${networkID}`,
    `--genesis-file=${genesis}`,
    `--upgrade-file-content=${upgradeFile}`,
  ];
  const change = (sql: string) => {
    const file = join(directory, "db", `network-${networkID}`, "chain.sqlite");
    const database = openFile(file, {});
    database.exec(sql);
    database.close();
  };
  try {
    expect(await couloir("ledger", "verify", ...flags)).toEqual({
      code: 2,
      out: "",
      err: expect.stringMatching(/^there is no chain of network network-\d+ at .*\n$/),
    });
    await couloir("replay", folder, "--rules=avalanchego-1.12", `--data-dir=${directory}`);
    expect(await couloir("ledger", "verify", ...flags)).toEqual({
      code: 0,
      out: expect.stringMatching(
        /^executed 43 blocks\nblocks: 44 rows, equal\n(\w+: [\d,]+ rows, equal\n){15}every row up to height 43 follows from the blocks\n$/,
      ),
      err: "",
    });

    change(`UPDATE ledger_outputs SET amount = amount + 1 WHERE created_height = 5;
      DELETE FROM ledger_txs WHERE height = 7;
      INSERT INTO ledger_days VALUES (1, 0, 0, 0, 0, 0, 0, 0);
      UPDATE ledger_blocks SET proposer = x'00' WHERE height = 2;`);
    const { code, out, err } = await couloir("ledger", "verify", ...flags);
    expect(code).toBe(1);
    expect(out).toMatch(/\nblocks: 44 rows, equal\n/);
    expect(out).toMatch(/\ntxs: \d+ rows, \d+ different\n/);
    expect(out).toMatch(/\n\d+ rows differ from what execution yields\n$/);
    expect(err).toMatch(/^height 7, txs, height 7 position 0: is missing\n/);
    expect(err).toMatch(
      /\nheight 5, outputs, tx_id 0x[\da-f]{64} output_index \d: amount is \d+ instead of \d+\n/,
    );
    expect(err).toMatch(/\nheight 0, days, day 1: does not follow from the blocks\n/);

    change("INSERT INTO ledger_gaps VALUES (3, 9)");
    const partial = await couloir("ledger", "verify", ...flags);
    expect(partial.out).toMatch(/^executed 2 blocks\nblocks: 3 rows, equal\n/);
    expect(partial.err).toBe("height 0, days, day 1: does not follow from the blocks\n");
    change("UPDATE ledger_gaps SET from_height = 0");
    expect(await couloir("ledger", "verify", ...flags)).toMatchObject({
      code: 2,
      err: "the ledger of this store has no rows from the genesis on: let the node fill it, with --ledger\n",
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

it("compares what crossed between chains with their stored containers", async () => {
  const directory = mkdtempSync(join(tmpdir(), "couloir-ledger-verify-test-"));
  const dataDirectory = join(directory, "node");
  const flags = [`--data-dir=${dataDirectory}`];
  try {
    await (await startNode({ dataDirectory })).stop();
    const verify = (...more: string[]) => couloir("ledger", "verify", ...flags, ...more);
    // No chain is followed.
    expect((await verify()).out).not.toMatch(/crossings/);
    await storeCrossings(dataDirectory, 2);
    expect(await verify()).toMatchObject({
      code: 0,
      out: expect.stringContaining("\ncrossings: 3 rows, equal\n"),
      err: "",
    });
    const folder = join(directory, "exported");
    await couloir("ledger", "export", `--out=${folder}`, "--format=ndjson", ...flags);
    const change = (sql: string) => {
      const database = openFile(join(dataDirectory, "db", "local", "chain.sqlite"), {});
      database.exec(sql);
      database.close();
    };
    change(`DELETE FROM ledger_crossings WHERE height = 2;
      UPDATE ledger_crossings SET amount = 6 WHERE height = 1 AND ordinal = 1;`);
    const { code, out, err } = await verify();
    expect(code).toBe(1);
    expect(out).toContain("\ncrossings: 2 rows, 2 different\n");
    expect(err).toMatch(
      /^height 1, crossings, chain_id 0x[\da-f]{64} height 1 position 0 ordinal 1: amount is 6 instead of 1\n/,
    );
    expect(err).toMatch(/height 2, crossings, .* ordinal 0: is missing\n$/);
    // The folder has the rows of before.
    expect(await verify(`--folder=${folder}`)).toMatchObject({ code: 0, err: "" });
    const file = join(folder, "crossings", "all.ndjson");
    const lines = readFileSync(file, "utf8").trim().split("\n");
    writeFileSync(file, `${lines.slice(1).join("\n")}\n`);
    const changed = await verify(`--folder=${folder}`);
    expect(changed.code).toBe(1);
    expect(changed.err).toMatch(/ordinal 0: is missing\n/);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

it("reads the store of a running node, and what a developer made outside of blocks", async () => {
  const directory = mkdtempSync(join(tmpdir(), "couloir-ledger-verify-test-"));
  try {
    await using node = await startNode({ dataDirectory: directory });
    const address = "P-local1rz9djj8vlj2k7tf7rm57czcwxmjtajhlfv0rp6";
    await node.call("dev.fund", { address, amount: "1" });
    await node.call("dev.increaseTime", { seconds: 14 * 86400 });
    for (const amount of ["2", "3"]) await node.call("dev.fund", { address, amount });
    await node.call("dev.increaseTime", { seconds: 14 * 86400 });
    expect(await couloir("ledger", "verify", `--data-dir=${directory}`)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/every row up to height 2 follows from the blocks\n$/),
      err: "",
    });
    await node.call("dev.increaseTime", { seconds: 14 * 86400 });
    expect(await couloir("ledger", "verify", `--data-dir=${directory}`)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/every row up to height 3 follows from the blocks\n$/),
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

it("adds what a developer made once if a proposal follows it", async () => {
  const directory = mkdtempSync(join(tmpdir(), "couloir-ledger-verify-test-"));
  try {
    {
      await using node = await startNode({ dataDirectory: directory });
      const address = "P-local1rz9djj8vlj2k7tf7rm57czcwxmjtajhlfv0rp6";
      await node.call("dev.fund", { address, amount: "18446744073709551615" });
      await node.call("dev.increaseTime", { seconds: 400 * 86400 });
    }
    expect(await couloir("ledger", "verify", `--data-dir=${directory}`)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/every row up to height 11 follows from the blocks\n$/),
      err: "",
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

it("names the commands that there are", async () => {
  expect(await couloir("ledger", "verfy")).toMatchObject({
    code: 1,
    err: expect.stringContaining("unknown command: ledger verfy (did you mean verify?)"),
  });
});
