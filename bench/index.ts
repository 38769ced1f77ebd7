/*
 * The index: how many containers of 1 kB an import takes in a second, and what CPU time of the server one
 * container and a range of 1,024 cost beside a light call, with more and more of them in the log. Run
 * with `npx tsx bench/index.ts [containers ...]`; a million take 6 GB of the temporary directory for a while.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sha256 } from "../src/crypto/hash.ts";
import { parseId } from "../src/formats/id.ts";
import { formatHead, formatLine } from "../src/indexer/export-format.ts";
import { newContainer } from "../src/indexer/new-container.ts";
import { makeOuterBlock } from "../src/pchain/blocks/proposervm.ts";
import { measureLoad, request } from "./load.ts";
import { startCouloir } from "./servers.ts";

const executable = join(import.meta.dirname, "../bin/couloir");
const path = "P/block";
const containerBytes = 1_000;
const wrappingBytes = 66;
const rangeMax = 1_024;
const load = { durationMs: 3_000, connections: 4 };
const none = new Uint8Array(0);

const sizes = process.argv.slice(2).map(Number);
const columns = [
  "containers",
  "imported/s",
  "height: us",
  "one: us",
  "range: ms",
  "p50 ms",
  "bytes",
];
process.stdout.write(`${columns.map((name) => name.padStart(14)).join("")}\n`);
for (const size of sizes.length === 0 ? [1_000, 100_000] : sizes) {
  const directory = mkdtempSync(join(tmpdir(), "couloir-bench-index-"));
  const cells = await measure(size, directory);
  process.stdout.write(`${cells.map((cell) => cell.padStart(14)).join("")}\n`);
  rmSync(directory, { recursive: true });
}

async function measure(size: number, directory: string): Promise<string[]> {
  const file = join(directory, "export.ndjson");
  await writeExport(file, size, genesisBlockID());
  const said = couloir(["index", "import", file, `--data-dir=${directory}`]);
  const seconds = Number(/ in ([0-9.]+) s/.exec(said)![1]);
  const server = await startCouloir({ directory });
  const ask = (method: string, params: () => unknown) => () =>
    request(`/ext/index/${path}`, method, params());
  const random = (below: number) => Math.floor(Math.random() * Math.max(below, 1));
  const height = await measureLoad(server, request("/ext/bc/P", "platform.getHeight", {}), load);
  const one = await measureLoad(
    server,
    ask("index.getContainerByIndex", () => ({ index: random(size), encoding: "hex" })),
    load,
  );
  const range = await measureLoad(
    server,
    ask("index.getContainerRange", () => ({
      startIndex: random(size - rangeMax),
      numToFetch: rangeMax,
      encoding: "hex",
    })),
    load,
  );
  await server.stop();
  return [
    size.toString(),
    (size / Math.max(seconds, 0.1)).toFixed(0),
    height.cpuMicros.toFixed(0),
    one.cpuMicros.toFixed(0),
    (range.cpuMicros / 1000).toFixed(2),
    range.p50Ms.toFixed(1),
    range.bytes.toString(),
  ];
}

/** Writes an export of blocks, each the child of the one before, with pseudo-random content. */
async function writeExport(file: string, size: number, genesisID: Uint8Array): Promise<void> {
  const output = await open(file, "w");
  await output.write(formatHead({ [path]: size }));
  let parentID = genesisID;
  let text = "";
  for (let index = 0; index < size; index++) {
    const timestamp = 1_700_000_000n + BigInt(index);
    const proposal = {
      parentID,
      timestamp,
      pChainHeight: 1n,
      certificate: none,
      block: block(index),
    };
    const { id, bytes } = makeOuterBlock({ kind: "StatelessBlock", proposal, signature: none });
    const { idText, bytesText, timestampText } = newContainer(
      id,
      bytes,
      timestamp * 1_000_000_007n,
    );
    text += formatLine(path, {
      id: idText,
      bytes: bytesText,
      timestamp: timestampText,
      encoding: "hex",
      index: index.toString(),
    });
    parentID = id;
    if (text.length < 1_000_000) continue;
    await output.write(text);
    text = "";
  }
  await output.write(text);
  await output.close();
}

/** Begins as a standard block of the P-chain does. */
function block(index: number): Uint8Array {
  const bytes = new Uint8Array(containerBytes - wrappingBytes);
  let noise = sha256(new TextEncoder().encode(`block ${index}`));
  bytes.set([0, 0, 0, 0, 0, 32]);
  for (let at = 6; at < bytes.length; at += noise.length) {
    bytes.set(noise.subarray(0, bytes.length - at), at);
    noise = sha256(noise);
  }
  return bytes;
}

function genesisBlockID(): Uint8Array {
  const { genesisBlockID: text } = JSON.parse(couloir(["genesis"])) as { genesisBlockID: string };
  return parseId(text);
}

function couloir(args: readonly string[]): string {
  return execFileSync(process.execPath, [executable, ...args], { encoding: "utf8" });
}
