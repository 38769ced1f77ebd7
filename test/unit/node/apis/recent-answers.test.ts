import { expect, it } from "vitest";
import type { DataContext } from "../../../../src/data-api/operation.ts";
import { Parts } from "../../../../src/data-api/parts.ts";
import { RecentAnswers } from "../../../../src/node/apis/recent-answers.ts";

const parts = new Parts();
const context = { clock: {}, parts, peers: {}, uptimes: {}, queries: {}, state: {} } as DataContext;

function answersAt(moment: { generation: number; version: bigint; second: bigint }) {
  return new RecentAnswers(context, {
    generation: () => moment.generation,
    version: () => moment.version,
    nowSeconds: () => moment.second,
  });
}

const begin = () => ({ generation: 0, version: 7n, second: 100n });

it("forgets shared entries with the next block", () => {
  const moment = begin();
  const recent = answersAt(moment);
  let made = 0;
  // Each request is another one, so that no whole answer is kept.
  const ask = (key: string) =>
    recent.get(key, ({ parts }) => {
      const entry = parts.get("entry", () => ({ made: ++made }));
      return parts.textOf({ list: [entry] }, () => {});
    });
  expect([ask("a"), ask("b")]).toEqual(Array(2).fill('{"list":[{"made":1}]}'));
  moment.version += 1n;
  expect([ask("c"), ask("d")]).toEqual(Array(2).fill('{"list":[{"made":2}]}'));
  moment.generation += 1;
  expect(ask("e")).toBe('{"list":[{"made":3}]}');
});

it("keeps an answer until the next block", () => {
  const moment = begin();
  const recent = answersAt(moment);
  let made = 0;
  const ask = () =>
    recent.get("a", ({ queries, state }) => (queries && state ? String(++made) : "no context"));
  expect([ask(), ask()]).toEqual(["1", "1"]);
  moment.second += 1n;
  expect(ask()).toBe("1");
  moment.version += 1n;
  expect([ask(), ask()]).toEqual(["2", "2"]);
  moment.generation += 1;
  expect([ask(), ask()]).toEqual(["3", "3"]);
});

it.each(["clock", "peers", "uptimes"] as const)(
  "keeps an answer that depends on %s until the next second",
  (part) => {
    const moment = begin();
    const recent = answersAt(moment);
    let made = 0;
    const ask = () => recent.get("a", (read) => (read[part] ? String(++made) : "no context"));
    expect([ask(), ask()]).toEqual(["1", "1"]);
    moment.second += 1n;
    expect([ask(), ask()]).toEqual(["2", "2"]);
    moment.version += 1n;
    expect([ask(), ask()]).toEqual(["3", "3"]);
  },
);

it("does not keep what was made while the moment changed, or was not made", () => {
  const moment = begin();
  const recent = answersAt(moment);
  expect(recent.get("a", () => String(moment.version++))).toBe("7");
  expect(recent.get("a", () => "later")).toBe("later");
  const atSecond = ({ clock }: DataContext) => (clock ? String(moment.second++) : "no context");
  expect(recent.get("c", atSecond)).toBe("100");
  moment.second = 100n;
  expect(recent.get("c", atSecond)).toBe("100");
  const failing = () => {
    throw new Error("no");
  };
  expect(() => recent.get("b", failing)).toThrow("no");
  expect(recent.get("b", () => "made")).toBe("made");
});
