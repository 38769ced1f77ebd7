import { afterAll, beforeAll, expect, it } from "vitest";
import { formatNodeId } from "../../src/formats/node-id.ts";
import { avalanchejs } from "./avalanchejs.ts";
import { avax, daySeconds, LocalNetwork, nowSeconds, primaryNetworkID } from "./local-network.ts";
import { ask, type Json } from "./rpc.ts";

const { pvm } = avalanchejs;
const stakerNodeID = formatNodeId(new Uint8Array(20).fill(0x11));
const end = nowSeconds() + 20n * daySeconds;

/**
 * The gas that each must cost is written out from the fee table of ACP-103 for the shape that avalanchejs gives it: mostly
 * one input with one signature and one output of change, at the minimum price of 1 nAVAX. Each case continues where the one
 * before it has ended.
 */
let local: LocalNetwork;

beforeAll(async () => {
  local = await LocalNetwork.start();
});
afterAll(() => local?.node.discard());

it("AddPermissionlessValidatorTx", async () => {
  const supply = await local.P<{ supply: string }>("platform.getCurrentSupply");
  const issued = await local.addValidator(stakerNodeID, end);
  // Bandwidth 154 + 161 + 80 + 80 + 144 + 2 * 36 (with the proof of possession), 2 reads, 6 writes, compute 1250.
  expect(issued.spent - 2000n * avax).toBe(13_691n);
  await local.expectAccepted(issued);
  const [validator] = await local.currentValidators(primaryNetworkID, stakerNodeID);
  expect(validator).toMatchObject({
    txID: issued.txID,
    stakeAmount: String(2000n * avax),
    endTime: String(end),
    delegationFee: "2.0000",
  });
  const { supply: grown } = await local.P<{ supply: string }>("platform.getCurrentSupply");
  expect(BigInt(grown) - BigInt(supply.supply)).toBe(
    BigInt(String(validator?.["potentialReward"])),
  );
  expect(await local.staked(local.ewoq)).toBe(2000n * avax);
  expect(await local.validatorsNow(primaryNetworkID)).toMatchObject({
    [stakerNodeID]: String(2000n * avax),
  });
});

it("AddPermissionlessDelegatorTx", async () => {
  const issued = await local.ewoq.send((funds, context) =>
    pvm.newAddPermissionlessDelegatorTx(
      {
        ...funds,
        subnetId: primaryNetworkID,
        nodeId: stakerNodeID,
        start: 0n,
        end: end - daySeconds,
        weight: 100n * avax,
        rewardAddresses: [local.ewoq.addressBytes],
      },
      context,
    ),
  );
  // Bandwidth 142 + 161 + 80 + 80 + 36, 2 reads, 5 writes, compute 200.
  expect(issued.spent - 100n * avax).toBe(8299n);
  await local.expectAccepted(issued);
  const [validator] = await local.currentValidators(primaryNetworkID, stakerNodeID);
  expect(validator).toMatchObject({
    delegatorCount: "1",
    delegatorWeight: String(100n * avax),
    delegators: [{ txID: issued.txID, stakeAmount: String(100n * avax) }],
  });
  expect(await local.staked(local.ewoq)).toBe(2100n * avax);
  expect(await local.validatorsNow(primaryNetworkID)).toMatchObject({
    [stakerNodeID]: String(2100n * avax),
  });
});

it("pays stake and rewards out when the periods end", async () => {
  const before = await local.ewoq.balance();
  const [validator] = await local.currentValidators(primaryNetworkID, stakerNodeID);
  const delegators = validator!["delegators"] as Json[];
  const rewards = [validator!, ...delegators].map((staker) =>
    BigInt(String(staker["potentialReward"])),
  );
  await ask(local.node.url, "/ext/dev", "dev.setTime", {
    timestamp: String(end + 1n),
    frozen: false,
  });
  await expect.poll(() => local.currentValidators(primaryNetworkID, stakerNodeID)).toEqual([]);
  // Both paid to this wallet, the delegator's share of 2 % included.
  const reward = rewards.reduce((sum, each) => sum + each, 0n);
  expect((await local.ewoq.balance()) - before).toBe(2100n * avax + reward);
  expect(await local.staked(local.ewoq)).toBe(0n);
  expect(await local.chainTime()).toBe(end);
  const { utxos } = await local.P<{ utxos: string[] }>("platform.getRewardUTXOs", {
    txID: validator!["txID"],
  });
  // The validator's own reward and what its delegator left to it.
  expect(utxos).toHaveLength(2);
});
