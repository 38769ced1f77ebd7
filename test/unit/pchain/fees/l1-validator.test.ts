import { describe, expect, it } from "vitest";
import {
  advanceValidatorFee,
  validatorFeeCost,
  validatorFeeSecondsRemaining,
} from "../../../../src/pchain/fees/l1-validator.ts";
import vectors from "../../../vectors/fees/l1-validator-fee.json" with { type: "json" };

const week = 604_800n;

describe.each(vectors.cases)("$name", (vector) => {
  const state = { current: BigInt(vector.current), excess: BigInt(vector.excess) };
  const fees = {
    capacity: 20_000n,
    target: BigInt(vector.target),
    minPrice: BigInt(vectors.minPrice),
    excessConversionConstant: BigInt(vectors.excessConversionConstant),
  };
  const seconds = BigInt(vector.seconds);

  it("costs", () => {
    expect(validatorFeeCost(state, fees, seconds)).toBe(BigInt(vector.cost));
  });

  it("lasts", () => {
    expect(validatorFeeSecondsRemaining(state, fees, week, BigInt(vector.cost))).toBe(seconds);
  });

  it("moves the excess", () => {
    expect(advanceValidatorFee(state, fees.target, seconds).excess).toBe(
      BigInt(vector.excessAfter),
    );
  });
});

describe("an idle subnet", () => {
  it("pays the minimum for years without looping", () => {
    const fees = {
      capacity: 20_000n,
      target: 10_000n,
      minPrice: 512n,
      excessConversionConstant: 1n,
    };
    const decade = 315_360_000n;
    expect(validatorFeeCost({ current: 1n, excess: 0n }, fees, decade)).toBe(512n * decade);
  });
});
