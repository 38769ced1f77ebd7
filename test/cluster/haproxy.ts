import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { localID } from "../../src/networks/ids.ts";
import { NodeProcess } from "../e2e/node-process.ts";
import { payerAddress } from "../support/transfers.ts";
import { Checker } from "./checker.ts";
import { Issuer } from "./issuer.ts";
import { type CheckReport, until } from "./report.ts";

const configuration = new URL("../../docs/operate/scale/haproxy.cfg", import.meta.url);

export function isHaproxyInstalled(): boolean {
  try {
    execFileSync("haproxy", ["-v"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/**
 * Checks what clients see of three followers behind HAProxy with the configuration of the guide, on loopback. One follower
 * is killed meanwhile, and HAProxy takes it out of rotation.
 */
export async function checkHaproxy(clients: number): Promise<CheckReport> {
  const nodes: NodeProcess[] = [];
  const startNode = async (...flags: readonly string[]) => {
    const node = await NodeProcess.start("--staking-port=0", ...flags);
    nodes.push(node);
    return node;
  };
  const directory = mkdtempSync(join(tmpdir(), "couloir-haproxy-"));
  let haproxy: ChildProcess | undefined;
  try {
    const main = await startNode();
    const follow = [`--upstream=${main.url}`, "--health-check-frequency=200ms"];
    const followers = await Promise.all([1, 2, 3].map(() => startNode(...follow)));
    const port = await freePort();
    const file = join(directory, "haproxy.cfg");
    writeFileSync(file, onLoopback(followers, port));
    haproxy = spawn("haproxy", ["-q", "-f", file], { stdio: "inherit" });
    const url = `http://127.0.0.1:${port}`;
    await verifyPaths(url);
    const checker = new Checker({ url: () => url, clients, sees: "own" });
    checker.balanceOf = { addresses: [payerAddress] };
    const issuer = new Issuer(checker, { url: () => main.url, networkID: localID, pauseMs: 50 });
    const committedMore = async () => {
      const before = checker.committedCount;
      await until(() => checker.committedCount > before + 10);
    };
    await committedMore();
    await followers[1]!.stop("SIGKILL");
    await committedMore();
    await committedMore();
    await issuer.stop();
    await checker.stop();
    return checker.report();
  } finally {
    haproxy?.kill();
    rmSync(directory, { recursive: true, force: true });
    for (const node of nodes.reverse()) await node.discard();
  }
}

/** The configuration with other addresses, and without the resolver of Docker. */
function onLoopback(followers: readonly NodeProcess[], port: number): string {
  const text = readFileSync(configuration, "utf8");
  const servers = followers.map(({ url }, i) => `  server follower-${i + 1} ${new URL(url).host}`);
  const changed = text
    .replace(/^resolvers .*\n(?: .*\n)+/m, "")
    .replace(" resolvers containers init-addr last,libc,none", "")
    .replace("bind :8080", `bind 127.0.0.1:${port}`)
    .replace(/(?:^ {2}server .*\n?)+/m, `${servers.join("\n")}\n`);
  if (changed.includes("resolvers") || /server follower-\d follower/.test(changed)) {
    throw new Error("the configuration has changed: adapt the test");
  }
  return changed;
}

/** Waits until HAProxy has found the followers ready, and checks what it passes on. */
async function verifyPaths(url: string): Promise<void> {
  const statusOf = async (path: string, body?: object): Promise<number> => {
    const headers = { "content-type": "application/json" };
    const options = body && { method: "POST", headers, body: JSON.stringify(body) };
    const response = await fetch(`${url}${path}`, options).catch(() => undefined);
    await response?.arrayBuffer();
    return response?.status ?? 0;
  };
  const call = { jsonrpc: "2.0", id: 1, method: "platform.getHeight" };
  const deadline = performance.now() + 60_000;
  while ((await statusOf("/ext/bc/P", call)) !== 200) {
    if (performance.now() > deadline) throw new Error("HAProxy finds no follower ready");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  for (const path of ["/ext/health", "/ext/metrics", "/ext/keystore", "/ext/dev", "/docs"]) {
    const status = await statusOf(path);
    if (status !== 403) throw new Error(`HAProxy passes ${path} on: ${status}`);
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
