import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sha256 } from "../src/crypto/hash.ts";
import { parseId } from "../src/formats/id.ts";
import { formatHead, formatLine } from "../src/indexer/export-format.ts";
import { newContainer } from "../src/indexer/indexer.ts";
import { makeOuterBlock } from "../src/pchain/blocks/proposervm.ts";
import { type Load, measureLoad, request } from "./load.ts";
import { startCouloir } from "./servers.ts";

const executable = join(import.meta.dirname, "../bin/couloir");
const path = "P/block";
const containerBytes = 1_000;
const wrappingBytes = 66;
const rangeMax = 1_024;
const load = { durationMs: 3_000, connections: 4 };
const none = new Uint8Array(0);

export type IndexFigures = {
  readonly importedPerSecond: number;
  readonly light: Load;
  /** A container by a random index, and the longest range from one. */
  readonly one: Load;
  readonly range: Load;
};

/**
 * Imports a number of containers of 1 kB, then asks for them over HTTP beside a light call. A million take 6 GB of the temporary
 * directory for a while.
 */
export async function measureIndex(containers: number): Promise<IndexFigures> {
  const directory = mkdtempSync(join(tmpdir(), "couloir-bench-index-"));
  try {
    const file = join(directory, "export.ndjson");
    await writeExport(file, containers, genesisBlockID());
    const importedPerSecond = importFile(file, containers, directory);
    const server = await startCouloir({ directory });
    const ask = (method: string, params: () => unknown) =>
      measureLoad(server, () => request(`/ext/index/${path}`, method, params()), load);
    const random = (below: number) => Math.floor(Math.random() * Math.max(below, 1));
    const encoding = "hex";
    const figures = {
      importedPerSecond,
      light: await measureLoad(server, request("/ext/bc/P", "platform.getHeight", {}), load),
      one: await ask("index.getContainerByIndex", () => ({ index: random(containers), encoding })),
      range: await ask("index.getContainerRange", () => {
        return { startIndex: random(containers - rangeMax), numToFetch: rangeMax, encoding };
      }),
    };
    await server.stop();
    return figures;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Containers a second, without the start of the process. */
function importFile(file: string, containers: number, directory: string): number {
  const said = couloir(["index", "import", file, `--data-dir=${directory}`]);
  return containers / Math.max(Number(/ in ([0-9.]+) s/.exec(said)![1]), 0.1);
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
