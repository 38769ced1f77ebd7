import { describe, expect, it } from "vitest";
import { defaultUpgrades } from "../../../../src/networks/upgrades.ts";
import { childEpoch, warpVerificationHeight } from "../../../../src/pchain/blocks/epoch.ts";

const now = defaultUpgrades.granite + 86_400n;
const epoch = { pChainHeight: 100n, number: 1n, startTime: now };

/** avalanchego vms/proposervm/acp181/epoch_test.go @ v1.15.0-fuji; an epoch has 30 seconds. */
describe("the epoch of a child", () => {
  it.each([
    ["there is none before Granite", undefined, 100n, now, defaultUpgrades.granite - 1n, undefined],
    ["the first has number 1", undefined, 100n, now, now + 1n, epoch],
    ["stays while the parent is before its end", epoch, 101n, now + 15n, now + 30n, epoch],
    [
      "changes when the parent is at its end",
      epoch,
      101n,
      now + 30n,
      now + 30n,
      { pChainHeight: 101n, number: 2n, startTime: now + 30n },
    ],
    [
      "starts with the parent, however late",
      epoch,
      101n,
      now + 60n,
      now + 90n,
      { pChainHeight: 101n, number: 2n, startTime: now + 60n },
    ],
  ])("%s", (_case, parentEpoch, pChainHeight, timestamp, childTimestamp, expected) => {
    const parent = { timestamp, pChainHeight, epoch: parentEpoch };
    expect(childEpoch(parent, childTimestamp, defaultUpgrades)).toEqual(expected);
  });

  it("changes with every block if its duration is zero, as in a file without one", () => {
    const upgrades = { ...defaultUpgrades, graniteEpochDurationNanos: 0n };
    const parent = { timestamp: now, pChainHeight: 7n, epoch };
    expect(childEpoch(parent, now, upgrades)?.number).toBe(2n);
  });
});

it("is the height for warp messages since Granite", () => {
  const upgrades = { ...defaultUpgrades, etna: 10n, granite: 20n };
  const height = (timestamp: bigint, childOf = epoch) =>
    warpVerificationHeight({ timestamp, pChainHeight: 5n, epoch: childOf }, 4n, upgrades);
  expect([height(9n), height(10n), height(20n)]).toEqual([4n, 5n, 100n]);
});
