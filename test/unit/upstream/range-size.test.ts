import { expect, test } from "vitest";
import { UpstreamFailure } from "../../../src/upstream/json-rpc-post.ts";
import { Upstream } from "../../../src/upstream/upstream.ts";
import type { UpstreamClient } from "../../../src/upstream/upstream-client.ts";

/** More containers than this take too long, or a proxy ends the response. */
const countMax = 100;

test("an upstream whose responses end too early is asked for fewer containers", async () => {
  let nowMs = 0;
  const asked: number[] = [];
  const client = {
    name: "slow",
    networkID: async () => 1337,
    containers: async (_index: string, _first: bigint, count: number) => {
      asked.push(count);
      if (count > countMax) throw new UpstreamFailure("did not respond in time");
      return Array.from({ length: count }, () => new Uint8Array(100_000));
    },
  } as unknown as UpstreamClient;
  const { signal } = new AbortController();
  const upstream = new Upstream({
    client,
    networkID: 1337,
    nowMillis: () => nowMs,
    onWarning: () => {},
  });
  const received = async () => {
    nowMs += 60_000;
    return (await upstream.containers("P/block", 0n, 9_999n, signal))?.length;
  };
  expect(await received()).toBeUndefined();
  expect(await received()).toBeUndefined();
  expect(await received()).toBe(16);
  expect(asked).toEqual([1_024, 128, 16]);
});
