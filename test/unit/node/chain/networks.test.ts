import { afterEach, describe, expect, it } from "vitest";
import { decodeBytes } from "../../../../src/formats/encoding.ts";
import { formatId } from "../../../../src/formats/id.ts";
import { parseBlock } from "../../../../src/pchain/blocks/block.ts";
import { type StartedNode, startNode } from "../../../support/start-node.ts";
import constants from "../../../vectors/genesis/constants.json" with { type: "json" };
import facts from "../../../vectors/networks/upgrades-and-fees.json" with { type: "json" };

let node: StartedNode | undefined;

afterEach(async () => {
  await node?.stop();
  node = undefined;
});

async function ask(path: string, method: string, params: object = {}): Promise<unknown> {
  const response = await fetch(node!.url + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as { result?: unknown; error?: unknown };
  if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return result;
}

const platform = (method: string, params?: object) =>
  ask("/ext/bc/P", `platform.${method}`, params);
const info = (method: string, params?: object) => ask("/ext/info", `info.${method}`, params);

async function expectGenesisBlock(expected: { genesisID: string; genesisBlockID: string }) {
  const { block: hex } = (await platform("getBlockByHeight", { height: 0 })) as { block: string };
  const block = parseBlock(decodeBytes(hex, "hex"));
  expect(formatId(block.id)).toBe(expected.genesisBlockID);
  expect(
    await platform("getBlock", { blockID: expected.genesisBlockID, encoding: "json" }),
  ).toEqual({
    block: { parentID: expected.genesisID, height: 0, id: expected.genesisBlockID },
    encoding: "json",
  });
}

describe.each([
  ["mainnet", 1],
  ["fuji", 5],
  ["local", 12345],
] as const)("a node of %s", (name, networkID) => {
  // Of the local network: the first of its genesis periods.
  const clock = name === "local" ? "2024-07-15T04:00:00Z" : "2026-11-21T00:00:00Z";
  const expected = constants.networks[name];

  it("has the IDs, the supply and the genesis block that every node of it has", async () => {
    node = await startNode({ "network-id": name, offline: "true", clock });
    expect(await info("getNetworkID")).toEqual({ networkID: String(networkID) });
    expect(await info("getNetworkName")).toEqual({ networkName: name });
    const chainOf = async (alias: string) =>
      ((await info("getBlockchainID", { alias })) as { blockchainID: string }).blockchainID;
    expect(await chainOf("X")).toBe(expected.xChainID);
    expect(await chainOf("C")).toBe(expected.cChainID);
    expect(await chainOf("P")).toBe("11111111111111111111111111111111LpoYY");
    expect(await platform("getStakingAssetID")).toEqual({ assetID: expected.avaxAssetID });
    expect(await platform("getCurrentSupply")).toMatchObject({
      supply: expected.supplyAfterRewards,
    });
    expect(await platform("getHeight")).toEqual({ height: "0" });
    await expectGenesisBlock(expected);
    expect(await ask("/ext/bc/X", "avm.getAssetDescription", { assetID: "AVAX" })).toMatchObject({
      assetID: expected.avaxAssetID,
    });
  });

  it("returns its upgrades and fees", async () => {
    node = await startNode({ "network-id": name, offline: "true", clock });
    expect(await info("upgrades")).toEqual(facts[name].upgrades);
    expect(await info("getTxFee")).toEqual(facts[name].fees);
    await node.stop();
    node = await startNode({
      "network-id": name,
      offline: "true",
      clock,
      "api-profile": "avalanchego",
    });
    expect(await info("upgrades")).toEqual(facts[name].upgrades);
    expect(await info("getTxFee")).toEqual(facts[name].fees);
  });
});

describe("a node of the local network", () => {
  it.each(constants.local)("has the genesis of its time: $startTime", async (expected) => {
    const start = Number(expected.startTime);
    const nextStart = start + 270 * 24 * 60 * 60;
    for (const second of [start, nextStart - 1]) {
      node = await startNode({ clock: new Date(second * 1000).toISOString() });
      expect(await platform("getTimestamp")).toEqual({
        timestamp: new Date(start * 1000).toISOString().replace(".000Z", "Z"),
      });
      await expectGenesisBlock(expected);
      await node.stop();
    }
    node = undefined;
  });

  it("rewards the stakers of its genesis in the order of its bytes", async () => {
    node = await startNode({ clock: "2024-07-15T04:00:00Z" });
    for (const { nodeID, txID, endTime, potentialReward } of constants.localValidators) {
      const { validators } = (await platform("getCurrentValidators", { nodeIDs: [nodeID] })) as {
        validators: readonly object[];
      };
      expect(validators).toEqual([
        expect.objectContaining({ nodeID, txID, endTime, potentialReward }),
      ]);
    }
  });
});

it("has mainnet's genesis block, byte for byte", async () => {
  node = await startNode({ "network-id": "mainnet", offline: "true" });
  expect(await platform("getBlockByHeight", { height: 0 })).toEqual({
    block: constants.mainnetGenesisBlock,
    encoding: "hex",
  });
});
