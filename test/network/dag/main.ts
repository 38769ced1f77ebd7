/*
 * `npm run test:dag -- --avalanchego PATH --staking-keys FOLDER --builder PROGRAM [--vertices N]`: a network whose X-chain was a DAG. PROGRAM
 * builds the DAG with AvalancheGo's packages (test/dropin/avalanchego/dag). A peer of ours sends it to an AvalancheGo, the only
 * validator, Couloir fetches it from there, and another AvalancheGo bootstraps its X-chain from Couloir. Exit code 1 if they
 * differ.
 * [spec: 4.5.X.tx] [spec: 4.5.X.vtx] [spec: 4.5.X.block]
 */
import { deepStrictEqual } from "node:assert";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { parseNodeId } from "../../../src/formats/node-id.ts";
import { ask } from "../../e2e/rpc.ts";
import { Couloir } from "../couloir.ts";
import { CrossChainWallet } from "../cross-chain-wallet.ts";
import { compareContainers, indexed } from "../indices.ts";
import type { Beacon } from "../validators.ts";
import { DagNetwork, type DagNode } from "./dag-network.ts";
import { serveDag } from "./serve-dag.ts";

const { values } = parseArgs({
  options: {
    avalanchego: { type: "string" },
    "staking-keys": { type: "string" },
    builder: { type: "string" },
    vertices: { type: "string", default: "5000" },
  },
});
const { avalanchego, builder, "staking-keys": stakingKeys, vertices } = values;
if (avalanchego === undefined || stakingKeys === undefined || builder === undefined) {
  throw new Error("--avalanchego PATH, --staking-keys FOLDER and --builder PROGRAM are needed");
}

class NodeEnded extends Error {}

/** An AvalancheGo asks itself first, and each answer overlaps with others. */
const waitMs = 240_000;

const startMs = performance.now();
await using network = await DagNetwork.create(builder, Number(vertices));
const { vertices: dag, stopVertexID } = network;
print(`built ${dag.length} vertices; the stop vertex is ${stopVertexID}`);
const validator = await network.startNode(avalanchego, {
  flags: [...DagNetwork.keyFlags(stakingKeys), "--snow-sample-size=1", "--snow-quorum-size=1"],
  beacons: [],
});
const peer = await serveDag(network, await network.xChainID(validator.url));
peer.connect(parseNodeId(await nodeIDOf(validator.url)), address(validator.stakingPort));
await untilTrue(() => areBootstrapped(validator.url), "AvalancheGo has the DAG from our peer");
await peer.close();
const flags = ["--follow-chains=P,X,C", "--c-chain-start=0", "--x-chain-dag", "--index-enabled"];
const first = await beaconOf(validator);
const couloir = await Couloir.join(network, [first], flags);
try {
  await untilTrue(() => isDagComplete(couloir.url), "Couloir has the DAG from AvalancheGo");
  const bytes = await couloir.metric(
    "avalanche_network_msgs_bytes",
    'io="received",op="ancestors"',
  );
  print(`it received ${bytes} bytes of ancestors`);
  await equalSets("Couloir", couloir.url);
  const wallet = await CrossChainWallet.open(validator.url, network);
  await wallet.pay("X");
  await wallet.export("X", "P");
  await wallet.export("X", "C");
  const { length } = await indexed(validator.url, "X");
  const storedBlocks = async () => (await indexed(couloir.url, "X")).length;
  await untilTrue(async () => (await storedBlocks()) >= length, "Couloir follows the X-chain");
  await compareContainers(couloir.url, validator.url, "X");
  deepStrictEqual(await wallet.between(couloir.url), await wallet.between(validator.url));
  print("X/block and what lies between the chains are equal");
  await bootstrapFromCouloir(avalanchego);
  const { residentMiB, peakMiB } = couloir.usage();
  print(`Couloir: ${Math.round(residentMiB)} MiB resident, at most ${Math.round(peakMiB)}`);
} catch (error) {
  process.exitCode = 1;
  print(`FAILED ${error instanceof Error ? error.stack : String(error)}\n${couloir.lastLog()}`);
} finally {
  await couloir.process.discard();
}

/** The validator, whose connection an X-chain needs to begin, answers nothing meanwhile. */
async function bootstrapFromCouloir(program: string): Promise<void> {
  const beacon = { nodeID: await couloir.nodeID(), address: `127.0.0.1:${couloir.stakingPort}` };
  const options = { flags: [], beacons: [beacon] };
  let joined = await network.startNode(program, options);
  const begins = async () =>
    (await isConnected(joined.url, first.nodeID)) && (await hasXChain(joined.url));
  await untilTrue(begins, "another AvalancheGo begins with the X-chain");
  validator.child.kill("SIGSTOP");
  const url = async () => {
    if (hasLinearizedTwice(joined)) {
      print("the other AvalancheGo linearized its X-chain twice and ended: it is started again");
      // It asks only validators for addresses, so that it has the validator's only from Couloir's first message.
      validator.child.kill("SIGCONT");
      await untilTrue(() => isConnected(couloir.url, first.nodeID), "Couloir has the validator");
      joined = await network.restart(program, joined, options);
    }
    return joined.url;
  };
  const last = async () => {
    const method = "index.getLastAccepted";
    const params = { encoding: "hex" };
    return (await ask<{ id: string }>(await url(), "/ext/index/X/vtx", method, params)).id;
  };
  const isThere = async () => (await last()) === stopVertexID;
  await untilTrue(isThere, "it has the DAG while the validator is stopped");
  validator.child.kill("SIGCONT");
  await untilTrue(async () => isBootstrapped(await url(), "X"), "it has bootstrapped the X-chain");
  await equalSets("the other AvalancheGo", joined.url);
  const sent = await couloir.metric("avalanche_network_msgs", 'io="sent",op="ancestors"');
  print(`Couloir sent ${sent} answers with ancestors`);
}

/**
 * AvalancheGo's own fault, also if it joins another AvalancheGo: the vertices may all be there while a request is open, such as to the
 * stopped validator. When that fails, snow/engine/avalanche/bootstrap calls Linearize once more. What it has is stored.
 */
function hasLinearizedTwice({ child, directory }: DagNode): boolean {
  if (child.exitCode === null) return false;
  const text = readFileSync(join(directory, "logs", "X.log"), "utf8");
  if (text.includes("duplicate metrics collector registration attempted")) return true;
  throw new NodeEnded(`AvalancheGo ended with ${child.exitCode}: ${text.slice(-1_000)}`);
}

async function equalSets(name: string, url: string): Promise<void> {
  for (const path of ["X/tx", "X/vtx"] as const) {
    const own = await sortedIndex(url, path);
    deepStrictEqual(own, await sortedIndex(validator.url, path));
    print(`${path} of ${name}: ${own.length} containers, equal to the validator's as a set`);
  }
}

async function beaconOf({ url, stakingPort }: DagNode): Promise<Beacon> {
  return { nodeID: await nodeIDOf(url), address: `127.0.0.1:${stakingPort}` };
}

function address(port: number) {
  return { ip: "127.0.0.1", port };
}

async function nodeIDOf(url: string): Promise<string> {
  return (await ask<{ nodeID: string }>(url, "/ext/info", "info.getNodeID")).nodeID;
}

async function isConnected(url: string, nodeID: string): Promise<boolean> {
  const { peers } = await ask<{ peers: readonly { nodeID: string }[] }>(
    url,
    "/ext/info",
    "info.peers",
  );
  return peers.some((each) => each.nodeID === nodeID);
}

/** The index has a route once the chain exists. */
async function hasXChain(url: string): Promise<boolean> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "index.getLastAccepted" });
  const headers = { "content-type": "application/json" };
  const { status } = await fetch(`${url}/ext/index/X/vtx`, { method: "POST", headers, body });
  return status !== 404;
}

async function areBootstrapped(url: string): Promise<boolean> {
  for (const chain of ["P", "X", "C"]) if (!(await isBootstrapped(url, chain))) return false;
  return true;
}

async function isBootstrapped(url: string, chain: string): Promise<boolean> {
  const method = "info.isBootstrapped";
  const answer = await ask<{ isBootstrapped: boolean }>(url, "/ext/info", method, { chain });
  return answer.isBootstrapped;
}

async function isDagComplete(url: string): Promise<boolean> {
  const text = await (await fetch(`${url}/ext/metrics`)).text();
  return text.includes('couloir_stored_chain_dag_complete{chain="X"} 1');
}

/** The bytes of all containers of an index, in hex. */
async function sortedIndex(url: string, path: "X/tx" | "X/vtx"): Promise<readonly string[]> {
  const found: string[] = [];
  while (true) {
    const params = { startIndex: String(found.length), numToFetch: "1024", encoding: "hex" };
    const method = "index.getContainerRange";
    const { containers } = await ask<{ containers: readonly { bytes: string }[] }>(
      url,
      `/ext/index/${path}`,
      method,
      params,
    ).catch(() => ({ containers: [] }));
    if (containers.length === 0) return found.sort();
    found.push(...containers.map(({ bytes }) => bytes));
  }
}

async function untilTrue(isTrue: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + waitMs;
  const notYet = (error: unknown) => {
    if (error instanceof NodeEnded) throw error;
    return false;
  };
  while (!(await isTrue().catch(notYet))) {
    if (Date.now() > deadline) throw new Error(`not in ${waitMs} ms: ${what}`);
    await sleep(200);
  }
  print(what);
}

function print(line: string): void {
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
  process.stdout.write(`${seconds} s: ${line}\n`);
}
