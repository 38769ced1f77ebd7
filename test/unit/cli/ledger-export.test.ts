import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { exportTables, type Manifest } from "../../../src/cli/export/export-tables.ts";
import { ndjsonFiles } from "../../../src/cli/export/ndjson-file.ts";
import { parquetFiles } from "../../../src/cli/export/parquet-file.ts";
import { run } from "../../../src/cli/run.ts";
import { parseNodeId } from "../../../src/formats/node-id.ts";
import { startNode as startEmbedded } from "../../../src/index.ts";
import { ledgerRows, type RowTable, rowTables } from "../../../src/store/ledger/rows.ts";
import { ledgerSchema } from "../../../src/store/ledger/schema.ts";
import { openFile } from "../../../src/store/sqlite.ts";
import { callNode } from "../../support/call-node.ts";
import { historyGenesisFile, readHistory } from "../../support/histories.ts";
import { missingPostgres, TestPostgres } from "../../support/postgres.ts";
import { startNode } from "../../support/start-node.ts";
import { canMount, mount, unmount } from "../../support/tmpfs.ts";

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

const directory = mkdtempSync(join(tmpdir(), "couloir-ledger-export-"));
const genesis = historyGenesisFile("small").pathname;
const history = genesis.slice(0, genesis.lastIndexOf("/"));
const { networkID, upgrades } = readHistory("small");
const flagsOf = (name: string) => [
  `--data-dir=${join(directory, name)}`,
  `--network-id=${networkID}`,
  `--genesis-file=${genesis}`,
  `--upgrade-file-content=${Buffer.from(JSON.stringify(upgrades)).toString("base64")}`,
];
const out = (name: string) => join(directory, name);
const manifestOf = (name: string) =>
  JSON.parse(readFileSync(join(out(name), "manifest.json"), "utf8")) as Manifest;
const storeOf = (name: string) =>
  openFile(join(directory, name, "db", `network-${networkID}`, "chain.sqlite"), {});

beforeAll(async () => {
  for (const name of ["one", "two"]) {
    await couloir(
      "replay",
      history,
      "--rules=avalanchego-1.12",
      `--data-dir=${join(directory, name)}`,
    );
  }
  for (const format of ["parquet", "csv", "ndjson"]) {
    const args = ["--format", format, "--out", out(format)];
    const written = await couloir("ledger", "export", ...args, ...flagsOf("one"));
    expect(written).toMatchObject({ code: 0, err: "" });
    expect(written.out).toMatch(
      /^wrote [\d,]+ rows of heights 0 to 43 to 17 files in .*\ndigest [0-9a-f]{64}\n$/,
    );
  }
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** The rows as the store has them. */
function stored(name: RowTable) {
  const database = storeOf("one");
  try {
    return [...ledgerRows(database, name, { from: 0, to: 43 })] as Record<string, unknown>[];
  } finally {
    database.close();
  }
}

describe("an export", () => {
  it("has the same digests in every format, and from another node", async () => {
    const { format, ...parquet } = manifestOf("parquet");
    expect(format).toBe("parquet");
    for (const other of ["csv", "ndjson"]) expect(manifestOf(other).sha256).toBe(parquet.sha256);
    // What a node saw of the network may differ.
    const database = storeOf("two");
    database.exec("UPDATE ledger_blocks SET proposer = x'00'");
    database.close();
    const args = ["--format=csv", `--out=${out("again")}`];
    const written = await couloir("ledger", "export", ...args, ...flagsOf("two"));
    expect(written.out).toContain(`digest ${parquet.sha256}\n`);
    const changed = storeOf("two");
    changed.exec("UPDATE ledger_txs SET burned = burned + 1 WHERE height = 9");
    changed.close();
    await couloir("ledger", "export", "--format=csv", `--out=${out("bad")}`, ...flagsOf("two"));
    expect(manifestOf("bad").sha256).not.toBe(parquet.sha256);
    const differing = rowTables.filter(
      (name) =>
        manifestOf("bad").tables[name]!.files[0]!.sha256 !== parquet.tables[name]!.files[0]!.sha256,
    );
    expect(differing).toEqual(["txs"]);
  });

  it.each(rowTables)("has every column of %s in Parquet and as JSON", async (name) => {
    const [file] = manifestOf("parquet").tables[name]!.files;
    const rows = stored(name);
    expect(file!.rows).toBe(rows.length);
    const read = await parquetReadObjects({
      file: await asyncBufferFromFile(join(out("parquet"), file!.path)),
      utf8: false,
    });
    expect(read.map(comparable)).toEqual(rows.map(comparable));
    const lines = readFileSync(
      join(out("ndjson"), file!.path.replace("parquet", "ndjson")),
      "utf8",
    );
    const parsed = lines.split("\n").filter((line) => line !== "");
    expect(parsed.map((line) => JSON.parse(line))).toEqual(rows.map(jsonRow));
  });

  it("is divided by heights without changing a row", async () => {
    const database = storeOf("one");
    const folders = ["whole", "parts"].map((name) => mkdtempSync(join(directory, name)));
    const written = folders.map((folder, index) =>
      exportTables(database, {
        folder,
        kind: ndjsonFiles,
        from: 0,
        to: 43,
        ...(index === 1 && { heightsPerFile: 7 }),
        onProgress: () => {},
      }),
    );
    const [whole, parts] = await Promise.all(written);
    database.close();
    for (const name of rowTables) {
      const text = (index: number, files: readonly { readonly path: string }[]) =>
        files.map(({ path }) => readFileSync(join(folders[index]!, path), "utf8")).join("");
      expect(parts![name]!.files).toHaveLength(7);
      expect(text(1, parts![name]!.files)).toBe(text(0, whole![name]!.files));
    }
  });

  it("stores exact amounts beyond 63 bits in Parquet", async () => {
    const path = join(directory, "large.parquet");
    const file = parquetFiles(await import("hyparquet-writer")).open(path, ledgerSchema.days);
    const row = { day: 1, first_height: 1, last_height: 1, blocks: 1, txs: 1 };
    const burned = 18_446_744_073_709_551_615n;
    for (let i = 0; i < 3; i++) file.add({ ...row, rewards: 0n, burned, l1_fees: BigInt(i) });
    file.finish();
    file.close();
    const rows = await parquetReadObjects({ file: await asyncBufferFromFile(path) });
    expect(rows.map(({ burned: read, l1_fees }) => [read, l1_fees])).toEqual([
      [burned, 0n],
      [burned, 1n],
      [burned, 2n],
    ]);
  });
});

function comparable(row: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (value instanceof Uint8Array) return [name, Buffer.from(value).toString("hex")];
      return [
        name,
        typeof value === "number" ? String(value) : value === undefined ? null : String(value),
      ];
    }),
  );
}

function jsonRow(row: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (value instanceof Uint8Array) return [name, `0x${Buffer.from(value).toString("hex")}`];
      return [name, typeof value === "bigint" ? String(value) : value];
    }),
  );
}

describe("couloir ledger export", () => {
  it.each([
    [[], /^--format: expected parquet, csv, ndjson\n$/],
    [["--format=xml"], /^--format: expected parquet, csv, ndjson, got "xml"\n$/],
    [["--format=csv"], /^--out: expected a folder that does not exist\n$/],
    [["--format=csv", "--out=x", "--from=-1"], /^--from: expected a height, got "-1"\n$/],
    [
      ["--format=csv", "--out=x", "--from=100005"],
      /^--from: expected a multiple of 100000, because each file has that many heights, such as 100000, got 100005\n$/,
    ],
    [
      ["--format=csv", "--out=x", "--from=100000", "--to=5"],
      /^--to: expected a height from 100000 on, got 5\n$/,
    ],
    [["--format", "--out=x"], /^--format needs a value\n$/],
    [["--format=csv", "--out", "--from=0"], /^--out needs a value\n$/],
    [
      ["--format=csv", "--out=x", "--form", "3"],
      /^unknown flag: --form \(did you mean --format\?\)\n$/,
    ],
    [
      ["--format=csv", "--out=OLD/manifest.json/x"],
      /^--out: couldn't create .*: a part of the path is a file\n$/,
    ],
    [["--format=csv", "--out=x", "there"], /^unexpected argument: "there"\n$/],
    [
      ["--format=csv", "--out=NEW", "--to=44"],
      /^--to: expected a height up to 43, the last block, got 44\n$/,
    ],
    [
      ["--format=csv", "--out=NEW", "--from=100000"],
      /^--from: expected a height up to 43, the last block, got 100000\n$/,
    ],
    [["--format=csv", "--out=NEW/deeper"], /^--out: there is no folder .*: create it, or choose/],
    [["--format=csv", "--out=OLD"], /^--out: .* exists: choose a folder that does not/],
  ])("refuses %j by name, and leaves nothing", async (args, text) => {
    const before = readdirSync(directory).length;
    const given = args.map((each) => each.replace("NEW", out("new")).replace("OLD", out("csv")));
    const { code, err } = await couloir("ledger", "export", ...given, ...flagsOf("one"));
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(text) });
    expect(readdirSync(directory)).toHaveLength(before);
  });

  it("says how far a ledger is that lacks heights, and writes those that it has", async () => {
    const name = "lacking";
    await couloir(
      "replay",
      history,
      "--rules=avalanchego-1.12",
      `--data-dir=${join(directory, name)}`,
    );
    const database = storeOf(name);
    database.exec("INSERT INTO ledger_gaps VALUES (5, 9)");
    database.close();
    const args = ["--format=csv", `--out=${out("partial")}`, ...flagsOf(name)];
    expect(await couloir("ledger", "export", ...args)).toEqual({
      code: 1,
      out: "",
      err: "the ledger of this store is still being filled and has rows of heights 0 to 4, 10 to 43: wait until it is complete, or choose --from and --to in these heights\n",
    });
    expect(await couloir("ledger", "export", ...args, "--to=4")).toMatchObject({
      code: 0,
      err: "",
    });
  });

  it.each(["export", "verify"])(
    "ledger %s says which rows were removed, and where they are",
    async (command) => {
      const name = `removed-${command}`;
      const data = `--data-dir=${join(directory, name)}`;
      await couloir("replay", history, "--rules=avalanchego-1.12", data);
      const database = storeOf(name);
      // As --ledger-keep-blocks notes it.
      database.exec("INSERT INTO metadata VALUES ('ledger-local-from', CAST('20' AS BLOB))");
      database.close();
      const args = command === "export" ? ["--format=csv", `--out=${out("removed")}`] : [];
      const { code, err } = await couloir("ledger", command, ...args, ...flagsOf(name));
      expect(code).toBeGreaterThan(0);
      expect(err).toMatch(/^the rows of heights below 20 were removed from this store/);
      expect(err).toContain(
        command === "export" ? ": read the rows in PostgreSQL" : "add --db-url",
      );
    },
  );
});

describe("a signal", () => {
  it.each(["export", "verify"])("ends ledger %s, and leaves nothing", async (command) => {
    const temporary = mkdtempSync(join(directory, "tmp-"));
    vi.stubEnv("TMPDIR", temporary);
    const listeners = process.listenerCount("SIGHUP");
    try {
      const args = command === "export" ? ["--format=csv", `--out=${out("signal")}`] : [];
      const onListener = (name: string) => {
        if (name === "SIGHUP") setImmediate(() => process.emit("SIGHUP"));
      };
      process.on("newListener", onListener);
      const { code, err } = await couloir("ledger", command, ...args, ...flagsOf("one"));
      process.off("newListener", onListener);
      const said = "interrupted: what was written has been removed\n";
      expect({ code, err }).toEqual({ code: 129, err: command === "export" ? said : "" });
      expect(process.listenerCount("SIGHUP")).toBe(listeners);
      expect(readdirSync(temporary)).toEqual([]);
      expect(existsSync(out("signal"))).toBe(false);
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

describe("the temporary directory", () => {
  it.each(["export", "verify"])("is named by ledger %s if the copy fails", async (command) => {
    vi.stubEnv("TMPDIR", join(directory, "nowhere"));
    try {
      const args = command === "export" ? ["--format=csv", `--out=${out("uncopied")}`] : [];
      const { code, err } = await couloir("ledger", command, ...args, ...flagsOf("one"));
      expect(code).toBe(command === "export" ? 1 : 2);
      expect(err).toMatch(
        /^couldn't copy the store to the temporary directory .*nowhere: ENOENT.*: TMPDIR names another one\n$/,
      );
      expect(existsSync(out("uncopied"))).toBe(false);
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

describe.skipIf(!canMount)("on a full disk", () => {
  it("says so and removes what was written", async () => {
    const disk = mkdtempSync(join(directory, "disk-"));
    mount(disk, "size=64k");
    try {
      const args = ["--format=ndjson", `--out=${join(disk, "x")}`, ...flagsOf("one")];
      expect(await couloir("ledger", "export", ...args)).toEqual({
        code: 1,
        out: "",
        err: expect.stringMatching(
          /^--out: the disk of .* is full: free some space or choose another/,
        ),
      });
      expect(readdirSync(disk)).toEqual([]);
    } finally {
      unmount(disk);
    }
  });
});

describe("beside a running node", () => {
  it("reads the store without stopping the node", async () => {
    const folder = join(directory, "running");
    const node = await startEmbedded({ dataDirectory: folder });
    try {
      await callNode(node.url, "dev.increaseTime", { seconds: 86_400 }, "/ext/dev");
      const args = ["--format=csv", `--out=${out("live")}`, `--data-dir=${folder}`];
      expect(await couloir("ledger", "export", ...args)).toMatchObject({ code: 0, err: "" });
      const { result } = await callNode(node.url, "platform.getHeight");
      expect(manifestOf("live").toHeight).toBe(Number((result as { height: string }).height));
    } finally {
      await node.stop();
    }
  });
});

const noPostgres = missingPostgres();

describe.skipIf(noPostgres !== undefined)("PostgreSQL", () => {
  it("reads every file with COPY", async () => {
    const server = await TestPostgres.start();
    try {
      const name = await server.newDatabase();
      execFileSync("psql", ["-q", "-v", "ON_ERROR_STOP=1", "-f", "load.sql", server.url(name)], {
        cwd: out("csv"),
      });
      for (const table of rowTables) {
        const rows = await server.query(name, `SELECT * FROM ledger_${table}`);
        const found = rows.map((row) => JSON.stringify(comparable(row))).sort();
        const expected = stored(table).map((row) => JSON.stringify(comparable(row)));
        expect(found).toEqual(expected.sort());
      }
    } finally {
      await server.remove();
    }
  });
});

/** A Python with duckdb and pyarrow: `python3 -m venv V && V/bin/pip install duckdb pyarrow`, then COULOIR_ANALYST_PYTHON=V/bin/python. */
const python = process.env["COULOIR_ANALYST_PYTHON"];

describe.skipIf(python === undefined)("DuckDB and pyarrow", () => {
  it("read every column of every file", () => {
    const program = `
import duckdb, json, pathlib, pyarrow.parquet, sys
folder = pathlib.Path(sys.argv[1])
manifest = json.loads((folder / "manifest.json").read_text())
for name, table in manifest["tables"].items():
    for file in table["files"]:
        path = str(folder / file["path"])
        arrow = pyarrow.parquet.read_table(path)
        duck = duckdb.sql(f"SELECT * FROM read_parquet('{path}')")
        assert arrow.column_names == table["columns"] == duck.columns, name
        rows = duck.fetchall()
        assert len(rows) == file["rows"] == arrow.num_rows, name
        assert [tuple(row.values()) for row in arrow.to_pylist()] == rows, name
        for format in ["csv", "ndjson"]:
            other = str(folder.parent / format / file["path"].replace("parquet", format))
            reader = "read_csv" if format == "csv" else "read_json"
            assert len(duckdb.sql(f"SELECT * FROM {reader}('{other}')").fetchall()) == file["rows"] or file["rows"] == 0, other
`;
    execFileSync(python!, ["-c", program, out("parquet")], { stdio: "inherit" });
  });

  it("give what the methods give with the queries of the guide", async () => {
    const guide = readFileSync(new URL("../../../docs/guides/ledger.md", import.meta.url), "utf8");
    const queries = [...guide.matchAll(/```sql snippet\n(.*?)```/gs)].map(([, sql]) =>
      sql!.replaceAll("'export/", `'${out("parquet")}/`),
    );
    const program = `
import duckdb, json, sys
print(json.dumps([duckdb.sql(sql).fetchall() for sql in json.loads(sys.argv[1])], default=str))
`;
    const printed = execFileSync(python!, ["-c", program, JSON.stringify(queries)], {
      encoding: "utf8",
    });
    const [balances, rewards, days] = JSON.parse(printed) as (string | number)[][][];
    const node = await startNode({ chain: "small" });
    const ledger = async (method: string, params: Parameters<typeof callNode>[2]) =>
      (await callNode(node.url, `ledger.${method}`, params, "/ext/ledger")).result as never;
    try {
      const addresses = ["P-custom1xv25wvccpvxrkrrtzgwwmz98kylcmrkah2cxen"];
      const { balance } = (await ledger("getBalance", { addresses })) as { balance: string };
      expect(balances).toEqual([[balance]].map(([text]) => [Number(text)]));
      const { rewards: paid } = (await ledger("getRewards", {})) as {
        rewards: { nodeID: string; kind: string; amount: string }[];
      };
      const sums = new Map<string, [number, number, number]>();
      for (const { nodeID, kind, amount } of paid) {
        const [count, sum, shares] = sums.get(nodeID) ?? [0, 0, 0];
        const share = kind === "delegatee" ? Number(amount) : 0;
        sums.set(nodeID, [count + 1, sum + Number(amount), shares + share]);
      }
      const expected = [...sums].map(([nodeID, values]) => [
        Buffer.from(parseNodeId(nodeID)).toString("hex").toUpperCase(),
        ...values,
      ]);
      expect(rewards).toEqual(expected.sort((a, b) => Number(b[2]) - Number(a[2])));
      const { totals } = (await ledger("getTotals", {})) as {
        totals: Record<string, string | number>[];
      };
      expect(days).toEqual(
        totals.map((row) => [
          Date.parse(`${row["day"]}T00:00:00Z`) / 86_400_000,
          ...["blocks", "transactions", "burned", "rewards", "supply", "staked", "l1Active"].map(
            (name) => Number(row[name]),
          ),
        ]),
      );
    } finally {
      await node.stop();
    }
  });
});

describe("verify --folder", () => {
  const verify = (folder: string, name = "one") =>
    couloir("ledger", "verify", "--folder", out(folder), ...flagsOf(name));
  /** Changes a text in a file of a copy of a folder. */
  const changed = (format: string, table: string, from: string | RegExp, to: string) => {
    const copy = `${format}-${table}-changed`;
    cpSync(out(format), out(copy), { recursive: true });
    const [file] = manifestOf(copy).tables[table]!.files;
    const path = join(out(copy), file!.path);
    const text = readFileSync(path, "utf8");
    expect(text).toMatch(from);
    writeFileSync(path, text.replace(from, to));
    return copy;
  };

  it.each(["parquet", "csv", "ndjson"])("compares every row in %s", async (format) => {
    expect(await verify(format)).toEqual({
      code: 0,
      out: expect.stringMatching(
        /^executed 43 blocks\nblocks: 44 rows, equal\n(\w+: [\d,]+ rows, equal\n){15}every row up to height 43 follows from the blocks\n$/,
      ),
      err: "",
    });
  });

  it.each([
    ["csv", /,BaseTx,/, ",ImportTx,"],
    ["ndjson", /"kind":"BaseTx"/, '"kind":"ImportTx"'],
  ])("finds a changed row in %s", async (format, from, to) => {
    const { code, out: said, err } = await verify(changed(format, "txs", from, to));
    expect(code).toBe(1);
    expect(said).toMatch(/\ntxs: \d+ rows, 1 different\n/);
    expect(said).toMatch(/\n1 row differs from what execution yields\n$/);
    expect(err).toMatch(
      /^height 2, txs, height 2 position 0: kind is ImportTx instead of BaseTx\n/,
    );
  });

  it("finds a row that is missing, and a digest that is not that of the rows", async () => {
    const missing = await verify(changed("ndjson", "l1_validators", /^.*\n/, ""));
    expect(missing).toMatchObject({ code: 1 });
    expect(missing.err).toMatch(/^l1_validators, validation_id 0x[\da-f]{64}: is missing\n/);
    const copy = out("other-digest");
    cpSync(out("ndjson"), copy, { recursive: true });
    const path = join(copy, "manifest.json");
    const { sha256 } = manifestOf("ndjson").tables["rewards"]!.files[0]!;
    writeFileSync(path, readFileSync(path, "utf8").replace(sha256, "00".repeat(32)));
    expect(await verify("other-digest")).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /^manifest\.json has the digest .+\nrewards\/0000000000-0000000043\.ndjson has \d+ rows with the digest [\da-f]{64}, the manifest says \d+ with 0{64}\n$/,
      ),
    });
  });

  it("finds a file that the manifest lacks", async () => {
    cpSync(out("csv"), out("other-file"), { recursive: true });
    for (const name of ["more.csv", ".hidden"])
      writeFileSync(join(out("other-file"), "txs", name), "");
    expect(await verify("other-file")).toMatchObject({
      code: 1,
      err: "txs/more.csv is not in manifest.json: remove it\n",
    });
  });

  it("finds a script that loads other rows than those of the files", async () => {
    cpSync(out("csv"), out("other-script"), { recursive: true });
    const path = join(out("other-script"), "load.sql");
    const script = readFileSync(path, "utf8");
    writeFileSync(path, script.replace(/^\\copy ledger_rewards .*\n/m, ""));
    expect(await verify("other-script")).toMatchObject({
      code: 1,
      err: "load.sql is not the script that loads these files: remove it, or export again\n",
    });
    rmSync(path);
    expect(await verify("other-script")).toMatchObject({ code: 0, err: "" });
  });

  it.each([
    ["csv", "imports", /(.)\n$/, "$1,5\n", "a record has \\d+ fields instead of \\d+"],
    ["csv", "days", /\n/, ",more\n", "the column more is not in the table"],
    ["ndjson", "rewards", /\}\n$/, ',"more":1}\n', "the column more is not in the table"],
  ])("finds a value in %s that no digest covers, in %s", async (format, table, from, to, text) => {
    const { code, err } = await verify(changed(format, table, from, to));
    expect(code).toBe(1);
    expect(err).toMatch(new RegExp(`couldn't read ${table}/.*: ${text}\n$`));
  });

  it("finds a digest of all files that is not that of their digests", async () => {
    const manifest = manifestOf("ndjson");
    cpSync(out("ndjson"), out("other-sum"), { recursive: true });
    const path = join(out("other-sum"), "manifest.json");
    writeFileSync(path, JSON.stringify({ ...manifest, sha256: "00".repeat(32) }));
    expect(await verify("other-sum")).toMatchObject({
      code: 1,
      err: `manifest.json has the digest ${"00".repeat(32)}, its files have ${manifest.sha256}\n`,
    });
  });

  it.each(["parquet", "csv", "ndjson"])(
    "names a file in %s that is cut off or missing, and compares the others",
    async (format) => {
      const copy = `${format}-cut-off`;
      cpSync(out(format), out(copy), { recursive: true });
      const { tables } = manifestOf(copy);
      const { path: cutOff } = tables["txs"]!.files[0]!;
      const { path: missing } = tables["rewards"]!.files[0]!;
      truncateSync(join(out(copy), cutOff), statSync(join(out(copy), cutOff)).size - 20);
      rmSync(join(out(copy), missing));
      const { code, out: said, err } = await verify(copy);
      expect(code).toBe(1);
      expect(said).toMatch(/\ntxs: \d+ rows, \d+ different\n/);
      expect(said).toMatch(/\nholdings: \d+ rows, equal\n/);
      expect(err).toContain(`\ncouldn't read ${cutOff}`);
      expect(err).toContain(`\ncouldn't read ${missing}: ENOENT`);
    },
  );

  it.each([
    ["nowhere", "has no manifest"],
    ["text", "has a manifest that this version cannot read"],
    ["height-text", "has a manifest that this version cannot read"],
    ["elsewhere", "is of network 5, not of"],
    ["other-genesis", "is of another chain: its genesis block is 1"],
    ["other-block", "is of another chain: its block 43 is 1"],
    ["higher", "has rows up to height 50, the store only blocks up to 43"],
    ["without-crossings", "has a manifest that this version cannot read"],
    ["without-id", "has a manifest that this version cannot read"],
    ["other-columns", "has a manifest that this version cannot read"],
    ["other-folder", "has a manifest that this version cannot read"],
  ])("says why it cannot compare the folder %s", async (folder, message) => {
    const manifest = manifestOf("csv");
    const contents: Readonly<Record<string, string>> = {
      text: "{}",
      elsewhere: JSON.stringify({ ...manifest, networkID: 5 }),
      "height-text": JSON.stringify({ ...manifest, toHeight: "last" }),
      "other-genesis": JSON.stringify({ ...manifest, genesisBlockID: "1" }),
      "other-block": JSON.stringify({ ...manifest, toBlockID: "1" }),
      higher: JSON.stringify({ ...manifest, toHeight: 50 }),
      "without-crossings": JSON.stringify({ ...manifest, crossings: undefined }),
      "without-id": JSON.stringify({ ...manifest, toBlockID: undefined }),
      "other-columns": JSON.stringify(manifest).replace('"memo"', '"note"'),
      "other-folder": JSON.stringify(manifest).replace('"txs/', '"txs/../../csv/txs/'),
    };
    if (contents[folder] !== undefined) {
      mkdirSync(out(folder));
      writeFileSync(join(out(folder), "manifest.json"), contents[folder]);
    }
    const { code, err } = await verify(folder);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});
