import { afterAll, describe, expect, it } from "vitest";
import { genesisTime, openLocalChain } from "./local-chain.ts";

const chain = openLocalChain("spec");
afterAll(() => chain.store.close());

const avaxAssetID = "2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe";
const genesisID = "u1NtdJoguoeGEz5ZHqAECaCPvfnqijuwfBdjpomnGge4Je8Lq";
const genesisBlockID = "2kdALCW3F7vR7MkpYLC4m7yhyByiSTT3g5AzYcZGWhiRnq7YYr";
const xChainID = "2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed";
const cChainID = "2owdGqyG6FFzTHy5qhenDXQcEghvr571KZE3gSfRJERSJinuwC";
const zeroID = "11111111111111111111111111111111LpoYY";
const ewoq = "P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u";

describe("the chain of network local before its first block", () => {
  it.each([
    ["getHeight", {}, { height: "0" }],
    ["getProposedHeight", {}, { height: "0" }],
    ["getTimestamp", {}, { timestamp: "2026-10-03T04:00:00Z" }],
    ["getStakingAssetID", {}, { assetID: avaxAssetID }],
    ["getMinStake", {}, { minValidatorStake: "2000000000000", minDelegatorStake: "25000000000" }],
    ["getTotalStake", {}, { stake: "10000000000000000", weight: "10000000000000000" }],
    ["getTotalStake", { subnetID: xChainID }, { weight: "0" }],
    ["getCurrentSupply", {}, { supply: "361196333750752149", height: "0" }],
    ["validates", { subnetID: zeroID }, { blockchainIDs: [cChainID, xChainID] }],
    ["validatedBy", { blockchainID: xChainID }, { subnetID: zeroID }],
    ["validatedBy", { blockchainID: zeroID }, { subnetID: zeroID }],
    ["getSubnets", {}, { subnets: [{ id: zeroID, controlKeys: [], threshold: "0" }] }],
    ["getSubnets", { ids: [genesisBlockID] }, { subnets: [] }],
    ["getBlockchainStatus", { blockchainID: "P" }, { status: "Syncing" }],
    ["getBlockchainStatus", { blockchainID: xChainID }, { status: "Syncing" }],
    ["getBlockchainStatus", { blockchainID: genesisID }, { status: "Unknown" }],
    ["getPendingValidators", {}, { validators: [], delegators: [] }],
    ["getTxStatus", { txID: genesisID }, { status: "Unknown" }],
    [
      "getTxStatus",
      { txID: xChainID },
      { status: "Committed", height: "0", time: "1791000000", blockID: genesisBlockID },
    ],
    ["getRewardUTXOs", { txID: genesisID }, { numFetched: "0", utxos: [], encoding: "hex" }],
    [
      "getBlockByHeight",
      { height: 0, encoding: "json" },
      { block: { parentID: genesisID, height: 0, id: genesisBlockID }, encoding: "json" },
    ],
    ["getFeeState", {}, { capacity: 0, excess: 0, price: 1, timestamp: "2026-10-03T04:00:00Z" }],
    [
      "getFeeConfig",
      {},
      {
        weights: [1, 1000, 1000, 4],
        maxCapacity: 1_000_000,
        maxPerSecond: 100_000,
        targetPerSecond: 50_000,
        minPrice: 1,
        excessConversionConstant: 2_164_043,
      },
    ],
    [
      "getValidatorFeeConfig",
      {},
      { capacity: 20_000, target: 10_000, minPrice: 1, excessConversionConstant: 865_617 },
    ],
    ["getValidatorFeeState", {}, { excess: 0, price: 1, timestamp: "2026-10-03T04:00:00Z" }],
  ])("answers %s of %j", async (method, params, expected) => {
    expect(await chain.result(method, params)).toEqual(expected);
  });

  it("returns the same block by its ID and by its height, in hex", async () => {
    const byID = await chain.result("getBlock", { blockID: genesisBlockID });
    expect(byID).toEqual(await chain.result("getBlockByHeight", { height: "0" }));
    expect(byID).toMatchObject({
      block: expect.stringMatching(/^0x000000000002/),
      encoding: "hex",
    });
  });

  it("has all fees at zero as long as its clock is before Etna", async () => {
    const clock = { nowSeconds: () => chain.chain.network.upgrades.etna - 1n };
    const config = await chain.result("getFeeConfig", {}, { clock });
    expect(config).toMatchObject({ weights: [0, 0, 0, 0], maxCapacity: 0, minPrice: 0 });
  });

  it("owns what the genesis gives", async () => {
    const balance = await chain.result("getBalance", { addresses: [ewoq] });
    const all = "30000000000000000";
    expect(balance).toMatchObject({
      balance: all,
      unlocked: all,
      lockedStakeable: "0",
      balances: { [avaxAssetID]: all },
      lockedStakeables: {},
    });
    expect((balance as { utxoIDs: unknown[] }).utxoIDs).toHaveLength(2);
    expect(await chain.result("getStake", { addresses: [ewoq] })).toEqual({
      staked: "0",
      stakeds: {},
      stakedOutputs: [],
      encoding: "hex",
    });
  });

  it("starts at the genesis time", () => {
    expect(chain.store.state.timestamp()).toBe(genesisTime);
  });
});

describe("what there is not", () => {
  it.each([
    ["getBlock", { blockID: genesisID }, `couldn't get block with id ${genesisID}: not found`],
    ["getBlockByHeight", { height: 1 }, "couldn't get block at height 1: not found"],
    ["getTx", { txID: genesisID }, "couldn't get tx: not found"],
    ["getSubnet", { subnetID: zeroID }, "the primary network isn't a subnet"],
    ["getSubnet", { subnetID: genesisID }, "not found"],
    ["getSubnet", { subnetID: xChainID }, `"${xChainID}" is not a subnet`],
    ["getSubnets", { ids: [xChainID] }, `"${xChainID}" is not a subnet`],
    [
      "getMinStake",
      { subnetID: genesisID },
      `failed fetching subnet transformation for ${genesisID}: not found`,
    ],
    ["getCurrentSupply", { subnetID: genesisID }, "fetching current supply failed: not found"],
    ["validates", { subnetID: genesisID }, `problem retrieving subnet "${genesisID}": not found`],
    ["validates", { subnetID: xChainID }, `"${xChainID}" is not a subnet`],
    [
      "validatedBy",
      { blockchainID: genesisID },
      `problem retrieving blockchain "${genesisID}": not found`,
    ],
    [
      "getL1Validator",
      { validationID: genesisID },
      `fetching L1 validator "${genesisID}" failed: not found`,
    ],
    ["getBlockchainStatus", { blockchainID: "" }, "argument 'blockchainID' not given"],
    [
      "getBlockchainStatus",
      { blockchainID: "Q\u0000" },
      String.raw`problem parsing blockchainID "Q\x00": base58 decoding error: Invalid base58 digit ('\x00')`,
    ],
    [
      "getValidatorsAt",
      { height: 1 },
      `failed to get validator set: failed to fetch validator set at unfinalized height with SubnetID = ${zeroID}: current P-chain height (0) < requested P-Chain height (1)`,
    ],
    [
      "getAllValidatorsAt",
      { height: 1 },
      "failed to get validator sets at 1: failed to fetch validator set at unfinalized height: current P-chain height (0) < requested P-Chain height (1)",
    ],
    [
      "sampleValidators",
      { size: 1, subnetID: genesisID },
      `sampling ${genesisID} errored with missing validators`,
    ],
  ])("%s of %j says so", async (method, params, message) => {
    expect(await chain.error(method, params)).toEqual({ code: -32000, message });
  });

  it.each([
    ["getTx", { txID: "2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbf" }],
    ["getTotalStake", { subnetID: "2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbf" }],
    ["getCurrentValidators", { nodeIDs: ["NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lh"] }],
  ])("%s of a wrong checksum is an argument error", async (method, params) => {
    expect(await chain.error(method, params)).toEqual({ code: -32602, message: "Invalid params" });
  });
});
