import assert from "node:assert/strict";
import { ask } from "../../e2e/rpc.ts";
import { call } from "./sdk.ts";
import { type Calls, primaryNetworkID, type World } from "./world.ts";

/** The info client's methods. */
export const infoCalls: Calls = {
  async acps(world) {
    const { acps } = await call(world.client.info, "acps");
    assert.equal(typeof acps, "object");
  },
  async getBlockchainID(world) {
    const { blockchainID } = await call(world.client.info, "getBlockchainID", { alias: "P" });
    assert.equal(blockchainID, primaryNetworkID);
  },
  async getNetworkID(world) {
    const { networkID } = await call(world.client.info, "getNetworkID");
    assert.equal(String(networkID), "12345");
  },
  async getNetworkName(world) {
    const { networkName } = await call(world.client.info, "getNetworkName");
    assert.equal(networkName, "local");
  },
  async getNodeID(world) {
    const { nodeID, nodePOP } = await call(world.client.info, "getNodeID");
    assert.match(nodeID, /^NodeID-/);
    assert.equal(nodePOP.publicKey.length, 2 + 2 * 48);
  },
  async getNodeIP(world) {
    const { ip } = await call(world.client.info, "getNodeIP");
    assert.match(ip, /:\d+$/);
  },
  async getNodeVersion(world) {
    const { version, databaseVersion } = await call(world.client.info, "getNodeVersion");
    assert.match(version, /^\w+\/\d/);
    assert.match(databaseVersion, /^v\d/);
  },
  async getTxFee(world) {
    const fees = await call(world.client.info, "getTxFee");
    assert.equal(fees.txFee, 1_000_000n);
    assert(Object.values(fees).every((fee) => typeof fee === "bigint"));
  },
  async getVMs(world) {
    const { vms } = await call(world.client.info, "getVMs");
    assert(vms instanceof Map ? vms.size > 0 : Object.keys(vms).length > 0);
  },
  async isBootstrapped(world) {
    const { isBootstrapped } = await call(world.client.info, "isBootstrapped", { chain: "P" });
    assert.equal(isBootstrapped, true);
  },
  async peers(world) {
    const { numPeers, peers } = await call(world.client.info, "peers", { nodeIDs: [] });
    assert.equal(String(numPeers), String(peers.length));
  },
  async upgrades(world) {
    const { etnaTime } = await call(world.client.info, "upgrades");
    assert(Date.parse(etnaTime) < Date.now(), etnaTime);
  },
  async uptime(world) {
    // A dev node is the first validator of the local network.
    const { nodeID } = await call(world.client.info, "getNodeID");
    assert((await world.validator(primaryNetworkID, nodeID)) !== undefined);
    const { rewardingStakePercentage } = await call(world.client.info, "uptime");
    assert(Number(rewardingStakePercentage) > 0, String(rewardingStakePercentage));
  },
};

/** The health client's methods. */
export const healthCalls: Calls = {
  async health(world) {
    const tagged = await call(world.client.health, "health", { tags: [primaryNetworkID] });
    assert.equal(typeof tagged.healthy, "boolean");
    const { checks, healthy } = await call(world.client.health, "health", {});
    assert.equal(healthy, true);
    assert("P" in checks, Object.keys(checks).join());
  },
  async readiness(world) {
    assert.equal((await call(world.client.health, "readiness", {})).healthy, true);
  },
  async liveness(world) {
    assert.equal((await call(world.client.health, "liveness")).healthy, true);
  },
};

const hex = { encoding: "hex" };

/** The index client's methods, on the P-chain's blocks. */
export const indexCalls: Calls = {
  async getLastAccepted({ client }) {
    const { id, index } = await call(client.indexBlock.pChain, "getLastAccepted", hex);
    const byIndex = await call(client.indexBlock.pChain, "getContainerByIndex", { index, ...hex });
    assert.equal(byIndex.id, id);
  },
  async getContainerByIndex({ client }) {
    const first = await call(client.indexBlock.pChain, "getContainerByIndex", { index: 0, ...hex });
    assert.match(first.bytes, /^0x0000/);
  },
  async getContainerByID(world) {
    const id = await firstID(world);
    const byID = await call(world.client.indexBlock.pChain, "getContainerByID", { id, ...hex });
    assert.deepEqual([byID.id, String(byID.index)], [id, "0"]);
  },
  async getIndex(world) {
    const params = { id: await firstID(world), ...hex };
    const { index } = await call(world.client.indexBlock.pChain, "getIndex", params);
    assert.equal(String(index), "0");
  },
  async isAccepted(world) {
    const params = { id: await firstID(world), ...hex };
    const { isAccepted } = await call(world.client.indexBlock.pChain, "isAccepted", params);
    assert.equal(isAccepted, true);
  },
  async getContainerRange({ client }) {
    const params = { startIndex: 0, endIndex: 10, ...hex };
    const range = call(client.indexBlock.pChain, "getContainerRange", params);
    await assert.rejects(range, /Invalid params|numToFetch must be in/);
    return {
      skipped: "it sends endIndex where the API has numToFetch, which AvalancheGo refuses too",
    };
  },
};

const noXChain = {
  skipped: "of the X-chain this node has only what wallets ask before they build",
};

/** The X-chain client's methods. */
export const xChainCalls: Calls = {
  async getAssetDescription(world) {
    const params = { assetID: "AVAX" };
    const { assetID, symbol } = await call(world.client.xChain, "getAssetDescription", params);
    const staking = await world.P<{ assetID: string }>("platform.getStakingAssetID");
    assert.deepEqual([assetID, symbol], [staking.assetID, "AVAX"]);
  },
  async getTxFee(world) {
    const { txFee, createAssetTxFee } = await call(world.client.xChain, "getTxFee");
    assert.deepEqual([String(txFee), String(createAssetTxFee)], ["1000000", "1000000"]);
  },
  buildGenesis: noXChain,
  getAllBalances: noXChain,
  getBalance: noXChain,
  getBlock: noXChain,
  getBlockByHeight: noXChain,
  getHeight: noXChain,
  getTx: noXChain,
  getTxStatus: noXChain,
  getUTXOs: noXChain,
  issueTx: noXChain,
};

/** The proposervm client's methods, on the only chain that this node runs. v1.12.1 does not have that API yet. */
export const proposervmCalls: Calls = {
  async getProposedHeight(world) {
    const height = call(world.client.proposervm.pChain, "getProposedHeight");
    if (world.profile === "avalanchego-1.12") return assert.rejects(height, /404/);
    const proposed = await world.P<{ height: string }>("platform.getProposedHeight");
    assert.equal(String((await height).height), proposed.height);
  },
  async getCurrentEpoch(world) {
    const answer = call(world.client.proposervm.pChain, "getCurrentEpoch");
    if (world.profile === "avalanchego-1.12") return assert.rejects(answer, /404/);
    const { number, pChainHeight } = await answer;
    const { height } = await world.P<{ height: string }>("platform.getHeight");
    assert(BigInt(number) > 0n, `the epoch is ${number}`);
    assert(BigInt(pChainHeight) <= BigInt(height), `the epoch is at ${pChainHeight}`);
  },
};

async function firstID({ url }: World): Promise<string> {
  const params = { index: "0", encoding: "hex" };
  const { id } = await ask<{ id: string }>(
    url,
    "/ext/index/P/block",
    "index.getContainerByIndex",
    params,
  );
  return id;
}
