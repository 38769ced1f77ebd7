import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RewardParameters } from "../../../../src/networks/network.ts";
import { rewardParameters } from "../../../../src/networks/parameters.ts";
import {
  potentialReward,
  rewardsFrom,
  splitReward,
} from "../../../../src/pchain/rewards/calculator.ts";

// avalanchego vms/platformvm/reward/calculator_test.go @ v1.12.1
const avax = 1_000_000_000n;
const mega = 1_000_000n * avax;
const day = 86_400n;
const year = 365n * day;

describe("potentialReward", () => {
  it.each([
    [year, mega, 360n * mega, 120_000n * avax],
    [year, mega, 400n * mega, 96_000n * avax],
    [year, 2n * mega, 400n * mega, 192_000n * avax],
    [year, mega, 720n * mega, 0n],
    [day, mega, 360n * mega, 274_122_724_713n],
    [day, 5_000_000n, 360n * mega, 1_370n],
    [day, mega, 400n * mega, 219_298_179_771n],
    [day, 2n * mega, 400n * mega, 438_596_359_542n],
    [day, mega, 720n * mega, 0n],
  ])("for %i s of %i nAVAX at a supply of %i is %i", (duration, stake, supply, expected) => {
    expect(potentialReward(rewardParameters, duration, stake, supply)).toBe(expected);
  });

  it.each([2n ** 64n - 1n, 1_000n])("mints no more than is left of a cap of %i", (cap) => {
    const parameters: RewardParameters = {
      maxConsumptionRateShares: 1_000_000n,
      minConsumptionRateShares: 1_000_000n,
      mintingPeriodSeconds: day,
      supplyCapNavax: cap,
    };
    expect(potentialReward(parameters, day, cap, 1n)).toBe(cap - 1n);
  });

  // What AvalancheGo's calculator says at supplies above the cap: test networks begin with them.
  it.each([
    [year, mega, 721n * mega, 3_070_026_752_905_889n],
    [year, mega, 2_653n * mega, 746_946_584_562_814n],
    [day, 2_000n * avax, 2_653n * mega, 3_412_583_882n],
    [year, 18_000n * mega, 800n * mega, 18_366_744_073_709_551_616n],
  ])(
    "wraps, as 64 bits do: for %i s of %i nAVAX at a supply of %i it is %i",
    (duration, stake, supply, expected) => {
      expect(potentialReward(rewardParameters, duration, stake, supply)).toBe(expected);
    },
  );

  it("is what three divisions in nanoseconds make", () => {
    const property = fc.property(
      fc.bigInt({ min: 1n, max: year }),
      fc.bigInt({ min: 0n, max: 720n * mega }),
      fc.bigInt({ min: 1n, max: 720n * mega }),
      (duration, stake, supply) => {
        expect(potentialReward(rewardParameters, duration, stake, supply)).toBe(
          inNanoseconds(duration * avax, stake, supply),
        );
      },
    );
    fc.assert(property);
  });
});

describe("splitReward", () => {
  it.each([
    [1_000n, 500_000, 500n],
    [1n, 1_000_000, 1n],
    [1n, 999_999, 1n],
    [1n, 1, 1n],
    [1n, 0, 0n],
    [9_223_374_036_974_675_809n, 2, 18_446_748_749_757n],
    [9_223_374_036_974_675_809n, 1_000_000, 9_223_374_036_974_675_809n],
    [9_223_372_036_855_275_808n, 999_998, 9_223_353_590_111_202_098n],
    [9_223_372_036_855_275_808n, 2, 18_446_744_349_518n],
  ])("of %i by %i gives %i", (amount, shares, fromShares) => {
    expect(splitReward(amount, shares)).toEqual({ fromShares, remainder: amount - fromShares });
  });
});

function inNanoseconds(duration: bigint, stake: bigint, supply: bigint): bigint {
  const { maxConsumptionRateShares: max, minConsumptionRateShares: min } = rewardParameters;
  const period = year * avax;
  const remaining = rewardParameters.supplyCapNavax - supply;
  const product = remaining * ((max - min) * duration + min * period) * stake * duration;
  const reward = product / (period * 1_000_000n) / supply / period;
  return reward < remaining ? reward : remaining;
}

/** avalanchego vms/platformvm/reward/calculator_test.go @ v1.15.0-fuji: a million AVAX for a day at a supply of 360. */
describe("rewardsFrom", () => {
  const helicon = 1_800_000_000n;
  const reward = (startTime: bigint, change: Partial<RewardParameters> = {}) => {
    const parameters = rewardsFrom(startTime, { ...rewardParameters, ...change }, helicon);
    return potentialReward(parameters, day, mega, 360n * mega);
  };

  it.each([
    [-1n, {}, 274_122_724_713n],
    [0n, {}, 274_122_724_713n],
    [30n * day, {}, 251_355_136_048n],
    [90n * day, {}, 205_817_226_496n],
    [900n * day, {}, 205_817_226_496n],
    [45n * day, { minConsumptionRateShares: 80_000n }, 212_647_776_318n],
    [45n * day, { minConsumptionRateShares: 10_000n }, 117_020_078_814n],
    [45n * day, { minConsumptionRateShares: 75_001n }, 205_819_958_716n],
    [
      45n * day,
      { minConsumptionRateShares: 10_000n, maxConsumptionRateShares: 20_000n },
      27_472_321_261n,
    ],
  ])("%i s after Helicon with %o it is %i", (elapsed, change, expected) => {
    expect(reward(helicon + elapsed, change)).toBe(expected);
  });
});
