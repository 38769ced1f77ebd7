import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StartedNode, startNode } from "../../../src/index.ts";

const infoOf = (node: StartedNode) => node.call("dev.nodeInfo", { digest: true });
const ewoq = "P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u";
const avaxAssetID = "2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe";

let directory = "";
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "couloir-embedded-"));
});
afterAll(() => rm(directory, { recursive: true }));

describe("startNode", () => {
  it("gives a healthy node with funded keys on a free port, and ends it where its scope ends", async () => {
    let url = "";
    {
      await using node = await startNode();
      url = node.url;
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      expect((await fetch(`${url}/ext/health`)).status).toBe(200);
      expect(await node.call("info.getNodeID")).toHaveProperty("nodeID", node.nodeID);
      expect(node.info).not.toHaveProperty("dataDirectory");
      expect(node.info.accounts).toHaveLength(10);
      expect(node.info.accounts.slice(1).map(({ P }) => P.balance)).toEqual(
        Array(9).fill("300000000000000"),
      );
      expect(node.info.accounts.slice(0, 1)).toEqual([
        {
          privateKey: "PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN",
          evmPrivateKey: "0x56289e99c94b6912bfc12adc093c9b51124f0dc54ac7a766b2bc5ccf558d8027",
          P: { address: ewoq, balance: "30000000000000000" },
          X: { address: ewoq.replace("P", "X"), balance: "300000000000000000" },
          C: {
            address: "0x8db97c7cece249c2b98bdc0226cc4c2a57bf52fc",
            balance: "50000000000000000",
          },
        },
      ]);
      expect(node.info.validators).toHaveLength(5);
      const { block } = await node.call("platform.getBlockByHeight", {
        height: 0,
        encoding: "json",
      });
      expect((await infoOf(node)).lastAcceptedID).toBe((block as { id: string }).id);
      expect(await node.call("platform.getCurrentSupply")).toMatchObject({
        supply: "361196248632186809",
      });
    }
    await expect(fetch(url)).rejects.toThrow();
  });

  it("gives the first validator of the local network, with its published keys", async () => {
    await using node = await startNode();
    expect(node.nodeID).toBe("NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg");
    const { nodePOP } = await node.call("info.getNodeID");
    const { validators } = await node.call("platform.getCurrentValidators", {
      nodeIDs: [node.nodeID],
    });
    expect(validators).toMatchObject([
      { nodeID: node.nodeID, signer: { publicKey: nodePOP.publicKey }, connected: true },
    ]);
    expect(await node.call("info.uptime")).toHaveProperty("rewardingStakePercentage");
    const flags = { "staking-ephemeral-cert-enabled": true };
    await using other = await startNode({ flags });
    expect(other.nodeID).not.toBe(node.nodeID);
  });

  it("funds the accounts again when the chain restarts", async () => {
    await using node = await startNode({ accounts: 2, balanceAvax: 3 });
    const digest = (await infoOf(node)).digest;
    await node.call("dev.fund", { address: ewoq, amount: 1n });
    await node.call("dev.reset");
    expect((await infoOf(node)).digest).toBe(digest);
  });

  it("starts nodes that do not affect each other", async () => {
    const nodes = await Promise.all([startNode(), startNode(), startNode()]);
    const [one, ...others] = nodes;
    await one!.call("dev.fund", { address: ewoq, amount: 1n });
    const digests = await Promise.all(nodes.map(async (node) => (await infoOf(node)).digest));
    expect(digests[1]).toBe(digests[2]);
    expect(digests[0]).not.toBe(digests[1]);
    await Promise.all([one, ...others].map((node) => node!.stop()));
    await one!.stop();
  });

  it("gives the accounts, validators and time that are asked for, and the same AVAX", async () => {
    await using node = await startNode({
      accounts: 12,
      balanceAvax: 7,
      stakers: 8,
      timestamp: new Date("2030-01-01T00:00:00Z"),
      blockProduction: "manual",
    });
    const { accounts, validators } = node.info;
    expect(accounts.map(({ P }) => P.balance)).toEqual(Array(12).fill("7000000000"));
    expect(new Set(accounts.map(({ P }) => P.address)).size).toBe(12);
    expect(validators).toHaveLength(8);
    expect(validators.every(({ endTime }) => endTime > "2030-03")).toBe(true);
    const { clock } = await infoOf(node);
    expect(new Date(Number(clock.timestamp) * 1000).toISOString()).toMatch(/^2030-01-01T00:0/);
    expect(await node.call("platform.getStakingAssetID")).toEqual({ assetID: avaxAssetID });
  });

  it("answers at the end of the year 9999, and with periods that end later", async () => {
    const last = "9999-12-31T23:59:59Z";
    await using node = await startNode({ timestamp: new Date(last), stakers: 1 });
    expect(node.info.validators).toMatchObject([{ endTime: last }]);
    expect(await node.call("ledger.getStakingPeriods")).toMatchObject({
      periods: [{ endTime: last }],
    });
    await node.call("dev.buildBlock");
    expect(await node.call("platform.getTimestamp")).toEqual({ timestamp: last });
    expect(await node.call("ledger.getStatus")).toMatchObject({ time: last });
  });

  it("keeps chain and clock in a data directory", async () => {
    const dataDirectory = join(directory, "data");
    const first = await startNode({ dataDirectory });
    await first.call("dev.increaseTime", { seconds: 330 * 86_400 });
    const { height, clock } = await infoOf(first);
    expect(height).toBe("11");
    await first.stop();
    await using second = await startNode({ dataDirectory });
    const again = await infoOf(second);
    expect(again.height).toBe(height);
    expect(Number(again.clock.timestamp) - Number(clock.timestamp)).toBeLessThan(600);
    expect(second.info.validators).toEqual([]);
    await expect(startNode({ dataDirectory })).rejects.toMatchObject({
      reason: "directory-in-use",
      message: expect.stringContaining("is in use by another process. Stop that node"),
    });
    expect(await second.call("platform.getHeight")).toEqual({ height });
  });

  it("loads and saves a state file, and rejects a damaged one without touching it", async () => {
    const stateFile = join(directory, "chain.state");
    const first = await startNode({ stateFile });
    await first.call("dev.increaseTime", { seconds: 330 * 86_400 });
    await first.call("dev.fund", { address: ewoq, amount: 5 });
    const { digest, height } = await infoOf(first);
    await first.stop();
    const second = await startNode({ stateFile });
    expect(await infoOf(second)).toMatchObject({ digest, height });
    await second.stop();

    const bytes = await readFile(stateFile);
    const cut = bytes.subarray(0, bytes.length - 1);
    await writeFile(stateFile, cut);
    await expect(startNode({ stateFile })).rejects.toThrow(
      /couldn't load the state file .*chain\.state: it is truncated: .* Dump it again/,
    );
    expect((await readFile(stateFile)).equals(cut)).toBe(true);
  });

  it("says which option is wrong, and that a port is taken", async () => {
    await expect(startNode({ accounts: 0 })).rejects.toThrow(
      "couldn't start node: --accounts must be 1 to 1000, got 0",
    );
    await expect(startNode({ accounts: 1000, balanceAvax: 1_000_000 })).rejects.toThrow(
      "choose a smaller --balance",
    );
    await expect(startNode({ acounts: 3 } as object)).rejects.toThrow(
      `couldn't start node: there is no option "acounts" (did you mean accounts?)`,
    );
    await expect(startNode({ timestamp: 1_800_000_000 } as object)).rejects.toThrow(
      `couldn't start node: option "timestamp" must be a Date, such as new Date("2030-01-01"), got 1800000000`,
    );
    await expect(startNode({ accounts: "3" } as object)).rejects.toThrow(
      `option "accounts" must be a whole number of at least 0, got "3"`,
    );
    await expect(startNode({ flags: { "http-port": null } } as object)).rejects.toThrow(
      `flag "http-port" must be a string, a number or a boolean, got null`,
    );
    await expect(startNode({ accounts: -3 })).rejects.toThrow("of at least 0, got -3");
    await expect(startNode({ gasLimit: -1 })).rejects.toThrow('of at least 0 or "network"');
    await expect(startNode({ flags: { "--network-id": "fuji" } })).rejects.toThrow(
      `flag "--network-id" must be named without dashes: "network-id"`,
    );
    await expect(startNode({ stakers: 5001 })).rejects.toThrow("--stakers must be 1 to 5000");
    await expect(startNode({ timestamp: new Date(1000) })).rejects.toThrow("--timestamp");
    await expect(startNode({ timestamp: new Date(0) })).rejects.toThrow("must be a Date, such as");
    for (const option of ["dataDirectory", "stateFile"] as const) {
      await expect(startNode({ [option]: "" })).rejects.toThrow(
        `option "${option}" must be a path: a string that is not empty, got ""`,
      );
    }
    await expect(startNode({ flags: { "no-such-flag": 1 } })).rejects.toThrow("no-such-flag");
    await expect(startNode({ flags: { "network-id": "fuji" }, stakers: 1 })).rejects.toThrow(
      "--stakers is for a local network",
    );
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as { port: number };
    await expect(startNode({ port })).rejects.toMatchObject({
      reason: "address-in-use",
      message: `couldn't listen on 127.0.0.1:${port}: another process is listening there. Stop it, or choose another --http-port; 0 picks a free one.`,
    });
    other.close();
  });

  it("rejects a call with the error of its response", async () => {
    await using node = await startNode();
    await expect(node.call("platform.getBlockByHeight", { height: 9n })).rejects.toMatchObject({
      code: -32000,
      message: "platform.getBlockByHeight: couldn't get block at height 9: not found",
    });
    // @ts-expect-error: there is no such API.
    await expect(node.call("nothing.getHeight")).rejects.toThrow('there is no API "nothing"');
    await expect(node.call("platform.getTx", { txID: "x" })).rejects.toMatchObject({
      message: 'platform.getTx: txID: expected a cb58 ID of 32 bytes, got "x"',
      data: { field: "txID" },
    });
    // @ts-expect-error: there is no such method.
    await expect(node.call("platform.getHight")).rejects.toThrow("platform.getHeight");
    await node.call("dev.setBootstrapped", { bootstrapped: false });
    await expect(node.call("platform.getHeight")).rejects.toThrow("HTTP 503");
    expect(await node.call("index.isAccepted", { id: avaxAssetID }, "/ext/index/P/block")).toEqual({
      isAccepted: false,
    });
    await node.stop();
    await expect(node.call("platform.getHeight")).rejects.toThrow(
      "platform.getHeight: the node is stopped",
    );
  });
});
