import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeBytes } from "../../src/formats/encoding.ts";
import { formatJson } from "../../src/formats/json.ts";
import { formatNodeId } from "../../src/formats/node-id.ts";
import { releases } from "../../src/networks/release.ts";
import { defaultUpgrades, formatUpgrades } from "../../src/networks/upgrades.ts";
import type { IndexPath } from "../../src/store/container-log.ts";
import { freePorts } from "../dropin/five-nodes/free-ports.ts";
import { callNode } from "../support/call-node.ts";
import { startThreeChains } from "../support/follow/three-chains.ts";
import { localTerms } from "../support/p2p/nodes.ts";
import { NodeProcess } from "./node-process.ts";

const cleanups: (() => unknown)[] = [];

/** Ends what a test started. */
export async function endAll(): Promise<void> {
  for (const clean of cleanups.splice(0).reverse()) await clean();
}

export const networkID = 1338;
export const waitOptions = { timeout: 45_000, interval: 50 };

/** A validator in this process, and a follower of its three chains as a user runs it. */
export async function start(...flags: readonly string[]) {
  return startOn({}, "--hardfork=granite", ...flags);
}

/** The same of an X-chain that was a DAG of some vertices. */
export async function startWithDag(vertices: number, ...flags: readonly string[]) {
  return startOn({ vertices }, "--x-chain-dag", ...flags);
}

async function startOn(chains: { readonly vertices?: number }, ...flags: readonly string[]) {
  const validator = await startThreeChains({
    terms: { ...localTerms, networkID },
    upgrades: { granite: defaultUpgrades.granite },
    ...chains,
  });
  cleanups.push(() => validator.network.close());
  const directory = mkdtempSync(join(tmpdir(), "couloir-chains-"));
  cleanups.push(() => rmSync(directory, { recursive: true, force: true }));
  const genesisFile = join(directory, "genesis.json");
  writeFileSync(genesisFile, validator.genesisText);
  const upgradeFile = join(directory, "upgrade.json");
  const upgrades = { ...defaultUpgrades, ...validator.upgrades };
  writeFileSync(upgradeFile, formatJson(formatUpgrades(upgrades, releases.newest)));
  const follow = async (others: readonly FollowedNode[], ...given: readonly string[]) => {
    const [stakingPort] = await freePorts(1);
    const { ip, port } = validator.network.listeningAt!;
    const nodeIDs = await Promise.all(others.map(({ node }) => nodeIDOf(node)));
    const node = await NodeProcess.start(
      `--network-id=${networkID}`,
      `--genesis-file=${genesisFile}`,
      `--bootstrap-ips=${[port, ...others.map((other) => other.stakingPort)].map((at) => `${ip}:${at}`).join()}`,
      `--bootstrap-ids=${[formatNodeId(validator.network.nodeID), ...nodeIDs].join()}`,
      ...(validator.dag === undefined ? [] : [`--upgrade-file=${upgradeFile}`]),
      `--staking-port=${stakingPort}`,
      "--staking-host=127.0.0.1",
      "--public-ip=127.0.0.1",
      "--index-enabled",
      "--follow-chains=P,X,C",
      ...given,
    );
    cleanups.push(() => node.discard());
    return { node, stakingPort: stakingPort! };
  };
  /** Starts another node, whose bootstrappers are the validator and these. */
  const followToo = (...others: readonly FollowedNode[]) => follow(others, ...flags);
  return { ...validator, ...(await follow([], ...flags)), followToo };
}

type FollowedNode = { readonly node: NodeProcess; readonly stakingPort: number };

async function nodeIDOf({ url }: NodeProcess): Promise<string> {
  return (await resultOf(url, "info.getNodeID"))["nodeID"] as string;
}

export type Fields = Readonly<Record<string, unknown>>;

export async function resultOf(
  url: string,
  method: string,
  params = {},
  path?: string,
): Promise<Fields> {
  const { result, error } = await callNode(url, method, params, path);
  if (error !== undefined) throw new Error(error.message);
  return result as Fields;
}

export const isBootstrapped = async ({ url }: NodeProcess, chain: string) =>
  (await resultOf(url, "info.isBootstrapped", { chain }))["isBootstrapped"];

/** Since which blocks the node says that it knows what was exported. */
export async function sinceOf({ url }: NodeProcess): Promise<string | null> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "platform.getHeight" });
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${url}/ext/bc/P`, { method: "POST", headers, body });
  return response.headers.get("couloir-shared-memory-since");
}

/** The bytes of the index of a chain, from index 0 on. */
export function indexed(node: NodeProcess, chain: "X" | "C"): Promise<readonly Uint8Array[]> {
  return indexAt(node, `${chain}/block`);
}

export async function indexAt(
  { url }: NodeProcess,
  name: IndexPath,
): Promise<readonly Uint8Array[]> {
  const params = { startIndex: 0, numToFetch: 1024, encoding: "hex" };
  const path = `/ext/index/${name}`;
  const containers = await resultOf(url, "index.getContainerRange", params, path);
  return (containers as unknown as readonly { bytes: string }[]).map(({ bytes }) =>
    decodeBytes(bytes, "hex"),
  );
}
