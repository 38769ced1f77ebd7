import { expect, it } from "vitest";
import { Standing } from "../../../src/upstream/standing.ts";

let now = 0;

function standing() {
  now = 0;
  const warnings: string[] = [];
  const options = { nowMillis: () => now, onWarning: (text: string) => void warnings.push(text) };
  return { upstream: new Standing("http://one", options), warnings };
}

it("counts requests that fail together once", () => {
  const { upstream, warnings } = standing();
  for (let i = 0; i < 8; i++) upstream.fails("cannot be reached");
  now = 1_000;
  expect(upstream.isAvailable).toBe(true);
  upstream.fails("cannot be reached");
  upstream.fails("cannot be reached");
  now = 2_999;
  expect(upstream.isAvailable).toBe(false);
  now = 3_000;
  expect(upstream.isAvailable).toBe(true);
  expect(warnings).toEqual(["http://one cannot be reached."]);
});

it("waits for as long as any of them asks", () => {
  const { upstream } = standing();
  upstream.fails("cannot be reached");
  upstream.fails("returned status 429", 5_000);
  upstream.fails("cannot be reached");
  now = 4_999;
  expect(upstream.isAvailable).toBe(false);
  now = 5_000;
  expect(upstream.isAvailable).toBe(true);
});
