import { describe, expect, it } from "vitest";
import type { WatchEvent } from "../../../src/generated/events.ts";
import type { WatchRule } from "../../../src/watches/rule.ts";
import { openReportedChain } from "../../support/watches/reported.ts";

/** Rules about everything that events name. */
function rulesOf(chain: Awaited<ReturnType<typeof openReportedChain>>): readonly WatchRule[] {
  const events = [...chain.read.values()].flatMap((reading) => reading.events);
  const addresses = events.flatMap((event) => (event.type === "balance" ? event.address : []));
  const periods = events.flatMap((event) => (event.type === "stakingPeriod" ? event : []));
  const l1 = events.flatMap((event) => (event.type === "l1Validator" ? event.subnetID : []));
  const some = [...new Set(addresses)].slice(0, 20);
  const nodes = [...new Map(periods.map((each) => [each.nodeID, each])).values()].slice(0, 2);
  const subnets = [...new Set(l1)].slice(0, 1);
  const staking = ["began", "ended", "renewed", "rewarded", "notRewarded"] as const;
  return [
    { kind: "addressActivity", addresses: some },
    { kind: "addressBalance", addresses: some, above: "1000000000000", changedBy: "1" },
    { kind: "addressReward", addresses: some },
    ...nodes.map(
      ({ nodeID, subnetID }) => ({ kind: "staking", nodeID, subnetID, events: staking }) as const,
    ),
    ...nodes.map(
      ({ nodeID, subnetID }) => ({ kind: "stakingEnd", nodeID, subnetID, days: 0.01 }) as const,
    ),
    ...subnets.map(
      (subnetID) =>
        ({ kind: "l1Validator", subnetID, events: ["l1Registered", "l1WeightChanged"] }) as const,
    ),
    ...subnets.map((subnetID) => ({ kind: "l1Balance", subnetID, days: 1 }) as const),
    { kind: "gasPrice", above: "1" },
  ];
}

describe.each(["small", "etna"] as const)("events of chain %s", (name) => {
  // The block of a transaction whose inputs were created below could not be read.
  it("are the same from the height on from which the store has all rows", async () => {
    const chain = await openReportedChain(name);
    const { store } = chain.opened;
    const rules = rulesOf(chain);
    const reported = rules.map((rule) => chain.all(rule));
    expect(reported.flat().length).toBeGreaterThan(20);
    const last = Number(chain.last);
    for (const floor of [Math.floor(last / 2), last - 20]) {
      while (store.together(() => store.ledger.pruning.step(floor)));
      expect(store.ledger.local.from).toBe(floor);
      const above = ({ height }: WatchEvent) => Number(height) > floor;
      for (const [at, rule] of rules.entries()) {
        expect(chain.setBack(rule, BigInt(floor + 1))).toEqual(reported[at]!.filter(above));
      }
    }
    await chain.opened.close();
  });
});
