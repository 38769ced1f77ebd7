import { expect, it } from "vitest";
import { firstGasDelayMs } from "../../../../src/node/chain/first-gas.ts";

it.each([
  ["a genesis of an hour ago", 1_800_003_600_000, 0],
  ["the second after the genesis", 1_800_000_001_000, 0],
  ["the last moment of its second", 1_800_000_000_999, 1],
  ["the moment of the genesis", 1_800_000_000_000, 1000],
  ["a genesis in the future", 1_799_999_999_999, 0],
])("at %s waits out the second of the genesis, and no longer", (_, nowMillis, delay) => {
  expect(firstGasDelayMs(nowMillis, 1_800_000_000n)).toBe(delay);
});
