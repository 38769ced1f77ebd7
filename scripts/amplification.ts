/*
 * `npx tsx scripts/amplification.ts [--only METHODS]`: writes the table of SECURITY.md: the most expensive request found for
 * each method, its bytes, the CPU time of the node's main thread for it, and how long another client waited meanwhile. For
 * each method it tries no params, each param as a string and as a list of the maximum size, and the requests of
 * `test/torture/amplification-requests.ts`. Needs Linux.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { profile } from "../src/generated/profiles/spec.ts";
import {
  type Candidate,
  candidatesOf,
  knownRequests,
  paramNames,
} from "../test/torture/amplification-requests.ts";
import type { Bystander } from "../test/torture/bystander.ts";
import { gasFlags } from "../test/torture/large-txs.ts";
import type { NodeProcess } from "../test/torture/node-process.ts";
import { call } from "../test/torture/raw-client.ts";
import { Stage } from "../test/torture/stage.ts";

/** Would end or change the node for the calls after them. */
const left = new Set(["dev.reset", "dev.revert", "dev.setBootstrapped", "dev.loadState"]);
const warmUps = 20;

type Row = { readonly name: string; readonly cpuMs: number; readonly cells: readonly unknown[] };

const { values: options } = parseArgs({ options: { only: { type: "string" } } });
const only = options.only?.split(",");
const stage = new Stage();
const rows: Row[] = [];
try {
  const node = await stage.startNode("--stakers=500", "--index-enabled", ...gasFlags);
  // What a first call loads and compiles is no cost of a request.
  for (let i = 0; i < warmUps; i++) await costOf(node, "/ext/info", call("info.getNodeVersion"), 0);
  const known = await knownRequests(node);
  const bystander = await stage.startBystander(node);
  const done = new Set<string>();
  for (const { paths, methods } of Object.values(profile.endpoints)) {
    for (const name of Object.keys(methods)) {
      if (left.has(name) || done.has(name) || only?.includes(name) === false) continue;
      done.add(name);
      const candidates = candidatesOf(paramNames(name), known[name]);
      rows.push(await worst(node, bystander, paths[0]!, name, candidates));
    }
  }
} finally {
  await stage.end();
}
const table = [
  "| method | most expensive request | bytes | CPU ms of the call | longest wait of another client, ms |",
  "|---|---|---|---|---|",
  ...rows.sort((a, b) => b.cpuMs - a.cpuMs).map(({ cells }) => `| ${cells.join(" | ")} |`),
].join("\n");
if (only !== undefined) console.log(table);
else {
  const file = new URL("../SECURITY.md", import.meta.url);
  const marked = /(<!-- amplification:start -->\n\n)[\s\S]*(\n\n<!-- amplification:end -->)/;
  writeFileSync(file, readFileSync(file, "utf8").replace(marked, `$1${table}$2`));
}

/** Tries each request; the row of the one that took most, with the longest wait beside any. */
async function worst(
  node: NodeProcess,
  bystander: Bystander,
  path: string,
  name: string,
  candidates: readonly Candidate[],
): Promise<Row> {
  let most = { what: "", bytes: 0, cpuMs: -1 };
  let longestMs = 0;
  for (const { what, params } of candidates) {
    const body = call(name, params);
    await bystander.waits();
    const cpuMs = await costOf(node, path, body);
    longestMs = Math.max(longestMs, (await bystander.waits()).longestMs);
    if (cpuMs > most.cpuMs) most = { what, bytes: body.length, cpuMs };
  }
  const { what, bytes, cpuMs } = most;
  return {
    name,
    cpuMs,
    cells: [`\`${name}\``, what, bytes, cpuMs.toFixed(1), longestMs.toFixed(0)],
  };
}

/** CPU time of the node's main thread until the answer, with what the bystander's calls cost meanwhile. */
async function costOf(
  node: NodeProcess,
  path: string,
  body: string,
  pauseMs = 50,
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
