import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { run } from "../../../src/cli/run.ts";
import { historyFolder } from "../../support/history-chain.ts";

type Line = { event: string; height: number; bytes: string; response: { result: object } };

const folder = historyFolder("small");
const lines = brotliDecompressSync(readFileSync(join(folder, "history.ndjson.br")))
  .toString()
  .trim()
  .split("\n");
const made: string[] = [];
afterAll(() => {
  for (const path of made) rmSync(path, { recursive: true });
});

/** The history small with other lines. */
function changed(change: (line: Line) => Line): string {
  const copy = mkdtempSync(join(tmpdir(), "couloir-replay-"));
  made.push(copy);
  for (const name of ["genesis.json", "upgrade.json"]) cpSync(join(folder, name), join(copy, name));
  const text = lines.map((line) => JSON.stringify(change(JSON.parse(line))));
  writeFileSync(join(copy, "history.ndjson"), text.join("\n"));
  return copy;
}

async function replay(...args: string[]) {
  const output: string[] = [];
  const write = (text: string) => void output.push(text);
  const terminal = { environment: {}, out: write, err: write, columns: undefined };
  const exitCode = await run(["replay", "--rules=avalanchego-1.12", ...args], terminal);
  return { exitCode, output: output.join("") };
}

const digest = /state digest ([0-9a-f]{64})/;

describe("couloir replay", () => {
  it("compares a history folder and says how much is equal", async () => {
    const { exitCode, output } = await replay(folder, "--compare");
    expect(output).toMatch(/^43 blocks, \d+ blocks\/s \(verified\)\nheight 43, state digest /);
    expect(output).toMatch(/^issue +75 compared +75 equal$/m);
    expect(output).toMatch(/^refusedBlock verify +10 compared +10 equal$/m);
    expect(output).toMatch(/^ask platform.getUTXOs +18 compared +18 equal, 7 of them masked$/m);
    expect(output).toMatch(/^all +1025 compared +1025 equal, 43 of them masked$/m);
    expect(output).toMatch(/^balance order +9 {2}getBalance: utxoIDs as a set/m);
    expect(output).not.toContain("page choice");
    expect(output).toContain("rejection messages: 45 of 45 equal (100.00 %)");
    expect(exitCode).toBe(0);
  });

  it("has the same state without signatures, and from a file of blocks and exports alone", async () => {
    const verified = digest.exec((await replay(folder)).output)![1];
    expect(digest.exec((await replay("--trusted", folder)).output)![1]).toBe(verified);
    const copy = changed((line) => line);
    const only = lines.filter((line) => /"event":"(block|atomicUTXO)"/.test(line));
    writeFileSync(join(copy, "blocks.ndjson"), only.join("\n"));
    const flags = ["--network-id", "1337", `--genesis-file=${join(copy, "genesis.json")}`];
    const { output } = await replay(join(copy, "blocks.ndjson"), ...flags);
    expect(digest.exec(output)![1]).toBe(verified);
  });

  it("stops at the first block that differs", async () => {
    const other = changed((line) =>
      line.event === "block" && line.height === 5
        ? { ...line, id: "11111111111111111111111111111111LpoYY" }
        : line,
    );
    const { exitCode, output } = await replay(other);
    expect(output).toMatch(
      /history\.ndjson\S*:\d+: block 5 \(BanffStandardBlock \w+\) should have the ID 1{32}LpoYY$/m,
    );
    expect(exitCode).toBe(1);
    const missing = changed((line) =>
      line.event === "block" && line.height === 5
        ? { ...line, event: "drop", txID: "11111111111111111111111111111111LpoYY", reason: "none" }
        : line,
    );
    expect((await replay(missing)).output).toMatch(/: block 6 \(.*\) is rejected: /m);
  });

  it("ends with 1 if a result differs, and shows it", async () => {
    const other = changed((line) =>
      line.event === "ask" && line.response.result !== undefined && "height" in line.response.result
        ? { ...line, response: { result: { height: "7" } } }
        : line,
    );
    const { exitCode, output } = await replay(other, "--compare");
    expect(output).toContain(
      'differs: ask platform.getHeight: {}: result.height: got "3", expected "7"',
    );
    expect(exitCode).toBe(1);
  });

  it("reports what is wrong with its arguments", async () => {
    expect((await replay()).output).toBe("replay needs the PATH of a history\n");
    expect((await replay("/nowhere")).output).toBe("/nowhere does not exist\n");
    expect((await replay(folder, "--compares")).output).toContain("unknown flag: --compares");
    expect((await replay(folder, folder)).output).toContain("unexpected argument");
    expect(await replay("--help")).toMatchObject({ exitCode: 0 });
  });

  it("names the line of a file, counting empty ones", async () => {
    const file = join(
      changed((line) => line),
      "lines.ndjson",
    );
    writeFileSync(file, "\n\nnot json\n");
    expect((await replay(file)).output).toMatch(/lines\.ndjson:3: .* is not valid JSON\n$/);
    writeFileSync(file, '{"bytes":"0x00"}\n');
    expect((await replay(file)).output).toMatch(/lines\.ndjson:1: the block cannot be read: /);
  });
});

describe("couloir replay --data-dir", () => {
  it("keeps the chain where a node with the same flags finds it", async () => {
    const directory = mkdtempSync(join(tmpdir(), "couloir-replay-"));
    made.push(directory);
    const flag = `--data-dir=${directory}`;
    const { exitCode, output } = await replay(folder, flag);
    expect(exitCode).toBe(0);
    const network = ["--network-id=1337", `--genesis-file=${join(folder, "genesis.json")}`];
    const written: string[] = [];
    const write = (text: string) => void written.push(text);
    const terminal = { environment: {}, out: write, err: write, columns: undefined };
    const upgrades = `--upgrade-file=${join(folder, "upgrade.json")}`;
    expect(await run(["digest", flag, ...network, upgrades], terminal)).toBe(0);
    expect(written.join("")).toBe(`${digest.exec(output)![1]}\n`);
    expect((await replay(folder, flag)).output).toMatch(
      /has a chain of height 43: choose an empty/,
    );
  });
});

describe("a history that cannot be read", () => {
  const compressed = readFileSync(join(folder, "history.ndjson.br"));
  const packed = gzipSync(lines.join("\n"));
  const flipped = Buffer.from(packed);
  flipped[flipped.length - 6]! ^= 1;

  it.each([
    [
      "history.ndjson.br",
      compressed.subarray(0, 20_000),
      / cannot be read \(unexpected end of file\) after line \d+\n$/,
    ],
    [
      "history.ndjson.gz",
      packed.subarray(0, 30_000),
      / cannot be read \(unexpected end of file\) after line \d+\n$/,
    ],
    ["history.ndjson.gz", flipped, / cannot be read \(incorrect data check\) after line \d+\n$/],
    ["history.ndjson.gz", compressed, / cannot be read \(incorrect header check\) after line 0\n$/],
    [
      "history.ndjson.gz",
      gzipSync(Buffer.alloc(65 * 2 ** 20, "a")),
      / has a line that is too long after line 0\n$/,
    ],
    ["history.ndjson", Buffer.from("null\n"), /:1: the line is not an object\n$/],
    [
      "history.ndjson",
      Buffer.from(exported("00")),
      /:1: the UTXO cannot be read: couldn't unpack codec version\n$/,
    ],
    ["genesis.json", Buffer.from("null"), / is not a genesis: it has no networkID\n$/],
    ["genesis.json", Buffer.from("{"), / is not JSON: /],
  ])("%s %# is an error that names the file", async (name, bytes, message) => {
    const copy = changed((line) => line);
    if (name.startsWith("history")) rmSync(join(copy, "history.ndjson"));
    writeFileSync(join(copy, name), bytes);
    const { exitCode, output } = await replay(copy);
    expect(output).toMatch(message);
    expect(output.startsWith(join(copy, name))).toBe(true);
    expect(exitCode).toBe(1);
  });

  it.each(["history.ndjson", "genesis.json"])("a folder %s, too", async (name) => {
    const copy = changed((line) => line);
    rmSync(join(copy, name));
    mkdirSync(join(copy, name));
    const { exitCode, output } = await replay(copy);
    expect(output).toContain(join(copy, name));
    expect(output).toContain("EISDIR");
    expect(exitCode).toBe(1);
  });
});

function exported(utxo: string): string {
  const sourceChain = "11111111111111111111111111111111LpoYY";
  return `${JSON.stringify({ event: "atomicUTXO", sourceChain, utxo })}\n`;
}
