import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { nodeConfig } from "../../../../src/cli/config.ts";
import { readRawConfig } from "../../../../src/cli/raw-config.ts";
import { readContainer } from "../../../../src/follow/container.ts";
import { ProposerSignatures } from "../../../../src/follow/proposer-signature.ts";
import { decodeBytes } from "../../../../src/formats/encoding.ts";
import { formatNodeId } from "../../../../src/formats/node-id.ts";
import { createNode } from "../../../../src/node/create-node.ts";
import { silentLog } from "../../../../src/node/logging/log.ts";
import type { Node } from "../../../../src/node/node.ts";
import { proposerOf } from "../../../../src/pchain/blocks/proposervm.ts";
import { callNode } from "../../../support/call-node.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

function emptyDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), "couloir-followable-"));
  cleanups.push(() => rmSync(path, { recursive: true }));
  return path;
}

async function create(directory: string, ...flags: readonly string[]): Promise<Node> {
  const args = [`--data-dir=${directory}`, "--http-port=0", "--staking-port=0", ...flags];
  return createNode(nodeConfig(await readRawConfig(args, {})), silentLog);
}

async function start(directory: string, ...flags: readonly string[]) {
  const node = await create(directory, "--followable", ...flags);
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= node.stop();
    return stopped;
  };
  cleanups.push(stop);
  return { node, url: await node.start(), stop };
}

const address = "P-custom18jma8ppw3nhx5r4ap8clazz0dps7rv5u9xde7p";
const fund = (url: string, amount = 1_000_000_000) =>
  callNode(url, "dev.fund", { address, amount });

async function result(url: string, method: string, params = {}): Promise<Record<string, unknown>> {
  const answer = await callNode(url, method, params);
  expect(answer).not.toHaveProperty("error");
  return answer.result as Record<string, unknown>;
}

describe("a followable dev node", () => {
  it("is the only validator, on a network whose genesis has its accounts' funds", async () => {
    const directory = emptyDirectory();
    const { node, url } = await start(directory, "--accounts=2", "--balance=7");
    const { validators } = await result(url, "platform.getCurrentValidators");
    expect(validators).toMatchObject([{ nodeID: node.nodeID, stakeAmount: "10000000000000000" }]);
    const { accounts, followable, networkID } = await node.describe(url);
    expect(networkID).toBe(1337);
    expect(accounts.map(({ P }) => P.balance)).toEqual(["7000000000", "7000000000"]);
    expect(followable!.stakingAddress).toMatch(/^127\.0\.0\.1:\d+$/);
    const served = await (await fetch(followable!.genesisURL)).text();
    const file = readFileSync(join(directory, "db/network-1337/genesis.json"), "utf8");
    expect(served).toBe(file);
    expect(JSON.parse(file)).toMatchObject({
      networkID: 1337,
      initialStakers: [{ nodeID: node.nodeID }],
    });
    expect(await result(url, "dev.nodeInfo")).toMatchObject({ followable: true, mode: "dev" });
  });

  it("funds in a transaction, whose fee is paid, also in calls at once", async () => {
    const { url } = await start(emptyDirectory());
    const before = await result(url, "platform.getBalance", { addresses: [address] });
    const funded = await Promise.all([fund(url), fund(url), fund(url)]);
    for (const { result } of funded) {
      const { txID } = result as { txID: string };
      expect(await callNode(url, "platform.getTxStatus", { txID })).toMatchObject({
        result: { status: "Committed" },
      });
    }
    const after = await result(url, "platform.getBalance", { addresses: [address] });
    expect(BigInt(after["balance"] as string) - BigInt(before["balance"] as string)).toBe(
      3_000_000_000n,
    );
    const { utxos } = await result(url, "platform.getUTXOs", { addresses: [address], limit: 50 });
    expect(utxos).toHaveLength(4 + 1);
  });

  it("funds one call after the other if blocks have an interval", async () => {
    const { url } = await start(emptyDirectory(), "--block-time=300ms");
    for (const { result } of await Promise.all([fund(url), fund(url)])) {
      const { txID } = result as { txID: string };
      expect(await callNode(url, "platform.getTxStatus", { txID })).toMatchObject({
        result: { status: "Committed" },
      });
    }
  });

  it("funds one call for each block if blocks are built on demand", async () => {
    const { url } = await start(emptyDirectory(), "--block-production=manual");
    expect(await fund(url)).toHaveProperty("result");
    expect((await fund(url)).error!.message).toBe(
      "couldn't fund the address: the last payment, whose change pays the next one, waits for a block. Call dev.buildBlock",
    );
    await result(url, "dev.buildBlock");
    expect(await fund(url)).toHaveProperty("result");
  });

  it("says what it can pay at most", async () => {
    const { url } = await start(emptyDirectory());
    const { error } = await fund(url, 1e16);
    expect(error!.message).toMatch(
      /^couldn't fund the address: the node can pay at most 99999999\d+ nAVAX at once$/,
    );
    const most = Number(/at most (\d+)/.exec(error!.message)![1]);
    expect(await fund(url, most)).toHaveProperty("result");
  });

  it("signs the blocks that it proposes, but not the first, and makes no empty ones", async () => {
    const { node, url } = await start(emptyDirectory());
    expect(await result(url, "dev.buildBlock")).toEqual({ blocks: [] });
    for (let count = 0; count < 3; count++) await fund(url);
    const containers = await Promise.all(
      [0, 1, 2].map(async (index) => {
        const { bytes } = await result(url, "index.getContainerByIndex", {
          index,
          encoding: "hex",
        });
        return readContainer(new Uint8Array(decodeBytes(bytes as string, "hex")));
      }),
    );
    const proposers = containers.map(({ outer }) => {
      if (outer === undefined || outer.kind === "Option") throw new Error("no proposal");
      const proposer = proposerOf(outer.proposal);
      return proposer && formatNodeId(proposer);
    });
    expect(proposers).toEqual([undefined, node.nodeID, node.nodeID]);
    const signatures = new ProposerSignatures();
    expect(containers.map((container) => signatures.isValid(container))).toEqual([
      true,
      true,
      true,
    ]);
  });

  it("has the same genesis after a restart, and blocks with and without the flag never mix", async () => {
    const directory = emptyDirectory();
    const { url, stop } = await start(directory);
    await fund(url);
    const genesis = await (await fetch(`${url}/ext/dev/genesis`)).text();
    await stop();
    await expect(create(directory, "--network-id=1337")).rejects.toThrow(
      "the database was made with --followable, and its followers would reject other blocks: add --followable, or choose another --data-dir",
    );
    const again = await start(directory);
    expect(await (await fetch(`${again.url}/ext/dev/genesis`)).text()).toBe(genesis);
    expect(await result(again.url, "platform.getHeight")).toEqual({ height: "1" });
    expect(await fund(again.url)).toHaveProperty("result");

    const other = emptyDirectory();
    const plain = await create(other, "--network-id=1337");
    await plain.stop();
    await expect(create(other, "--followable")).rejects.toThrow(
      "the database was made without --followable, so it may have blocks that followers reject: choose another --data-dir",
    );
  });

  it("names the validator if its keys are other ones", async () => {
    const directory = emptyDirectory();
    const { node, stop } = await start(directory);
    await stop();
    rmSync(join(directory, "staking"), { recursive: true });
    await expect(create(directory, "--followable")).rejects.toThrow(
      new RegExp(
        `the only validator of .*genesis\\.json is ${node.nodeID}, and this node is NodeID-`,
      ),
    );
  });

  it.each([
    ["--network-id=local", "the network local has one"],
    ["--network-id=fuji", "the network fuji has one"],
    ["--genesis-file=a.json", "makes its own genesis"],
    ["--stakers=2", "has this node as the only validator"],
    ["--timestamp=1800000000", "uses the machine's clock"],
    ["--gas-limit=5", "has the network's gas limits"],
    ["--rules=avalanchego-1.12", "remove --rules"],
    ["--sybil-protection-enabled=false", "needs validators"],
    ["--upstream=http://127.0.0.1:1", "builds its own blocks"],
    ["--hardfork=cortina", "needs a hardfork from durango on"],
  ])("refuses %s", async (flag, reason) => {
    await expect(create(emptyDirectory(), "--followable", flag)).rejects.toThrow(reason);
  });
});
