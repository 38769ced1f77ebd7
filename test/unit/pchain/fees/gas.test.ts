import { describe, expect, it } from "vitest";
import type { DynamicFeeParameters } from "../../../../src/networks/network.ts";
import { advanceFeeState, consumeGas, gasPrice } from "../../../../src/pchain/fees/gas.ts";
import { maxUint64 } from "../../../../src/pchain/uint64.ts";
import vectors from "../../../vectors/fees/gas-price.json" with { type: "json" };

const fees: DynamicFeeParameters = {
  weights: [1n, 1000n, 1000n, 4n],
  maxCapacity: 1_000_000n,
  maxPerSecond: 100_000n,
  targetPerSecond: 50_000n,
  minPrice: 1n,
  excessConversionConstant: 2_164_043n,
};

describe("gas price", () => {
  it.each(vectors.cases)("of excess $excess is $price", (vector) => {
    const { minPrice, excess, conversionConstant } = vector;
    expect(gasPrice(BigInt(minPrice), BigInt(excess), BigInt(conversionConstant))).toBe(
      BigInt(vector.price),
    );
  });
});

describe("fee state", () => {
  it("fills up to the maximum capacity and loses excess down to zero", () => {
    const state = advanceFeeState(fees, { capacity: 0n, excess: 120_000n }, 2n);
    expect(state).toEqual({ capacity: 200_000n, excess: 20_000n });
    expect(advanceFeeState(fees, state, 60n)).toEqual({ capacity: 1_000_000n, excess: 0n });
  });

  it("does not overflow over a very long time", () => {
    const state = advanceFeeState(fees, { capacity: 5n, excess: maxUint64 }, maxUint64);
    expect(state).toEqual({ capacity: 1_000_000n, excess: 0n });
  });

  it("consumes gas only while there is capacity", () => {
    expect(consumeGas({ capacity: 10n, excess: 1n }, 10n)).toEqual({ capacity: 0n, excess: 11n });
    expect(consumeGas({ capacity: 10n, excess: 1n }, 11n)).toBeUndefined();
    expect(consumeGas({ capacity: 10n, excess: maxUint64 }, 1n)?.excess).toBe(maxUint64);
  });
});
