import { expect, it } from "vitest";
import { haltTextOf } from "../../../../src/node/follow/halt-text.ts";

const halt = { reason: "state differs", report: "/data/reports/halt-1.json" };

it("asks for an update of a follower of a public network, and for the upgrades of another one first", () => {
  const rejected =
    "the network accepted a block that this node rejects: it accepts no more blocks and rejects calls to the P-chain.";
  expect(haltTextOf(halt, 1)).toBe(`${rejected} Update Couloir, and report the file`);
  expect(haltTextOf(halt, 12345)).toBe(
    `${rejected} If this node was started with other upgrades than the network, give it those with --hardfork or --upgrade-file, and another --data-dir. Otherwise, update Couloir, and report the file`,
  );
});
