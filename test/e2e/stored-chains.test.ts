import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { formatAddress } from "../../src/formats/address.ts";
import { decodeBytes } from "../../src/formats/encoding.ts";
import { formatNodeId } from "../../src/formats/node-id.ts";
import { defaultUpgrades } from "../../src/networks/upgrades.ts";
import { callNode } from "../support/call-node.ts";
import { unsignedAtomicTx } from "../support/follow/foreign-chain.ts";
import { bytesOf, startThreeChains } from "../support/follow/three-chains.ts";
import { localTerms } from "../support/p2p/nodes.ts";
import { payer } from "../support/transfers.ts";
import { NodeProcess } from "./node-process.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const networkID = 1338;
const waitOptions = { timeout: 45_000, interval: 50 };

/** A validator in this process, and a follower of its three chains as a user runs it. */
async function start(...flags: readonly string[]) {
  const validator = await startThreeChains({
    terms: { ...localTerms, networkID },
    upgrades: { granite: defaultUpgrades.granite },
  });
  cleanups.push(() => validator.network.close());
  const directory = mkdtempSync(join(tmpdir(), "couloir-chains-"));
  cleanups.push(() => rmSync(directory, { recursive: true, force: true }));
  const genesisFile = join(directory, "genesis.json");
  writeFileSync(genesisFile, validator.genesisText);
  const { ip, port } = validator.network.listeningAt!;
  const node = await NodeProcess.start(
    `--network-id=${networkID}`,
    `--genesis-file=${genesisFile}`,
    `--bootstrap-ips=${ip}:${port}`,
    `--bootstrap-ids=${formatNodeId(validator.network.nodeID)}`,
    "--hardfork=granite",
    "--staking-port=0",
    "--staking-host=127.0.0.1",
    "--index-enabled",
    "--follow-chains=P,X,C",
    ...flags,
  );
  cleanups.push(() => node.discard());
  return { ...validator, node };
}

type Fields = Readonly<Record<string, unknown>>;

async function resultOf(url: string, method: string, params = {}, path?: string): Promise<Fields> {
  const { result, error } = await callNode(url, method, params, path);
  if (error !== undefined) throw new Error(error.message);
  return result as Fields;
}

const isBootstrapped = async ({ url }: NodeProcess, chain: string) =>
  (await resultOf(url, "info.isBootstrapped", { chain }))["isBootstrapped"];

/** Since which blocks the node says that it knows what was exported. */
async function sinceOf({ url }: NodeProcess): Promise<string | null> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "platform.getHeight" });
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${url}/ext/bc/P`, { method: "POST", headers, body });
  return response.headers.get("couloir-shared-memory-since");
}

/** The bytes of the index of a chain, from index 0 on. */
async function indexed({ url }: NodeProcess, chain: "X" | "C"): Promise<readonly Uint8Array[]> {
  const params = { startIndex: 0, numToFetch: 1024, encoding: "hex" };
  const path = `/ext/index/${chain}/block`;
  const containers = await resultOf(url, "index.getContainerRange", params, path);
  return (containers as unknown as readonly { bytes: string }[]).map(({ bytes }) =>
    decodeBytes(bytes, "hex"),
  );
}

describe("a node that follows P-, X- and C-chain", () => {
  it("serves their indices from the first block, and says how far it is", async () => {
    const { node, chains, context } = await start(
      "--c-chain-start=0",
      "--processes=2",
      "--health-check-frequency=100ms",
    );
    await vi.waitFor(async () => expect(await isBootstrapped(node, "C")).toBe(true), waitOptions);
    await vi.waitFor(async () => expect(await isBootstrapped(node, "X")).toBe(true), waitOptions);
    expect(await indexed(node, "X")).toEqual(bytesOf(chains.X));
    expect(await indexed(node, "C")).toEqual(bytesOf(chains.C));
    const exported = unsignedAtomicTx({
      kind: "ExportTx",
      networkID,
      blockchainID: context.cChainID,
      destinationChain: context.xChainID,
      inputs: [],
      exportedOutputs: [
        {
          assetID: context.avaxAssetID,
          output: {
            kind: "TransferOutput",
            amount: 5n,
            locktime: 0n,
            threshold: 1,
            addresses: [payer],
          },
        },
      ],
    });
    chains.C.extend(3, [exported]);
    await vi.waitFor(
      async () => expect(await indexed(node, "C")).toEqual(bytesOf(chains.C)),
      waitOptions,
    );
    const addresses = [formatAddress("X", "custom", payer)];
    expect(await resultOf(node.url, "avm.getUTXOs", { addresses, sourceChain: "C" })).toMatchObject(
      { numFetched: "1" },
    );
    await expect(resultOf(node.url, "avm.getUTXOs", { addresses })).rejects.toThrow(
      'problem parsing source chainID "X": this node does not execute the X-chain, so it does not know its own outputs: name the chain that exported them',
    );
    const onC = [formatAddress("C", "custom", payer)];
    expect(
      await resultOf(node.url, "avax.getUTXOs", { addresses: onC, sourceChain: "X" }),
    ).toMatchObject({ numFetched: "0" });
    const checks = async (name: string) =>
      ((await resultOf(node.url, "health.health"))["checks"] as Fields)[name] as Fields;
    const storedChains = {
      X: { phase: "following", startHeight: "1", height: "30", isExecuted: false },
      C: { phase: "following", startHeight: "1", height: "43", isExecuted: false },
    };
    await vi.waitFor(async () => {
      expect((await checks("X"))["message"]).toMatchObject({
        engine: { consensus: { lastAcceptedHeight: 30 }, vm: null },
        networking: { percentConnected: 1 },
      });
      expect((await checks("following"))["message"]).toMatchObject({ storedChains });
    }, waitOptions);
    const metrics = await (await fetch(`${node.url}/ext/metrics`)).text();
    for (const line of [
      'avalanche_snowman_last_accepted_height{chain="C"} 43',
      'avalanche_snowman_bootstrap_finished{chain="X"} 1',
      'couloir_stored_chain_height{chain="C"} 43',
      'couloir_stored_chain_start_height{chain="C"} 1',
    ]) {
      expect(metrics).toContain(`${line}\n`);
    }
  });

  it("loses and doubles nothing when it is killed at any moment", async () => {
    const { node, chains } = await start("--c-chain-start=0");
    expect(await sinceOf(node)).toBeNull();
    for (let kill = 0; kill < 10; kill++) {
      chains.X.extend(5);
      chains.C.extend(25);
      await sleep(40 * kill);
      await node.stop("SIGKILL");
      await node.start();
    }
    await vi.waitFor(
      async () => expect(await indexed(node, "C")).toHaveLength(chains.C.containers.length),
      waitOptions,
    );
    await vi.waitFor(
      async () => expect(await indexed(node, "X")).toHaveLength(chains.X.containers.length),
      waitOptions,
    );
    expect(await indexed(node, "X")).toEqual(bytesOf(chains.X));
    expect(await indexed(node, "C")).toEqual(bytesOf(chains.C));
  });

  it("refuses a start of the C-chain that the store does not have", async () => {
    const { node } = await start("--c-chain-start=11");
    await vi.waitFor(async () => expect(await indexed(node, "C")).toHaveLength(30), waitOptions);
    expect(await sinceOf(node)).toBe("C=11");
    await node.stop();
    const other = node.with("--c-chain-start=12");
    await expect(other.start()).rejects.toThrow("the node ended with 1");
    await node.start();
    await vi.waitFor(async () => expect(await isBootstrapped(node, "C")).toBe(true), waitOptions);
  });
});
