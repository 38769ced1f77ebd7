import { expect, it } from "vitest";
import type { Case } from "../suite.ts";
import { withImpossible } from "./impossible.ts";

const known = { a: { why: "needs another chain", failure: /Method not found/ } };
const only = (given: Case) => withImpossible([given], known)[0];

it("skips what failed for the reason that is known", () => {
  const failed: Case = { name: "a", outcome: "failed", why: "client: Method not found" };
  expect(only(failed)).toEqual({ name: "a", outcome: "skipped", why: "needs another chain" });
});

it.each<Case>([
  { name: "a", outcome: "failed", why: "connection refused" },
  { name: "a", outcome: "failed" },
])("lets another failure be one", (failed) => {
  expect(only(failed)).toEqual(failed);
});

it("fails what passes although it is listed, and what is listed and was not run", () => {
  expect(only({ name: "a", outcome: "passed" })?.outcome).toBe("failed");
  expect(withImpossible([], known)).toEqual([
    { name: "a", outcome: "failed", why: "listed, but there is none" },
  ]);
});
