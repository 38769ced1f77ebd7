import { startNode } from "couloir";
import { createClient } from "couloir/client";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { addValidator, balanceOf, configure, openWallet, validatorOf } from "./validator.js";

const daySeconds = 86_400n;
const stakeNavax = 2_000_000_000_000n;

let node;
let client;
let wallet;
let snapshotID;

beforeAll(async () => {
  node = await startNode();
  client = createClient(node.url);
  const [{ privateKey }] = node.info.accounts;
  wallet = await openWallet({ url: node.url, client, privateKey });
});
afterAll(() => node.stop());

beforeEach(async () => {
  ({ snapshotID } = await client.dev.snapshot());
});
afterEach(() => client.dev.revert({ snapshotID }));

const daysOf = ({ startTime, endTime }) => (endTime - startTime) / daySeconds;
const endPeriod = async ({ endTime }) => {
  const { clock } = await client.dev.nodeInfo();
  await client.dev.increaseTime({ seconds: Number(endTime - BigInt(clock.timestamp)) + 1 });
};

test("a validator renews twice, restakes its rewards, and leaves after three periods", async () => {
  const txID = await addValidator(wallet, { avax: 2_000, days: 30, restakePercent: 50 });
  const first = await validatorOf(wallet, txID);
  expect(first.stakeAmount).toBe(stakeNavax);
  expect(daysOf(first)).toBe(30n);

  // Half of the first reward is staked, the other half is paid out.
  const before = await balanceOf(wallet);
  await endPeriod(first);
  const second = await validatorOf(wallet, txID);
  const restaked = second.stakeAmount - first.stakeAmount;
  expect(restaked).toBeGreaterThan(0n);
  expect(restaked + ((await balanceOf(wallet)) - before)).toBe(first.potentialReward);
  expect(second.startTime).toBe(first.endTime);
  const fields = ["restakedValidationRewards"];
  const { validators } = await client.platform.getCurrentValidators({
    nodeIDs: [second.nodeID],
    fields,
  });
  expect(validators).toEqual([{ restakedValidationRewards: restaked }]);

  // All of the second reward is staked, and the third period is twice as long.
  await configure(wallet, txID, { days: 60, restakePercent: 100 });
  await endPeriod(second);
  const third = await validatorOf(wallet, txID);
  expect(third.stakeAmount).toBe(second.stakeAmount + second.potentialReward);
  expect(daysOf(third)).toBe(60n);

  // After the third period the stake, what was restaked and the last reward come back.
  await configure(wallet, txID, { days: 0, restakePercent: 100 });
  const staking = await balanceOf(wallet);
  await endPeriod(third);
  expect(await validatorOf(wallet, txID)).toBeUndefined();
  expect((await balanceOf(wallet)) - staking).toBe(third.stakeAmount + third.potentialReward);
});

test("a validator that was down loses its reward and its place", async () => {
  const txID = await addValidator(wallet, { avax: 2_000, days: 30, restakePercent: 100 });
  const validator = await validatorOf(wallet, txID);
  const staking = await balanceOf(wallet);
  await client.dev.setValidatorUptime({ nodeID: validator.nodeID, percentage: 89 });
  await endPeriod(validator);
  expect(await validatorOf(wallet, txID)).toBeUndefined();
  expect((await balanceOf(wallet)) - staking).toBe(stakeNavax);
});
