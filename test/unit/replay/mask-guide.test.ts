import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { allMasks } from "../../../src/replay/masks.ts";

it("the guide on replicas lists every mask", () => {
  const guide = readFileSync(new URL("../../../docs/guides/replica.md", import.meta.url), "utf8");
  const table = guide.slice(guide.indexOf("| mask |"));
  const listed = [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name);
  expect(listed.sort()).toEqual([...allMasks].sort());
});
