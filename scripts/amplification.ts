/*
 * Writes the table of SECURITY.md: the most expensive request known of each method, its bytes, the CPU time of the node's
 * main thread for it, and how long another client waited meanwhile. Methods without an entry of their own are called without
 * params. Needs Linux.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { profile } from "../src/generated/profiles/spec.ts";
import type { NodeProcess } from "../test/torture/node-process.ts";
import { call } from "../test/torture/raw-client.ts";
import { Stage } from "../test/torture/stage.ts";

const address = "P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u";
const nodeID = "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg";
const many = (text: string, count: number): readonly string[] => Array<string>(count).fill(text);

/** Params that make a call expensive. */
const expensive: Readonly<Record<string, object>> = {
  "info.peers": { nodeIDs: many(nodeID, 16_000) },
  "platform.getBalance": { addresses: many(address, 1_024) },
  "platform.getCurrentValidators": { nodeIDs: many(nodeID, 16_000) },
  "platform.getPendingValidators": { nodeIDs: many(nodeID, 16_000) },
  "platform.getStake": { addresses: many(address, 256) },
  "platform.getUTXOs": { addresses: many(address, 1_024) },
  "platform.getValidatorsAt": { height: 0 },
  "platform.issueTx": { tx: `0x${"00".repeat(4_000_000)}` },
  "platform.sampleValidators": { size: 65_535 },
  "keystore.importUser": { username: "a", password: "b", user: `0x${"00".repeat(4_000_000)}` },
};

/** Would end or change the node for the calls after them. */
const left = new Set(["dev.reset", "dev.revert", "dev.setBootstrapped", "dev.loadState"]);

const stage = new Stage();
const rows: { readonly name: string; readonly text: string; readonly cpuMs: number }[] = [];
try {
  const node = await stage.startNode("--stakers=500");
  // What a first call loads and compiles is no cost of a request.
  for (let i = 0; i < 20; i++) await costOf(node, "/ext/info", call("info.getNodeVersion"), 0);
  const bystander = await stage.startBystander(node);
  for (const { paths, methods } of Object.values(profile.endpoints)) {
    for (const name of Object.keys(methods)) {
      if (left.has(name)) continue;
      const body = call(name, expensive[name] ?? {});
      await bystander.waits();
      const cpuMs = await costOf(node, paths[0]!, body);
      const { longestMs } = await bystander.waits();
      const cells = [`\`${name}\``, body.length, cpuMs.toFixed(1), longestMs.toFixed(0)];
      rows.push({ name, text: `| ${cells.join(" | ")} |`, cpuMs });
    }
  }
} finally {
  await stage.end();
}

const table = [
  "| method | bytes of the request | CPU ms of the call | longest wait of another client, ms |",
  "|---|---|---|---|",
  ...rows.sort((a, b) => b.cpuMs - a.cpuMs).map(({ text }) => text),
].join("\n");
const file = new URL("../SECURITY.md", import.meta.url);
const marked = /(<!-- amplification:start -->\n\n)[\s\S]*(\n\n<!-- amplification:end -->)/;
writeFileSync(file, readFileSync(file, "utf8").replace(marked, `$1${table}$2`));

/** CPU time of the node's main thread until the answer, with what the bystander's calls cost meanwhile. */
async function costOf(
  node: NodeProcess,
  path: string,
  body: string,
  pauseMs = 100,
): Promise<number> {
  const before = cpuMs(node);
  const headers = { "content-type": "application/json" };
  const reply = await fetch(node.url + path, { method: "POST", headers, body });
  await reply.arrayBuffer();
  const used = cpuMs(node) - before;
  await sleep(pauseMs);
  return used;
}

function cpuMs({ pid }: NodeProcess): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
}
