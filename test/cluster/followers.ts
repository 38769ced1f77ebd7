import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join as joinPath } from "node:path";
import { promisify } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import { localID } from "../../src/networks/ids.ts";
import { NodeProcess } from "../e2e/node-process.ts";
import { payerAddress } from "../support/transfers.ts";
import { Balancer } from "./balancer.ts";
import { Checker, Client } from "./checker.ts";
import { Issuer } from "./issuer.ts";
import { type CheckReport, until } from "./report.ts";

/**
 * Checks what clients see of three followers of one node behind a load balancer. They read their own writes, also while a
 * follower is killed and starts again, and while a fourth one joins from a snapshot.
 */
export async function checkFollowers(options: {
  readonly clients: number;
  readonly kills: number;
  /** Whether a fourth follower joins from a snapshot, and one starts from a forged one. */
  readonly joins: boolean;
}): Promise<CheckReport> {
  const nodes: NodeProcess[] = [];
  const startNode = async (...flags: readonly string[]) => {
    const node = await NodeProcess.start("--staking-port=0", ...flags);
    nodes.push(node);
    return node;
  };
  const balancer = await Balancer.start();
  try {
    const main = await startNode();
    const follow = [`--upstream=${main.url}`, "--health-check-frequency=200ms"];
    const followers = await Promise.all([1, 2, 3].map(() => startNode(...follow)));
    for (const { url } of followers) balancer.add(url);
    await until(() => balancer.readyCount === 3);
    const checker = new Checker({ url: () => balancer.url, clients: options.clients, sees: "own" });
    checker.balanceOf = { addresses: [payerAddress] };
    const issuer = new Issuer(checker, { url: () => main.url, networkID: localID, pauseMs: 50 });
    const committedMore = async () => {
      const before = checker.committedCount;
      await until(() => checker.committedCount > before + 3);
    };
    await committedMore();
    if (options.joins) {
      const joined = await join(followers[0]!, main.url, startNode, balancer);
      await committedMore();
      await untilSnapshot(joined, "verified");
      await committedMore();
      balancer.remove(joined.url);
      await joined.stop();
    }
    for (let kill = 0; kill < options.kills; kill++) {
      const lost = followers[kill % followers.length]!;
      const { url } = lost;
      await lost.stop("SIGKILL");
      await until(() => balancer.readyCount === 2);
      balancer.remove(url);
      await committedMore();
      await lost.start();
      balancer.add(lost.url);
      await until(() => balancer.readyCount === 3);
      await committedMore();
    }
    await issuer.stop();
    await checker.stop();
    return checker.report();
  } finally {
    balancer.stop();
    for (const node of nodes.reverse()) await node.discard();
  }
}

type StartNode = (...flags: readonly string[]) => Promise<NodeProcess>;

/**
 * Exports a snapshot of a follower while it is stopped, starts another follower from it and puts that into rotation. One
 * that starts from a forged snapshot halts, and never answers.
 */
async function join(
  exporter: NodeProcess,
  mainURL: string,
  startNode: StartNode,
  balancer: Balancer,
): Promise<NodeProcess> {
  balancer.remove(exporter.url);
  await exporter.stop();
  const file = joinPath(exporter.directory, "snapshot.gz");
  const digest = await exportSnapshot(exporter.directory, file);
  await exporter.start();
  balancer.add(exporter.url);
  const follow = [`--upstream=${mainURL}`, "--health-check-frequency=200ms"];
  const joined = await startNode(...follow, `--snapshot=${file}`, `--snapshot-digest=${digest}`);
  balancer.add(joined.url);
  await until(() => balancer.readyCount === 4);

  const forged = joinPath(exporter.directory, "forged.gz");
  const own = forge(file, forged);
  const liar = await startNode(...follow, `--snapshot=${forged}`, `--snapshot-digest=${own}`);
  balancer.add(liar.url);
  await untilSnapshot(liar, "refuted");
  // Its readiness takes it out of rotation.
  await until(() => balancer.readyCount === 4);
  balancer.remove(liar.url);
  await liar.stop();
  await until(() => balancer.readyCount === 4);
  return joined;
}

async function exportSnapshot(directory: string, file: string): Promise<string> {
  const executable = new URL("../../bin/couloir", import.meta.url).pathname;
  const args = [executable, "snapshot", "export", file, `--data-dir=${directory}`];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return /digest (\w{64})/.exec(stdout)![1]!;
}

/** A snapshot with another supply, and its digest. */
function forge(file: string, target: string): string {
  const lines = gunzipSync(readFileSync(file)).toString().split("\n");
  const at = lines.findIndex((line) => line.startsWith('["subnet supplies"'));
  lines[at] = lines[at]!.replace(/\d"\]$/, (end) => (end === '1"]' ? '2"]' : '1"]'));
  const content = lines.join("\n");
  writeFileSync(target, gzipSync(content));
  return createHash("sha256").update(content).digest("hex");
}

/** What a follower says of its snapshot. */
async function untilSnapshot(node: NodeProcess, state: string): Promise<void> {
  const client = new Client(() => node.url);
  const deadline = performance.now() + 120_000;
  for (;;) {
    const reply = await client.call("info.isBootstrapped", { chain: "P" });
    const { snapshot } = reply.result as { snapshot?: { state: string } };
    if (snapshot?.state === state) break;
    if (performance.now() > deadline) throw new Error(`the snapshot is ${snapshot?.state}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  client.close();
}
