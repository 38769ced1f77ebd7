import { expect, it } from "vitest";
import { RecentHeights } from "../../../src/chain/recent-heights.ts";

it("gives the height before those of the last 30 seconds", () => {
  const recent = new RecentHeights();
  expect(recent.minimumHeight(7n, 100n)).toBe(7n);
  recent.add(8n, 100n);
  recent.add(9n, 110n);
  expect(recent.minimumHeight(9n, 130n)).toBe(7n);
  expect(recent.minimumHeight(9n, 131n)).toBe(8n);
  expect(recent.minimumHeight(9n, 141n)).toBe(9n);
});

it("looks back over 64 heights at most", () => {
  const recent = new RecentHeights();
  for (let height = 1n; height <= 100n; height++) recent.add(height, 100n);
  expect(recent.minimumHeight(100n, 100n)).toBe(36n);
});
