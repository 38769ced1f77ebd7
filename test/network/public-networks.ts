/*
 * `npm run test:public-networks -- --avalanchego PATH [--only mainnet,fuji]`: one AvalancheGo node that believes to be on mainnet
 * (then on Fuji) and a Couloir whose only beacon it is. Both run in a network namespace that has only a loopback interface, so no
 * packet can leave the machine. Exit code 1 if a check fails. It needs Linux, `unshare` (util-linux) and `ip` (iproute2).
 */
import { strict as assert } from "node:assert";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { freePorts } from "../dropin/five-nodes/free-ports.ts";
import { NodeProcess } from "../e2e/node-process.ts";
import { ask } from "../e2e/rpc.ts";

const networks = ["mainnet", "fuji"];
const startTimeoutMs = 180_000;
const connectTimeoutMs = 60_000;
/** AvalancheGo closes the connection to an incompatible version within a second, and again after each attempt. */
const stayConnectedMs = 20_000;

type NodeVersion = {
  readonly version: string;
  readonly databaseVersion: string;
  readonly rpcProtocolVersion: string;
};

type Peer = { readonly nodeID: string; readonly version: string };

const { values } = parseArgs({
  options: {
    avalanchego: { type: "string" },
    only: { type: "string", default: networks.join() },
    /** Set in the process that runs in the namespace. */
    isolated: { type: "boolean", default: false },
  },
});
const { avalanchego } = values;
if (avalanchego === undefined) throw new Error("--avalanchego PATH is needed");
const asked = values.only.split(",");
const unknown = asked.find((name) => !networks.includes(name));
if (unknown !== undefined) throw new Error(`--only ${unknown}: not one of ${networks.join()}`);

if (!existsSync(avalanchego)) print(`skipped: there is no ${avalanchego}`);
else if (values.isolated) await checkAll(avalanchego);
else runIsolated();
process.exit();

/** Runs this program again where the only interface is loopback. */
function runIsolated(): void {
  const again = [process.execPath, ...process.execArgv, ...process.argv.slice(1), "--isolated"];
  const script = 'ip link set lo up && exec "$@"';
  const args = ["--map-root-user", "--net", "--", "sh", "-c", script, "sh", ...again];
  const { status, error } = spawnSync("unshare", args, { stdio: "inherit" });
  if (error !== undefined) throw error;
  process.exitCode = status ?? 1;
}

async function checkAll(binary: string): Promise<void> {
  const outside = Object.keys(networkInterfaces()).filter((name) => name !== "lo");
  assert.deepEqual(outside, [], "the namespace has an interface to the outside");
  for (const network of asked) {
    try {
      print(`passed  ${network}: ${await check(binary, network)}`);
    } catch (error) {
      process.exitCode = 1;
      print(`FAILED  ${network}: ${error instanceof Error ? error.stack : String(error)}`);
    }
  }
}

async function check(binary: string, network: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "couloir-public-"));
  const [httpPort, stakingPort, ownPort] = await freePorts(3);
  const flags = [
    `--network-id=${network}`,
    `--data-dir=${directory}`,
    "--bootstrap-ips=",
    "--bootstrap-ids=",
    "--network-allow-private-ips=true",
    "--http-host=127.0.0.1",
    `--http-port=${httpPort}`,
    "--staking-host=127.0.0.1",
    `--staking-port=${stakingPort}`,
    "--public-ip=127.0.0.1",
    "--partial-sync-primary-network",
    "--staking-ephemeral-cert-enabled",
    "--staking-ephemeral-signer-enabled",
    "--fd-limit=8192",
  ];
  const real = spawn(binary, flags, { stdio: "ignore" });
  const realUrl = `http://127.0.0.1:${httpPort}`;
  let couloir: NodeProcess | undefined;
  try {
    await until(startTimeoutMs, "AvalancheGo does not answer", async () => {
      if (real.exitCode !== null) throw new Error(`AvalancheGo ended with ${real.exitCode}`);
      return (await nodeIDOf(realUrl).catch(() => undefined)) !== undefined;
    });
    const realID = await nodeIDOf(realUrl);
    couloir = await NodeProcess.start(
      `--network-id=${network}`,
      "--api-profile=avalanchego",
      `--bootstrap-ips=127.0.0.1:${stakingPort}`,
      `--bootstrap-ids=${realID}`,
      "--staking-host=127.0.0.1",
      "--public-ip=127.0.0.1",
      `--staking-port=${ownPort}`,
      "--network-allow-private-ips=true",
    );
    const seen = await staysConnected({ url: realUrl, nodeID: realID }, couloir.url);
    const names = ["info.upgrades", "info.acps"];
    for (const method of names) {
      assert.deepEqual(await of(couloir.url, method), await of(realUrl, method), method);
    }
    const version = await versionOf(couloir.url);
    assert.deepEqual(version, await versionOf(realUrl), "info.getNodeVersion");
    return `${seen}; ${names.join(" and ")} equal, version ${version.version}`;
  } finally {
    await couloir?.discard();
    if (real.exitCode === null && real.signalCode === null) {
      const ended = once(real, "exit");
      real.kill("SIGKILL");
      await ended;
    }
    await rm(directory, { recursive: true, force: true });
  }
}

/** Both list each other, without a moment in between at which one does not. */
async function staysConnected(
  { url, nodeID }: { readonly url: string; readonly nodeID: string },
  ownUrl: string,
): Promise<string> {
  const ownID = await nodeIDOf(ownUrl);
  const peersSeen = async () => {
    const [theirs, ours] = await Promise.all([peersOf(url), peersOf(ownUrl)]);
    const us = theirs.find((peer) => peer.nodeID === ownID);
    const them = ours.find((peer) => peer.nodeID === nodeID);
    return us === undefined || them === undefined ? undefined : { us, them };
  };
  await until(connectTimeoutMs, "the nodes are not connected", async () => {
    return (await peersSeen()) !== undefined;
  });
  let last: Awaited<ReturnType<typeof peersSeen>>;
  const end = Date.now() + stayConnectedMs;
  while (Date.now() < end) {
    last = await peersSeen();
    assert(last !== undefined, "the connection was closed");
    await sleep(250);
  }
  assert(last !== undefined);
  return `connected for ${stayConnectedMs / 1000} s as ${last.us.version} with ${last.them.version}`;
}

async function until(
  timeoutMs: number,
  failure: string,
  isDone: () => Promise<boolean>,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await isDone())) {
    if (Date.now() > deadline) throw new Error(`${failure} after ${timeoutMs / 1000} s`);
    await sleep(250);
  }
}

async function nodeIDOf(url: string): Promise<string> {
  return (await of<{ nodeID: string }>(url, "info.getNodeID")).nodeID;
}

async function peersOf(url: string): Promise<readonly Peer[]> {
  return (await of<{ peers: readonly Peer[] }>(url, "info.peers")).peers;
}

/** Without the commit, which no two builds share. */
async function versionOf(url: string): Promise<NodeVersion> {
  const method = "info.getNodeVersion";
  const { version, databaseVersion, rpcProtocolVersion } = await of<NodeVersion>(url, method);
  return { version, databaseVersion, rpcProtocolVersion };
}

function of<Result = unknown>(url: string, method: string): Promise<Result> {
  return ask<Result>(url, "/ext/info", method);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
