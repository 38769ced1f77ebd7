import { describe, expect, it } from "vitest";
import { formatId } from "../../src/formats/id.ts";
import { formatTime } from "../../src/formats/time.ts";
import { readEvent } from "../../src/replay/event.ts";
import { Replay } from "../../src/replay/replay.ts";
import type { HistoryName } from "../support/histories.ts";
import { openHistoryChain } from "../support/history-chain.ts";
import { ledgerCalls } from "../support/ledger-calls.ts";

/** Chains of several eras; COULOIR_LEDGER_HISTORIES names others. */
const names = (process.env["COULOIR_LEDGER_HISTORIES"]?.split(",") ?? [
  "small",
  "etna",
  "helicon-1",
]) as HistoryName[];

type Members = Readonly<Record<string, unknown>>;

type Ask = {
  readonly height: number;
  readonly method: string;
  readonly params: Members;
  readonly result: Members;
};

const primary = "11111111111111111111111111111111LpoYY";

/** What AvalancheGo answered, with the height at which it was asked. */
async function replayed(name: HistoryName) {
  const { source, opened } = await openHistoryChain(name);
  const replay = new Replay({ opened, machineClock: () => 0n, mode: "trusted", compare: false });
  const asks: Ask[] = [];
  for await (const line of source.lines()) {
    const event = readEvent(line);
    await replay.apply(event);
    if (event.event !== "ask") continue;
    const height = Number(opened.store.blocks.lastAccepted().height);
    const { method, params, result } = event.ask as unknown as Omit<Ask, "height">;
    if (result !== undefined) asks.push({ height, method, params, result });
  }
  replay.commit();
  const call = await ledgerCalls(opened, () => 2_000_000_000n);
  const list = async (method: string, params: object): Promise<readonly Members[]> => {
    const entries: Members[] = [];
    let startAfter: unknown;
    do {
      const page = { limit: 1024, ...(startAfter !== undefined && { startAfter }) };
      const { result, error } = await call(method, { ...params, page });
      expect(error, method).toBeUndefined();
      const { nextCursor, ...members } = result as unknown as Record<string, Members[]>;
      entries.push(...Object.values(members)[0]!);
      startAfter = nextCursor;
    } while (startAfter !== undefined);
    return entries;
  };
  return { opened, asks, call, list };
}

type Replayed = Awaited<ReturnType<typeof replayed>>;

/** Compares one answer of AvalancheGo. */
type Comparison = (ask: Ask, chain: Replayed) => Promise<void>;

const timeOf = (unixSeconds: unknown) => formatTime(BigInt(unixSeconds as string));

/** Transaction, index and amount of a UTXO in hex. */
function utxoText(hex: string): string {
  const bytes = Buffer.from(hex.slice(2), "hex");
  return `${formatId(bytes.subarray(2, 34))}:${bytes.readUInt32BE(34)}:${bytes.readBigUInt64BE(74)}`;
}

const rewardUTXOs: Comparison = async ({ height, params, result }, { list }) => {
  const { txID } = params as { readonly txID: string };
  const filter = { txID, toHeight: height };
  const rewards = await list("ledger.getRewards", { filter });
  // A reward of an auto-renewed validator is an output of the reward transaction, and AvalancheGo returns it for that one.
  const own = rewards.filter((each) => each["txID"] === txID);
  const found = own.map(({ txID: id, outputIndex, amount }) => `${id}:${outputIndex}:${amount}`);
  const utxos = (result["utxos"] ?? []) as string[];
  expect(found.sort(), `${txID} at ${height}`).toEqual(utxos.map(utxoText).sort());
};

const currentValidators: Comparison = async ({ height, params, result }, { list }) => {
  const { subnetID = primary, nodeIDs = [] } = params as {
    readonly subnetID?: string;
    readonly nodeIDs?: string[];
  };
  const isAsked = ({ nodeID }: Members) =>
    nodeIDs.length === 0 || nodeIDs.includes(nodeID as string);
  const validators = (result["validators"] ?? []) as Members[];
  const filter = { subnetID: subnetID || primary, runningAt: height };
  const periods = await list("ledger.getStakingPeriods", { filter });
  const expected = validators.filter(({ validationID }) => validationID === undefined);
  const found = periods.filter((each) => each["role"] === "validator" && isAsked(each));
  expect(byID(found.map(periodFacts)), `at ${height}`).toEqual(byID(expected.map(stakerFacts)));
  for (const { nodeID, delegators } of expected) {
    if (delegators === undefined || delegators === null) continue;
    const delegations = periods.filter(
      (each) => each["role"] === "delegator" && each["nodeID"] === nodeID,
    );
    expect(byID(delegations.map(periodFacts)), `delegators at ${height}`).toEqual(
      byID((delegators as Members[]).map(stakerFacts)),
    );
  }
  // v1.12.1 leaves L1 validators out.
  if (validators.every(({ validationID }) => validationID === undefined)) return;
  const l1 = await list("ledger.getL1Validators", {
    filter: { subnetID: filter.subnetID },
    height,
  });
  const left = l1.filter((each) => each["status"] !== "removed" && isAsked(each));
  const l1Facts = ({ nodeID, weight, balance }: Members) => ({ txID: nodeID, weight, balance });
  expect(byID(left.map(l1Facts)), `L1 validators at ${height}`).toEqual(
    byID(validators.filter(({ validationID }) => validationID !== undefined).map(l1Facts)),
  );
};

const byID = (facts: readonly Members[]) =>
  [...facts].sort((a, b) => (String(a["txID"]) < String(b["txID"]) ? -1 : 1));

function periodFacts(period: Members): Members {
  const { txID, nodeID, startTime, endTime, weight, potentialReward } = period;
  const isRewarded = period["rewardOwner"] !== undefined;
  return { txID, nodeID, startTime, endTime, weight, ...(isRewarded && { potentialReward }) };
}

/** `weight` of stakers is their stake. */
function stakerFacts(staker: Members): Members {
  const { txID, nodeID, startTime, endTime, stakeAmount, weight, potentialReward } = staker;
  const isRewarded = staker["validationRewardOwner"] ?? staker["rewardOwner"];
  return {
    txID,
    nodeID,
    startTime: timeOf(startTime),
    endTime: timeOf(endTime),
    weight: stakeAmount ?? weight,
    ...(isRewarded !== undefined && { potentialReward }),
  };
}

const l1Validator: Comparison = async ({ height, params, result }, { call }) => {
  const answer = await call("ledger.getL1Validator", { ...params, height });
  const { validator } = answer.result as unknown as { readonly validator: Members };
  const { startTime, height: at, ...expected } = result;
  expect(validator).toMatchObject({ ...expected, startTime: timeOf(startTime) });
  expect(Number(at)).toBe(height);
};

async function blockAt({ height }: Ask, { list }: Replayed): Promise<Members> {
  const [block] = await list("ledger.getBlocks", {
    filter: { fromHeight: height, toHeight: height },
  });
  return block!;
}

const comparisons: Readonly<Record<string, Comparison>> = {
  "platform.getRewardUTXOs": rewardUTXOs,
  "platform.getCurrentValidators": currentValidators,
  "platform.getL1Validator": l1Validator,
  "platform.getCurrentSupply": async (ask, chain) => {
    const { subnetID = primary } = ask.params as { readonly subnetID?: string };
    if (subnetID !== primary) return;
    expect((await blockAt(ask, chain))["supply"], `at ${ask.height}`).toBe(ask.result["supply"]);
  },
  "platform.getTotalStake": async (ask, chain) => {
    const { subnetID = primary } = ask.params as { readonly subnetID?: string };
    if (subnetID !== primary) return;
    const { staked, delegated } = await blockAt(ask, chain);
    const sum = BigInt(staked as string) + BigInt(delegated as string);
    expect(sum.toString(), `at ${ask.height}`).toBe(ask.result["stake"] ?? ask.result["weight"]);
  },
  "platform.getFeeState": async (ask, chain) => {
    const { gasCapacity, gasExcess, gasPrice, time } = await blockAt(ask, chain);
    const { capacity, excess, price, timestamp } = ask.result;
    expect([gasCapacity, gasExcess], `at ${ask.height}`).toEqual([capacity, excess].map(String));
    // There is no price before Etna.
    if (gasPrice !== "0") expect(gasPrice, `at ${ask.height}`).toBe(String(price));
    expect(time).toBe(timestamp);
  },
  "platform.getTimestamp": async (ask, chain) => {
    expect((await blockAt(ask, chain))["time"]).toBe(ask.result["timestamp"]);
  },
};

describe.each(names)("the ledger of the history %s, after its last block", (name) => {
  it("has the rewards, periods, L1 validators and totals that AvalancheGo returned at each height", async () => {
    const chain = await replayed(name);
    const counts: Record<string, number> = {};
    for (const ask of chain.asks) {
      const compare = comparisons[ask.method];
      if (compare === undefined) continue;
      await compare(ask, chain);
      counts[ask.method] = (counts[ask.method] ?? 0) + 1;
    }
    console.log(`${name}: ${JSON.stringify(counts)}`);
    expect(counts["platform.getCurrentValidators"]).toBeGreaterThan(10);
    expect(counts["platform.getRewardUTXOs"]).toBeGreaterThan(0);
    expect(counts["platform.getCurrentSupply"]).toBeGreaterThan(10);
    await chain.opened.close();
  }, 600_000);

  it("has each period alone, and its delegations, in the range of its heights", async () => {
    const { list, opened } = await replayed(name);
    const periods = (filter: Members) => list("ledger.getStakingPeriods", { filter });
    const delegations = await periods({ role: "delegator" });
    const byTerms: Members[] = [];
    for (const term of await periods({ role: "validator" })) {
      const { txID, beganHeight: fromHeight, endedHeight: toHeight } = term;
      if (fromHeight === undefined) continue;
      expect(await periods({ txID, fromHeight, toHeight: fromHeight })).toEqual([term]);
      const range = { fromHeight, ...(toHeight !== undefined && { toHeight }) };
      byTerms.push(...(await periods({ validatorTxID: txID, ...range })));
    }
    const begun = delegations.filter(({ beganHeight }) => beganHeight !== undefined);
    expect(byID(byTerms)).toEqual(byID(begun));
    await opened.close();
  }, 600_000);

  it("has totals that are the sums of its blocks", async () => {
    const chain = await replayed(name);
    const days = await chain.list("ledger.getTotals", {});
    const blocks = await chain.list("ledger.getTotals", { per: "height" });
    const sum = (rows: readonly Members[], member: string) =>
      rows.reduce((total, row) => total + BigInt(row[member] as string), 0n);
    for (const day of days) {
      const ofDay = blocks.filter(({ time }) => (time as string).startsWith(day["day"] as string));
      for (const member of ["blocks", "transactions", "burned", "rewards", "l1Fees"]) {
        expect(sum(ofDay, member), `${member} of ${day["day"]}`).toBe(
          BigInt(day[member] as string),
        );
      }
      const {
        day: _,
        blocks: _blocks,
        transactions,
        burned,
        rewards,
        l1Fees,
        firstHeight,
        ...end
      } = day;
      expect(ofDay.at(-1)).toMatchObject(end);
      expect(ofDay[0]!["firstHeight"]).toBe(firstHeight);
    }
    expect(sum(days, "blocks")).toBe(BigInt(blocks.length));
    await chain.opened.close();
  }, 600_000);
});
