import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseId } from "../../../src/formats/id.ts";
import { readExchanges } from "../../exchanges/exchange.ts";
import { recordedContainers } from "../../exchanges/recorded-containers.ts";
import { contentOf, linesOf, linkedBlocks, scratchDirectory } from "../../support/containers.ts";
import { runCouloir } from "../../support/run-couloir.ts";
import { canMount, mount, unmount } from "../../support/tmpfs.ts";

let directory: ReturnType<typeof scratchDirectory>;
beforeEach(() => {
  directory = scratchDirectory();
});
afterEach(() => directory.remove());

const inDirectory = (name: string) => join(directory.path, name);

async function couloir(...args: string[]) {
  const { exitCode, out, err } = await runCouloir(args, directory.path);
  const withoutTimes = (text: string) => text.replace(/in \d+\.\d s/g, "in TIME");
  return { exitCode, out: withoutTimes(out), err: withoutTimes(err) };
}

function writeRecorded(name: string): string {
  const file = inDirectory(name);
  const recorded = recordedContainers(readExchanges("v1.12.1-local"));
  const lines = recorded.filter(({ path }) => path === "X/block" || path === "C/block");
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return file;
}

describe("couloir index", () => {
  it("prints its subcommands", async () => {
    expect(await couloir("index")).toMatchObject({ exitCode: 1, out: "" });
    const help = await couloir("index", "--help");
    expect(help.exitCode).toBe(0);
    expect(help.out).toMatch(/couloir index import FILE/);
    const wrong = await couloir("index", "imprt");
    expect(wrong.err).toMatch(/^unknown command: index imprt \(did you mean import\?\)\n/);
  });

  it("imports, verifies, exports, and imports again", async () => {
    const flags = [`--data-dir=${inDirectory("data")}`];
    const file = await writePChain(inDirectory("blocks.ndjson"), flags, 50);
    expect(await couloir("index", "import", file, ...flags)).toEqual({
      exitCode: 0,
      out: "imported 50 containers in TIME; 0 were there already\n",
      err: "",
    });
    expect(await couloir("index", "import", file, ...flags)).toMatchObject({
      out: "imported 0 containers in TIME; 50 were there already\n",
    });
    expect(await couloir("index", "verify", ...flags)).toEqual({
      exitCode: 0,
      out: [
        "P/block: 50 containers in TIME",
        "X/block: 0 containers in TIME",
        "X/tx: 0 containers in TIME",
        "X/vtx: 0 containers in TIME",
        "C/block: 0 containers in TIME",
        "all is well",
        "",
      ].join("\n"),
      err: "",
    });
    const exported = inDirectory("export.ndjson");
    expect(await couloir("index", "export", exported, "P/block", ...flags)).toMatchObject({
      out: "exported 50 containers in TIME\n",
    });
    const text = readFileSync(exported, "utf8");
    expect(text.split("\n").length).toBe(52);
    expect(await couloir("index", "export", "-", "P/block", ...flags)).toMatchObject({ out: text });
    const others = [`--data-dir=${inDirectory("other")}`];
    expect((await couloir("index", "import", exported, ...others)).out).toMatch(/^imported 50 /);
  });

  it("reports what is wrong with its arguments", async () => {
    const flags = [`--data-dir=${inDirectory("data")}`];
    const missing = await couloir("index", "import", inDirectory("missing"), ...flags);
    expect(missing).toMatchObject({ exitCode: 1 });
    expect(missing.err).toMatch(/^couldn't read .*missing: no such file\n$/);
    expect(existsSync(inDirectory("data"))).toBe(false);
    expect(await couloir("index", "import")).toMatchObject({
      exitCode: 1,
      err: "usage: couloir index import FILE [flags]\n",
    });
    expect(await couloir("index", "verify", "P/tx", ...flags)).toMatchObject({
      exitCode: 1,
      err: "there is no index P/tx\n",
    });
    expect((await couloir("index", "export", "-", "P/tx", ...flags)).exitCode).toBe(1);
    expect((await couloir("index", "verify", "--no-such-flag")).err).toMatch(/unknown flag/);
    await couloir("index", "import", await writePChain(inDirectory("one"), flags, 1), ...flags);
    mkdirSync(inDirectory("directory"));
    const onDirectory = await couloir("index", "export", inDirectory("directory"), ...flags);
    expect(onDirectory.err).toMatch(/^couldn't write .*: it is a directory\n$/);
  });

  it.each([["verify"], ["export", "-"]])("%s begins no store where none is", async (...words) => {
    const flags = [`--data-dir=${inDirectory("mistyped")}`];
    const file = join(inDirectory("mistyped"), "db", "local", "chain.sqlite");
    expect(await couloir("index", ...words, ...flags)).toEqual({
      exitCode: 1,
      out: "",
      err: `there is no chain of network local at ${file}: choose its folder with --data-dir or --db-dir, and its network with --network-id\n`,
    });
    expect(existsSync(inDirectory("mistyped"))).toBe(false);
    const aFile = inDirectory("a-file");
    writeFileSync(aFile, "");
    expect(await couloir("index", ...words, `--db-dir=${aFile}`)).toMatchObject({
      exitCode: 1,
      err: `couldn't read ${aFile}/local/chain.sqlite: a part of the path is a file\n`,
    });
    const inMemory = await couloir("index", ...words, ...flags, "--db-type=memdb");
    expect(inMemory.err).toBe("there is no store: --db-type=memdb keeps everything in memory\n");
  });

  it("rejects a container that does not follow, and reports how far it got", async () => {
    const flags = [`--data-dir=${inDirectory("data")}`];
    const file = await writePChain(inDirectory("blocks.ndjson"), flags, 10);
    const lines = readFileSync(file, "utf8").split("\n");
    writeFileSync(file, [...lines.slice(0, 4), ...lines.slice(5)].join("\n"));
    const refused = await couloir("index", "import", file, ...flags);
    expect(refused.exitCode).toBe(1);
    expect(refused.err).toMatch(/^couldn't import .*: line 5: a gap: container /);
    expect(refused.err).toMatch(/\nimported 4 containers before that; run it again to resume\n$/);
  });

  it("rejects the X- and C-chain of another genesis", async () => {
    const file = writeRecorded("others.ndjson");
    const refused = await couloir(
      "index",
      "import",
      file,
      `--data-dir=${inDirectory("data")}`,
      "--network-id=fuji",
    );
    expect(refused.err).toMatch(/X\/block begins with the child of its genesis block/);
  });
});

describe("a full disk", () => {
  const test = canMount ? it : it.skip;
  if (!canMount) console.log("a full disk: not tested, since this user may not mount a tmpfs");

  test("ends an import after the last complete container; it resumes when there is space", async () => {
    const disk = inDirectory("disk");
    mkdirSync(disk);
    mount(disk, "size=6m");
    try {
      const flags = [`--data-dir=${join(disk, "data")}`];
      const file = await writePChain(inDirectory("blocks.ndjson"), flags, 6_000);
      const full = await couloir("index", "import", file, ...flags);
      expect(full.exitCode).toBe(1);
      expect(full.err).toMatch(/^couldn't import .*: the disk is full\nimported 0 containers /);
      expect(await couloir("index", "verify", ...flags)).toMatchObject({ exitCode: 0 });
      mount(disk, "remount,size=64m");
      expect((await couloir("index", "import", file, ...flags)).out).toMatch(/^imported 6,000 /);
      expect(await couloir("index", "verify", ...flags)).toMatchObject({ exitCode: 0 });
    } finally {
      unmount(disk);
    }
  });

  test("ends an export without a file", async () => {
    const disk = inDirectory("disk");
    mkdirSync(disk);
    mount(disk, "size=1m");
    try {
      const flags = [`--data-dir=${inDirectory("data")}`];
      const file = await writePChain(inDirectory("blocks.ndjson"), flags, 3_000);
      await couloir("index", "import", file, ...flags);
      const exported = join(disk, "export.ndjson");
      const full = await couloir("index", "export", exported, ...flags);
      expect(full.exitCode).toBe(1);
      expect(full.err).toMatch(/^couldn't write .*: the disk is full\n$/);
      expect(existsSync(exported)).toBe(false);
      expect(existsSync(`${exported}.partial`)).toBe(false);
    } finally {
      unmount(disk);
    }
  });
});

/** Blocks that begin with the child of the genesis block of the network of these flags. */
async function writePChain(file: string, flags: readonly string[], count: number): Promise<string> {
  const { out } = await couloir("genesis", ...flags);
  const genesisID = parseId((JSON.parse(out) as { genesisBlockID: string }).genesisBlockID);
  const contents = Array.from({ length: count }, (_, i) => contentOf(i, 400));
  writeFileSync(file, linesOf("P/block", linkedBlocks("P/block", contents, genesisID)));
  return file;
}
