import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { formatAddress } from "../../src/formats/address.ts";
import { encodeBytes } from "../../src/formats/encoding.ts";
import { callNode } from "../support/call-node.ts";
import { divide, payer, spendable } from "../support/transfers.ts";
import { NodeProcess } from "./node-process.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const waitOptions = { timeout: 45_000, interval: 50 };
const address = "P-custom18jma8ppw3nhx5r4ap8clazz0dps7rv5u9xde7p";

async function start(...flags: readonly string[]): Promise<NodeProcess> {
  const node = await NodeProcess.start(...flags);
  cleanups.push(() => node.discard());
  return node;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function result(url: string, method: string, params = {}): Promise<Record<string, unknown>> {
  const { result, error } = (await callNode(url, method, params)) as {
    result?: Record<string, unknown>;
    error?: { message: string };
  };
  if (result === undefined) throw new Error(error?.message);
  return result;
}

/** The containers of the P-chain, as a node has them. */
function containersOf(url: string, count: number): Promise<readonly unknown[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const params = { index, encoding: "hex" };
      const { id, bytes } = await result(url, "index.getContainerByIndex", params);
      return { id, bytes };
    }),
  );
}

async function pay(url: string, times: number): Promise<void> {
  for (let count = 0; count < times; count++) {
    await result(url, "dev.fund", { address, amount: 1_000_000_000 });
  }
}

/** A payment of the first account to itself. */
async function signedPayment(url: string): Promise<string> {
  const own = [formatAddress("P", "custom", payer)];
  const { utxos } = await result(url, "platform.getUTXOs", { addresses: own, encoding: "hex" });
  const [richest] = spendable(utxos as string[], 10_000_000_000n);
  return encodeBytes(divide(1337, richest!, 1, 10_000_000n).bytes, "hex");
}

/** Waits until every node has the block of the first, and compares all containers. */
async function expectEqual(dev: NodeProcess, followers: readonly NodeProcess[]): Promise<void> {
  const { height } = await result(dev.url, "platform.getHeight");
  const expected = await containersOf(dev.url, Number(height));
  expect(expected).toHaveLength(Number(height));
  for (const { url } of followers) {
    await vi.waitFor(
      async () => expect(await result(url, "platform.getHeight")).toEqual({ height }),
      waitOptions,
    );
    expect(await containersOf(url, Number(height))).toEqual(expected);
    const supply = await result(dev.url, "platform.getCurrentSupply");
    // After a start, each process of a follower opens its APIs by itself.
    await vi.waitFor(
      async () => expect(await result(url, "platform.getCurrentSupply")).toEqual(supply),
      waitOptions,
    );
  }
}

describe("a followable dev node", () => {
  it("has followers that are ready as soon as they follow it, and no longer once it is gone", async () => {
    const stakingPort = await freePort();
    const dev = await start("--followable", `--staking-port=${stakingPort}`);
    const { nodeID } = await result(dev.url, "info.getNodeID");
    const network = [
      "--network-id=1337",
      `--genesis-file=${join(dev.directory, "db/network-1337/genesis.json")}`,
      "--staking-port=0",
      "--health-check-frequency=1h",
    ];
    const bootstrappers = [`--bootstrap-ips=127.0.0.1:${stakingPort}`, `--bootstrap-ids=${nodeID}`];
    const peer = await start(...network, ...bootstrappers);
    const client = await start(...network, `--upstream=${dev.url}`);
    const isReady = async ({ url }: NodeProcess) =>
      (await fetch(`${url}/ext/health/readiness`)).status === 200;
    for (const node of [peer, client]) {
      await vi.waitFor(async () => expect(await isReady(node)).toBe(true), waitOptions);
    }
    await dev.stop();
    await vi.waitFor(async () => expect(await isReady(client)).toBe(false), waitOptions);
  });

  it.each([
    ["one process", []],
    ["two processes, as its followers", ["--processes=2"]],
  ])(
    "is followed over peers and over HTTP, block for block, also after restarts: %s",
    async (_name, processes) => {
      const stakingPort = await freePort();
      const httpPort = await freePort();
      const dev = await start(
        "--followable",
        `--staking-port=${stakingPort}`,
        `--http-port=${httpPort}`,
        ...processes,
      );
      await pay(dev.url, 3);
      const { nodeID } = await result(dev.url, "info.getNodeID");
      const network = [
        "--network-id=1337",
        `--genesis-file=${join(dev.directory, "db/network-1337/genesis.json")}`,
        "--staking-port=0",
        "--index-enabled",
        "--follow-chains=P,X,C",
        ...processes,
      ];
      const peer = await start(
        ...network,
        `--bootstrap-ips=127.0.0.1:${stakingPort}`,
        `--bootstrap-ids=${nodeID}`,
      );
      const client = await start(...network, `--upstream=http://127.0.0.1:${httpPort}`);
      await expectEqual(dev, [peer, client]);
      // The other chains have no blocks, and are complete.
      for (const { url } of [peer, client]) {
        for (const chain of ["X", "C"]) {
          await vi.waitFor(
            async () =>
              expect(await result(url, "info.isBootstrapped", { chain })).toEqual({
                isBootstrapped: true,
              }),
            waitOptions,
          );
        }
      }
      await pay(dev.url, 3);
      await expectEqual(dev, [peer, client]);
      expect(await result(dev.url, "info.peers")).toMatchObject({ numPeers: "1" });

      for (const node of [peer, client]) {
        await node.stop();
        await pay(dev.url, 1);
        await node.start();
      }
      await expectEqual(dev, [peer, client]);
      await dev.stop();
      await dev.start();
      await pay(dev.url, 2);
      await expectEqual(dev, [peer, client]);
    },
    180_000,
  );

  it("gets the transactions that its followers are given", async () => {
    const stakingPort = await freePort();
    const httpPort = await freePort();
    const dev = await start(
      "--followable",
      `--staking-port=${stakingPort}`,
      `--http-port=${httpPort}`,
    );
    const { nodeID } = await result(dev.url, "info.getNodeID");
    const network = [
      "--network-id=1337",
      `--genesis-file=${join(dev.directory, "db/network-1337/genesis.json")}`,
      "--staking-port=0",
    ];
    const sources = [
      [`--bootstrap-ips=127.0.0.1:${stakingPort}`, `--bootstrap-ids=${nodeID}`],
      [`--upstream=http://127.0.0.1:${httpPort}`],
    ];
    for (const source of sources) {
      const follower = await start(...network, ...source);
      await vi.waitFor(() => result(follower.url, "platform.getHeight"), waitOptions);
      const tx = await signedPayment(dev.url);
      const { txID } = await result(follower.url, "platform.issueTx", { tx, encoding: "hex" });
      for (const { url } of [dev, follower]) {
        await vi.waitFor(async () => {
          const { status } = await result(url, "platform.getTxStatus", { txID });
          expect(status).toBe("Committed");
        }, waitOptions);
      }
    }
  }, 120_000);
});

describe("a dev node that is not followable", () => {
  const logOf = (folder: string) => readFileSync(join(folder, "main.log"), "utf8");

  it("is named with the remedy, at start and when following halts", async () => {
    const dev = await start("--staking-port=0", "--block-production=manual");
    await result(dev.url, "dev.buildBlock");
    const log = mkdtempSync(join(tmpdir(), "couloir-log-"));
    cleanups.push(() => rmSync(log, { recursive: true }));
    await start(`--upstream=${dev.url}`, "--staking-port=0", `--log-dir=${log}`);
    await vi.waitFor(() => {
      expect(logOf(log)).toContain("is a dev node that is not followable");
      expect(logOf(log)).toContain("Start it with --followable and another --data-dir.");
      expect(logOf(log)).toContain("made a block that no network accepts");
    }, waitOptions);
    expect(logOf(log)).not.toContain("Update Couloir");
  }, 60_000);

  it("is suspected by a follower over peers, which says what to start it with", async () => {
    const port = await freePort();
    const log = mkdtempSync(join(tmpdir(), "couloir-log-"));
    cleanups.push(() => rmSync(log, { recursive: true }));
    await start(
      `--bootstrap-ips=127.0.0.1:${port}`,
      "--bootstrap-ids=NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg",
      "--staking-port=0",
      `--log-dir=${log}`,
    );
    await vi.waitFor(
      () => expect(logOf(log)).toContain("a Couloir dev node accepts peers only with --followable"),
      waitOptions,
    );
  }, 60_000);
});
