import { expect, test } from "vitest";
import { knownBeacons } from "../../../src/follow/known-beacons.ts";
import { keyOf } from "../../../src/formats/bytes.ts";
import { fujiID, localID, mainnetID } from "../../../src/networks/ids.ts";
import { isPublic } from "../../../src/p2p/ip-address.ts";

test.each([mainnetID, fujiID])("network %i has five beacons at a time and 99 checkpoints", (id) => {
  const seen = new Set<string>();
  for (let seed = 0; seed < 200; seed++) {
    let draw = 0;
    const random = () => ((seed * 7919 + 104_729 * ++draw) % 1_000) / 1_000;
    const { beacons, checkpoints } = knownBeacons(id, random)!;
    expect(new Set(beacons.map(({ nodeID }) => keyOf(nodeID))).size).toBe(5);
    expect(beacons.every(({ address }) => isPublic(address.ip) && address.port === 9651)).toBe(
      true,
    );
    expect(new Set(checkpoints.map(keyOf)).size).toBe(99);
    for (const { nodeID } of beacons) seen.add(keyOf(nodeID));
  }
  expect(seen.size).toBeGreaterThan(15);
});

test("other networks have none", () => {
  expect(knownBeacons(localID, Math.random)).toBeUndefined();
});
