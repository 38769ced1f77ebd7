import assert from "node:assert/strict";
import { call } from "./sdk.ts";
import { avax, type Calls, daySeconds, primaryNetworkID, type World } from "./world.ts";

const primary = { subnetID: primaryNetworkID };
const xChainAlias = "X";

/** Every method of the P-chain client, after the wallet has made a delegator, a subnet, a chain and an L1. */
export const pChainCalls: Calls = {
  async getBalance(world) {
    const balance = await call(world.client.pChain, "getBalance", addresses(world));
    assert(balance.balance > 29_000_000n * avax, `the balance is ${balance.balance}`);
    assert.equal(balance.unlocked, balance.balance);
    assert.deepEqual([balance.lockedStakeable, balance.lockedNotStakeable], [0n, 0n]);
  },
  async getHeight(world) {
    const { height } = await call(world.client.pChain, "getHeight");
    assert.equal(String(height), await heightOf(world));
  },
  async getProposedHeight(world) {
    const { height } = await call(world.client.pChain, "getProposedHeight");
    assert.equal(String(height), await heightOf(world));
  },
  async getBlockByHeight(world) {
    const params = { height: 1, encoding: "json" };
    const { block, encoding } = await call(world.client.pChain, "getBlockByHeight", params);
    assert.equal(encoding, "json");
    assert.equal(String(block.height), "1");
  },
  async getBlock(world) {
    const { block } = await blockAt(world, 2);
    const params = { blockId: block.parentID, encoding: "json" };
    const parent = await call(world.client.pChain, "getBlock", params);
    assert.equal(String(parent.block.height), "1");
  },
  async getBlockchains(world) {
    const { blockchains } = await call(world.client.pChain, "getBlockchains");
    const made = blockchains.find(({ id }: { id: string }) => id === world.chainID);
    assert.equal(made?.subnetID, world.subnetID);
  },
  async getBlockchainStatus(world) {
    const params = { blockchainId: xChainAlias };
    const { status } = await call(world.client.pChain, "getBlockchainStatus", params);
    assert.match(status, /^(Validating|Syncing)$/);
  },
  async getCurrentSupply(world) {
    const { supply } = await call(world.client.pChain, "getCurrentSupply", {
      subnetId: primaryNetworkID,
    });
    assert(supply > 300_000_000n * avax, `the supply is ${supply}`);
  },
  async getCurrentValidators(world) {
    const params = { ...primary, nodeIDs: [] };
    const { validators } = await call(world.client.pChain, "getCurrentValidators", params);
    assert.equal(validators.length, 6);
  },
  async getFeeConfig(world) {
    const config = await call(world.client.pChain, "getFeeConfig");
    const { weights, maxCapacity, maxPerSecond, targetPerSecond, minPrice } = config;
    assert.deepEqual([...weights], [1, 1000, 1000, 4]);
    const sizes = [maxCapacity, maxPerSecond, targetPerSecond, minPrice];
    assert.deepEqual(sizes, [1_000_000n, 100_000n, 50_000n, 1n]);
  },
  async getFeeState(world) {
    const { capacity, excess, price } = await call(world.client.pChain, "getFeeState");
    assert.deepEqual([typeof capacity, typeof excess], ["bigint", "bigint"]);
    assert.equal(price, 1n);
  },
  async getL1Validator(world) {
    const { validationID, subnetID } = world;
    const validator = await call(world.client.pChain, "getL1Validator", { validationID });
    assert.deepEqual([validator.subnetID, validator.weight], [subnetID, 90n]);
  },
  async getMinStake(world) {
    const stake = await call(world.client.pChain, "getMinStake", primary);
    assert.equal(stake.minValidatorStake, 2000n * avax);
    assert.equal(stake.minDelegatorStake, 25n * avax);
  },
  async getStake(world) {
    const params = { ...addresses(world), validatorsOnly: false };
    const { staked, stakedOutputs } = await call(world.client.pChain, "getStake", params);
    assert.equal(String(staked), String(2025n * avax));
    assert.equal(stakedOutputs.length, 2);
  },
  async getStakingAssetID(world) {
    const { assetID } = await call(world.client.pChain, "getStakingAssetID", primary);
    const params = { assetID: "AVAX" };
    const described = await call(world.client.xChain, "getAssetDescription", params);
    assert.equal(assetID, described.assetID);
  },
  async getSubnet(world) {
    const { subnetID, chainID } = world;
    const subnet = await call(world.client.pChain, "getSubnet", { subnetID });
    assert.deepEqual([subnet.isPermissioned, subnet.managerChainID], [false, chainID]);
  },
  async getSubnets(world) {
    const { subnets } = await call(world.client.pChain, "getSubnets", { ids: [world.subnetID] });
    assert.deepEqual(
      subnets.map(({ id }: { id: string }) => id),
      [world.subnetID],
    );
  },
  async getTimestamp(world) {
    const { timestamp } = await call(world.client.pChain, "getTimestamp");
    const expected = await world.P<{ timestamp: string }>("platform.getTimestamp");
    assert.equal(Date.parse(timestamp), Date.parse(expected.timestamp));
  },
  async getTotalStake(world) {
    const { stake, weight } = await call(world.client.pChain, "getTotalStake", primary);
    const total = String(10_002_025n * avax);
    assert.deepEqual([String(stake), String(weight)], [total, total]);
  },
  async getTx(world) {
    const params = { txID: world.subnetID, encoding: "json" };
    const { tx } = await call(world.client.pChain, "getTx", params);
    assert.deepEqual(tx.unsignedTx.owner.addresses, [world.address]);
  },
  async getTxStatus(world) {
    const { status } = await call(world.client.pChain, "getTxStatus", { txID: world.lastTxID });
    assert.equal(status, "Committed");
  },
  async getUTXOs(world) {
    const params = { ...addresses(world), limit: 1 };
    const first = await call(world.client.pChain, "getUTXOs", params);
    assert.equal(first.utxos.length, 1);
    const rest = { ...addresses(world), startIndex: first.endIndex };
    const { utxos } = await call(world.client.pChain, "getUTXOs", rest);
    assert(utxos.length > 0 && !utxos.includes(first.utxos[0]), "the next page");
  },
  async getValidatorsAt(world) {
    const params = { ...primary, height: 0 };
    const answer = await call(world.client.pChain, "getValidatorsAt", params);
    // AvalancheGo v1.12.1 leaves the member out that the package declares.
    const validators = world.profile === "spec" ? answer.validators : answer;
    assert.equal(Object.keys(validators).length, 5);
  },
  async getAllValidatorsAt(world) {
    const params = { height: "proposed" };
    const answer = await call(world.client.pChain, "getAllValidatorsAt", params);
    const subnets = Object.keys(answer.validatorSets);
    assert.deepEqual(subnets.sort(), [primaryNetworkID, world.subnetID].sort());
  },
  async issueTx(world) {
    const tx = await call(world.client.pChain, "getTx", { txID: world.subnetID, encoding: "hex" });
    const again = { tx: tx.tx, encoding: "hex" };
    await assert.rejects(
      call(world.client.pChain, "issueTx", again),
      /failed to read consumed UTXO/,
    );
  },
  async sampleValidators(world) {
    const params = { ...primary, size: 3 };
    const { validators } = await call(world.client.pChain, "sampleValidators", params);
    assert.equal(validators.length, 3);
  },
  async validatedBy(world) {
    const params = { blockchainID: world.chainID };
    const { subnetID } = await call(world.client.pChain, "validatedBy", params);
    assert.equal(subnetID, world.subnetID);
  },
  async validates(world) {
    const params = { subnetID: world.subnetID };
    const { blockchainIDs } = await call(world.client.pChain, "validates", params);
    assert.deepEqual(blockchainIDs, [world.chainID]);
  },
  /** Last: it lets the delegator's fifteen days pass. */
  async getRewardUTXOs(world) {
    await world.dev("dev.increaseTime", { seconds: Number(15n * daySeconds) + 1 });
    const params = { txID: world.delegationID, encoding: "hex" };
    const { numFetched, utxos } = await call(world.client.pChain, "getRewardUTXOs", params);
    assert.deepEqual([String(numFetched), utxos.length], ["1", 1]);
  },
};

function addresses({ address }: World) {
  return { addresses: [address] };
}

function blockAt({ client }: World, height: number) {
  return call(client.pChain, "getBlockByHeight", { height, encoding: "json" });
}

async function heightOf(world: World): Promise<string> {
  return (await world.P<{ height: string }>("platform.getHeight")).height;
}
