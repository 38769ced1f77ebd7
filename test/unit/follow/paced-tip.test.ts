import { describe, expect, test } from "vitest";
import { pacedRequestsPerSecond } from "../../../src/follow/stored-chain/stored-chain-following.ts";
import { followInVirtualTime, validatorStakes } from "../../support/follow/virtual-network.ts";

/** All validators attest the tip once at the start. */
const startMs = 15_000;

function percentile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(share * (values.length - 1))]!;
}

describe("a chain whose blocks are attested now and then", () => {
  test.each([1000, 400])(
    "takes at most 100 requests a second of 930 validators, with a block every %i ms",
    async (blockMs) => {
      const seconds = 120;
      const blocks = Math.floor((seconds * 1000) / blockMs);
      const { asked, delaysMs, chain, accepted } = await followInVirtualTime({
        stakes: validatorStakes(930),
        blocks,
        blockMs,
        seconds,
        requestsPerSecond: pacedRequestsPerSecond,
        spreadMs: 500,
      });
      const steadyMs = delaysMs.slice(Math.ceil(startMs / blockMs));
      expect(asked / seconds).toBeLessThanOrEqual(100);
      expect(percentile(steadyMs, 1)).toBeLessThanOrEqual(7_000);
      expect(accepted).toEqual(chain.slice(0, accepted.length));
      expect((blocks - accepted.length) * blockMs).toBeLessThanOrEqual(7_000);
    },
  );

  test("is at most a second behind five validators", async () => {
    const { delaysMs, accepted } = await followInVirtualTime({
      stakes: validatorStakes(5),
      blocks: 60,
      blockMs: 1000,
      seconds: 60,
      requestsPerSecond: pacedRequestsPerSecond,
      spreadMs: 200,
    });
    expect(accepted.length).toBeGreaterThanOrEqual(60);
    expect(percentile(delaysMs, 1)).toBeLessThanOrEqual(1_000);
  });
});
