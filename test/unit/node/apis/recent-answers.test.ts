import { expect, it } from "vitest";
import { RecentAnswers } from "../../../../src/node/apis/recent-answers.ts";

it("keeps an answer until the next block or second", () => {
  const moment = { generation: 0, version: 7n, second: 100n };
  const recent = new RecentAnswers({
    generation: () => moment.generation,
    version: () => moment.version,
    nowSeconds: () => moment.second,
  });
  let made = 0;
  const ask = () => recent.get("a", () => String(++made));
  expect([ask(), ask()]).toEqual(["1", "1"]);
  moment.second += 1n;
  expect([ask(), ask()]).toEqual(["2", "2"]);
  moment.version += 1n;
  expect([ask(), ask()]).toEqual(["3", "3"]);
  moment.generation += 1;
  expect([ask(), ask()]).toEqual(["4", "4"]);
});

it("does not keep what was made while the moment changed, or was not made", () => {
  let version = 0;
  const recent = new RecentAnswers({
    generation: () => 0,
    version: () => version,
    nowSeconds: () => 0,
  });
  expect(recent.get("a", () => String(version++))).toBe("0");
  expect(recent.get("a", () => "later")).toBe("later");
  const failing = () => {
    throw new Error("no");
  };
  expect(() => recent.get("b", failing)).toThrow("no");
  expect(recent.get("b", () => "made")).toBe("made");
});
