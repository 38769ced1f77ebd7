import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import type { JsonValue } from "../../../../src/formats/json.ts";
import { formatNodeId } from "../../../../src/formats/node-id.ts";
import { stakerPriorities } from "../../../../src/pchain/state/staker.ts";
import { acceptBlock } from "../../../support/genesis-chain.ts";
import {
  addSubnet,
  bytes,
  createSubnetTx,
  delegatorTx,
  l1Validator,
  stakerOf,
  subnetValidatorTx,
  transformSubnetTx,
  validatorTx,
} from "./fixtures.ts";
import { genesisTime, openLocalChain } from "./local-chain.ts";

const chain = openLocalChain("spec");
afterAll(() => chain.store.close());

const permissioned = createSubnetTx(1);
const elastic = createSubnetTx(2);
const l1 = createSubnetTx(3);
const transformation = transformSubnetTx(elastic.id, bytes(8));
const nodes = Array.from({ length: 24 }, (_, index) => bytes(100 + index, 20));
/** Few values for many validators, so that most are equal in something. */
const period = (index: number) => ({
  nodeID: nodes[index]!,
  start: genesisTime + BigInt(index % 2),
  end: genesisTime + 1000n + BigInt(index % 3),
  weight: 10n + BigInt(index % 4),
});

acceptBlock(chain, (state) => {
  for (const tx of [permissioned, elastic, l1]) addSubnet(state, tx);
  state.addTx(transformation, "Committed");
  state.addSubnetTransformation(transformation);
  state.setSubnetConversion(l1.id, {
    conversionID: bytes(5),
    managerChainID: bytes(6),
    managerAddress: bytes(7, 2),
  });
  const priority = stakerPriorities;
  for (const index of nodes.keys()) {
    const key = index % 5 === 0 ? undefined : bytes(3, 48);
    const own = validatorTx(period(index), key && { publicKey: key });
    state.addTx(own, "Committed");
    state.putCurrentValidator(stakerOf(own, priority.primaryValidatorCurrent, key));
    for (let count = 0; count < index % 3; count++) {
      const end = genesisTime + 900n + BigInt(count);
      const delegator = delegatorTx({ ...period(index), end, weight: 5n });
      state.addTx(delegator, "Committed");
      state.putCurrentDelegator(stakerOf(delegator, priority.primaryDelegatorCurrent));
    }
    const ofSubnet =
      index % 2 === 0
        ? subnetValidatorTx(period(index), permissioned.id)
        : validatorTx(period(index), { subnetID: elastic.id });
    state.addTx(ofSubnet, "Committed");
    const current =
      index % 2 === 0
        ? priority.permissionedSubnetValidatorCurrent
        : priority.permissionlessSubnetValidatorCurrent;
    state.putCurrentValidator(stakerOf(ofSubnet, current));
    state.putL1Validator(
      l1Validator(index + 1, l1.id, { nodeID: nodes[index]!, weight: BigInt(10 + (index % 4)) }),
    );
  }
});

type Listed = Record<string, string | boolean | undefined>;
type Answer = { validators: Listed[]; total?: string; nextCursor?: string };

const list = (params: JsonValue) =>
  chain.result<Answer>("getCurrentValidators", { subnetID: "all", ...(params as object) });
const idOf = (each: Listed) => each["txID"] ?? each["validationID"];
const all = (await list({})).validators;

/** A member as what it is sorted by: numbers as numbers, own stake as weight. */
function memberOf(each: Listed, by: string): number | string | undefined {
  const value = by === "weight" ? (each["stakeAmount"] ?? each["weight"]) : each[by];
  return by === "nodeID" || value === undefined ? (value as string | undefined) : Number(value);
}

const sorts = [
  ...["startTime", "endTime", "weight", "potentialReward", "delegationFee", "uptime"],
  ...["delegatorCount", "delegatorWeight", "nodeID"],
];
const sort = fc.record({ by: fc.constantFrom(...sorts), descending: fc.boolean() });

describe("getCurrentValidators of all subnets", () => {
  it("lists every validator of every subnet, with its subnet", async () => {
    const subnets = [...new Set(all.map(({ subnetID }) => subnetID as string))];
    expect(subnets).toHaveLength(4);
    for (const subnetID of subnets) {
      const alone = await chain.result<Answer>("getCurrentValidators", { subnetID });
      const within = all.filter((each) => each["subnetID"] === subnetID);
      expect(within).toEqual(alone.validators.map((each) => ({ ...each, subnetID })));
    }
    expect(all).toHaveLength(5 + 3 * nodes.length);
  });
});

describe("filter, sort and page", () => {
  it("are the same as of the whole result", async () => {
    const bound = fc.option(fc.integer({ min: 8, max: 14 }), { nil: undefined });
    const time = fc.option(fc.integer({ min: 999, max: 1004 }), { nil: undefined });
    const filter = fc.record({
      minWeight: bound,
      maxWeight: bound,
      minEndTime: time,
      maxEndTime: time,
    });
    await fc.assert(
      fc.asyncProperty(filter, sort, async (bounds, order) => {
        const { minWeight, maxWeight } = bounds;
        const [minEndTime, maxEndTime] = [bounds.minEndTime, bounds.maxEndTime].map(
          (seconds) => seconds && Number(genesisTime) + seconds,
        );
        const given = { minWeight, maxWeight, minEndTime, maxEndTime };
        const known = Object.entries(given).filter(([, value]) => value !== undefined);
        const isAtLeast = (value: unknown, least = Number.NEGATIVE_INFINITY) =>
          Number(value) >= least;
        const isAtMost = (value: unknown, most = Number.POSITIVE_INFINITY) => Number(value) <= most;
        const hasEnd =
          minEndTime === undefined && maxEndTime === undefined
            ? () => true
            : (each: Listed) => each["endTime"] !== undefined;
        const expected = all.filter((each) => {
          const weight = memberOf(each, "weight");
          const end = each["endTime"] ?? "0";
          return (
            isAtLeast(weight, minWeight) &&
            isAtMost(weight, maxWeight) &&
            hasEnd(each) &&
            (each["endTime"] === undefined ||
              (isAtLeast(end, minEndTime) && isAtMost(end, maxEndTime)))
          );
        });
        const found = await list({
          filter: Object.fromEntries(known) as JsonValue,
          sort: order,
          page: {},
        });
        expect(found.total).toBe(String(expected.length));
        expect(new Set(found.validators.map(idOf))).toEqual(new Set(expected.map(idOf)));
        const places = new Map(expected.map((each, at) => [idOf(each), at]));
        for (const [at, each] of found.validators.slice(1).entries()) {
          const before = found.validators[at]!;
          const [a, b] = [memberOf(before, order.by), memberOf(each, order.by)];
          if (a === b) expect(places.get(idOf(before))).toBeLessThan(places.get(idOf(each))!);
          else if (a !== undefined && b !== undefined && order.by !== "nodeID") {
            expect(order.descending ? a > b : a < b).toBe(true);
          } else if (order.by !== "nodeID") expect(b).toBeUndefined();
        }
      }),
      { numRuns: 60 },
    );
  });

  it("make the whole list page by page, whatever equals there are", async () => {
    const limit = fc.integer({ min: 1, max: 30 });
    await fc.assert(
      fc.asyncProperty(fc.option(sort, { nil: undefined }), limit, async (order, limit) => {
        const params = { ...(order && { sort: order }), fields: ["txID", "validationID"] };
        const whole = await list(params);
        const pages: Listed[] = [];
        let startAfter: string | undefined;
        do {
          const page: JsonValue = { limit, ...(startAfter && { startAfter }) };
          const answer = await list({ ...params, page });
          expect(answer.validators.length).toBeLessThanOrEqual(limit);
          pages.push(...answer.validators);
          expect(pages.length).toBeLessThanOrEqual(whole.validators.length);
          startAfter = answer.nextCursor;
        } while (startAfter !== undefined);
        expect(pages).toEqual(whole.validators);
      }),
      { numRuns: 40 },
    );
  });

  it("continue at the place of a validator that is gone", async () => {
    const request = { sort: { by: "weight" }, page: { limit: 30 } };
    const { validators, nextCursor } = await list(request);
    const gone = validators.at(-1)!["nodeID"];
    const after = { sort: request.sort, page: { startAfter: nextCursor! } };
    const rest = (await list(after)).validators.filter(({ nodeID }) => nodeID !== gone);
    const { state } = chain.context;
    const isLeft = ({ nodeID }: { readonly nodeID: Uint8Array }) => formatNodeId(nodeID) !== gone;
    const context = {
      state: new Proxy(state, {
        get: (target, name) => {
          if (name === "currentStakers") return () => [...state.currentStakers()].filter(isLeft);
          if (name === "allL1Validators") return () => [...state.allL1Validators()].filter(isLeft);
          const value = Reflect.get(target, name);
          return typeof value === "function" ? value.bind(target) : value;
        },
      }),
    };
    const params = { subnetID: "all", ...after };
    const answer = await chain.result<Answer>("getCurrentValidators", params, context);
    expect(answer.validators.map(idOf)).toEqual(rest.map(idOf));
    expect(rest.length).toBeGreaterThan(0);
  });
});
