import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { formatId } from "../../../src/formats/id.ts";
import { formatNodeId } from "../../../src/formats/node-id.ts";
import type { LedgerRow, LedgerTableName } from "../../../src/store/ledger/schema.ts";
import type { WatchRule } from "../../../src/watches/rule.ts";
import { heights, openReportedChain } from "../../support/watches/reported.ts";

const document = JSON.parse(
  readFileSync(new URL("../../../openrpc/asyncapi/events.json", import.meta.url), "utf8"),
);
const ajv = new Ajv({ strict: false });
ajv.addSchema({ $id: "events", components: document.components });
const isEvent = ajv.compile({ $ref: "events#/components/schemas/WatchEvent" });

/** Rules that look at each block. */
const eachBlockKinds: readonly string[] = ["stakingEnd", "l1Balance", "gasPrice"];

describe.each(["etna", "helicon-1"] as const)("the rules on chain %s", async (name) => {
  const chain = await openReportedChain(name);
  const { store } = chain.opened;
  const rows = <Name extends LedgerTableName>(table: Name): LedgerRow<Name>[] =>
    store
      .database()
      .prepare(`SELECT * FROM ledger_${table}`)
      .safeIntegers(false)
      .all() as LedgerRow<Name>[];
  const all = [...chain.read.values()].flatMap(({ events }) => events);
  const ofType = <Type extends (typeof all)[number]["type"]>(type: Type) =>
    all.filter((event) => event.type === type) as Extract<
      (typeof all)[number],
      { readonly type: Type }
    >[];
  const addresses = [...new Set(ofType("balance").map(({ address }) => address))];
  const periods = ofType("stakingPeriod");
  const nodes = [...new Set(periods.map(({ nodeID, subnetID }) => `${nodeID} ${subnetID}`))];
  const subnets = [...new Set(ofType("l1Validator").map(({ subnetID }) => subnetID))];
  const [firstSubnet = ""] = subnets;
  const l1Events = [
    "l1Registered",
    "l1WeightChanged",
    "l1ToppedUp",
    "l1Disabled",
    "l1RanOut",
    "l1Removed",
  ] as const;
  const stakingEvents = [
    "began",
    "ended",
    "renewed",
    "rewarded",
    "notRewarded",
    "delegationAdded",
    "delegationEnded",
  ] as const;
  const [node = "", subnet = ""] = nodes[0]!.split(" ");
  const rules: WatchRule[] = [
    { kind: "addressActivity", addresses },
    {
      kind: "addressBalance",
      addresses,
      above: "1000000000000",
      below: "1000000000000",
      changedBy: "1",
    },
    { kind: "addressReward", addresses },
    { kind: "staking", nodeID: node, subnetID: subnet, events: stakingEvents },
    { kind: "stakingEnd", nodeID: node, subnetID: subnet, days: 0.01 },
    { kind: "l1Validator", subnetID: firstSubnet, events: l1Events },
    { kind: "l1Balance", subnetID: firstSubnet, below: "500000000", days: 1 },
    { kind: "inactiveWeight", subnetID: firstSubnet, percent: 10 },
    {
      kind: "subnetValidators",
      subnetID: firstSubnet,
      events: ["validatorJoined", "validatorLeft"],
    },
    { kind: "gasPrice", above: "1" },
  ];

  it.each(rules.map((rule) => [rule.kind, rule] as const))(
    "%s reports the same, whether or not the watch has seen the blocks before",
    (_, rule) => {
      const events = chain.all(rule);
      for (const event of events) expect(isEvent(event), ajv.errorsText(isEvent.errors)).toBe(true);
      const alone = heights(chain.last).flatMap((height) => chain.alone(rule, height));
      expect(alone).toEqual(events);
    },
  );

  it.each(rules.map((rule) => [rule.kind, rule] as const))(
    "%s reports the same if it is behind, and if it reads no block whose row cannot match",
    (_, rule) => {
      const events = chain.all(rule);
      expect(chain.behind(rule).events).toEqual(events);
      if (eachBlockKinds.includes(rule.kind)) expect(chain.ofRows(rule).events).toEqual(events);
    },
  );

  it("a watch that is behind reads few blocks, and so does a rule about time", () => {
    const nodeID = node;
    const all = Number(chain.last) + 1;
    const reward = { kind: "addressReward", addresses: addresses.slice(0, 1) } as const;
    const staking = { kind: "staking", nodeID, subnetID: subnet, events: stakingEvents } as const;
    for (const rule of [reward, staking]) expect(chain.behind(rule).blocks).toBeLessThan(all / 2);
    const changed = [...chain.read.values()].filter(({ events }) =>
      events.some(({ type }) => !["block", "transaction", "balance"].includes(type)),
    ).length;
    const ends = { kind: "stakingEnd", nodeID, subnetID: subnet, days: 0.01 } as const;
    const balance = { kind: "l1Balance", subnetID: firstSubnet, days: 1 } as const;
    for (const rule of [ends, balance]) {
      expect(chain.ofRows(rule).blocks).toBeLessThan(changed + (all - changed) / 4);
    }
  });

  it("l1Balance with days says when the balance is used up, as the chain then shows", () => {
    const validations = rows("l1_validators").map(({ validation_id }) => formatId(validation_id));
    const events = ofType("l1Validator");
    const times = [...chain.read.values()].map(({ seconds }) => Number(seconds));
    let confirmed = 0;
    for (const validationID of validations) {
      for (const event of chain.all({ kind: "l1Balance", validationID, days: 0.5 })) {
        const next = events.find(({ height }) => Number(height) > Number(event.height));
        if (next?.validationID !== validationID || next.kind !== "ran out") continue;
        const end = times[Number(event.height)]! + Number(event.secondsLeft);
        expect(times[Number(next.height)]).toBeGreaterThanOrEqual(end);
        expect(times[Number(next.height) - 1]).toBeLessThan(end);
        confirmed += 1;
      }
    }
    expect(confirmed).toBeGreaterThan(0);
  });

  it("staking of a whole subnet reports what the periods of its nodes report", () => {
    const onSubnet = nodes.filter((key) => key.endsWith(` ${subnet}`));
    const byNode = onSubnet.flatMap((key) => {
      const [nodeID = ""] = key.split(" ");
      return chain.all({ kind: "staking", nodeID, subnetID: subnet, events: stakingEvents });
    });
    const together = chain.all({ kind: "staking", ofSubnetID: subnet, events: stakingEvents });
    expect(together.length).toBeGreaterThan(0);
    const texts = (events: typeof together) => events.map((each) => JSON.stringify(each)).sort();
    expect(texts(together)).toEqual(texts(byNode));
  });

  it.each(["unlockedUnstaked", "unlockedStaked"] as const)(
    "addressBalance of type %s reports the block after which that part passes the limit",
    (balanceType) => {
      const limit = "1000000000000";
      const some = addresses.slice(0, 12);
      const rule = { kind: "addressBalance", addresses: some, above: limit, below: limit } as const;
      const events = chain.all({ ...rule, balanceType });
      expect(events.length).toBeGreaterThan(0);
      const isAbove = new Map<string | undefined, boolean>();
      for (const { address, kind, balance } of events) {
        expect(isAbove.get(address)).not.toBe(kind === "balanceAbove");
        isAbove.set(address, kind === "balanceAbove");
        expect(BigInt(balance!) > BigInt(limit)).toBe(kind === "balanceAbove");
      }
    },
  );

  it("addressActivity reports every change of a balance once", () => {
    const events = chain.all({ kind: "addressActivity", addresses });
    expect(events.map(({ cursor }) => cursor)).toEqual(
      ofType("balance").map(({ cursor }) => cursor),
    );
  });

  it("addressBalance says the balance that the last transaction left", () => {
    const events = chain.all({ kind: "addressBalance", addresses, changedBy: "1" });
    const last = new Map(events.map(({ address, balance }) => [address, balance]));
    const sums = new Map<string, bigint>();
    for (const { address, received, sent } of ofType("balance")) {
      sums.set(address, (sums.get(address) ?? 0n) + BigInt(received) - BigInt(sent));
    }
    for (const [address, balance] of last) expect(balance).toBe(String(sums.get(address!)));
    expect(last.size).toBeGreaterThan(0);
  });

  it("staking reports every end of a validator's period once", () => {
    const reported = nodes.flatMap((key) => {
      const [nodeID = "", subnetID = ""] = key.split(" ");
      return chain.all({ kind: "staking", nodeID, subnetID, events: stakingEvents });
    });
    const ended = periods.filter(({ kind }) => kind === "ended");
    const ends = reported.filter(({ kind }) =>
      ["ended", "renewed", "delegationEnded"].includes(kind),
    );
    expect(ends.map(({ cursor }) => cursorInStream(cursor)).sort()).toEqual(
      ended.map(({ cursor }) => cursor).sort(),
    );
    const reasons = (kind: string, wanted: readonly string[]) => {
      const ends = rows("staking_periods").filter(
        ({ end_reason, role, potential_reward }) =>
          role === "validator" && potential_reward && wanted.includes(end_reason ?? ""),
      );
      expect(reported.filter((each) => each.kind === kind)).toHaveLength(ends.length);
    };
    // What was staked again was reported as withheld, and a payment of earlier rewards as a reward.
    reasons("rewarded", ["rewarded", "renewed", "stopped"]);
    reasons("notRewarded", ["not rewarded"]);
    const restaked = rows("staking_periods").filter((each) => each.restaked);
    expect(reported.filter((each) => each.restaked && each.kind === "rewarded")).toHaveLength(
      restaked.length,
    );
  });

  it("l1Validator reports every event of every L1 validator once", () => {
    const reported = subnets.flatMap((subnetID) =>
      chain.all({ kind: "l1Validator", subnetID, events: l1Events }),
    );
    expect(reported).toHaveLength(rows("l1_events").length);
  });

  it("l1Balance reports the first block after which a balance is too low", () => {
    const limit = 500_000_000n;
    for (const { validation_id, subnet_id, node_id } of rows("l1_validators").slice(0, 6)) {
      const validationID = formatId(validation_id);
      const reported = chain.all({ kind: "l1Balance", validationID, below: String(limit) });
      const balances = heights(chain.last).map((height) => {
        const record = store.ledgerQueries.l1Validator(validation_id as never, Number(height));
        const end = record?.last.end_accumulated_fee ?? 0n;
        if (end === 0n) return undefined;
        return end - store.ledgerQueries.block(Number(height))!.l1_accrued_fees;
      });
      const isLow = (balance: bigint | undefined) => balance !== undefined && balance < limit;
      const expected = balances.flatMap((balance, height) =>
        isLow(balance) && !isLow(balances[height - 1]) ? [String(height)] : [],
      );
      expect(reported.map(({ height }) => height)).toEqual(expected);
      for (const event of reported) {
        expect(event).toMatchObject({
          subnetID: formatId(subnet_id),
          nodeID: formatNodeId(node_id),
        });
      }
    }
  });

  it("stakingEnd reports every period once, by the chain's clock", () => {
    const days = 0.01;
    for (const key of nodes.slice(0, 6)) {
      const [nodeID = "", subnetID = ""] = key.split(" ");
      const reported = chain.all({ kind: "stakingEnd", nodeID, subnetID, days });
      const keys = reported.map(({ stakingTxID, startTime }) => `${stakingTxID} ${startTime}`);
      expect(new Set(keys).size).toBe(keys.length);
      for (const { secondsLeft } of reported)
        expect(Number(secondsLeft)).toBeLessThanOrEqual(days * 86_400);
    }
  });
});

/** The cursor of the event of the stream that a report is about: between two reports of one, that is the one before. */
function cursorInStream(cursor: string): string {
  const [height, count, block, part] = cursor.split(".");
  return part === undefined ? cursor : `${height}.${Number(count) + 1}.${block}`;
}
