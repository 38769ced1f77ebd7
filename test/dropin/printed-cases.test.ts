import { expect, it } from "vitest";
import { printedCases } from "./printed-cases.ts";

const out =
  'a remark\n{"name":"a","outcome":"passed"}\n{"name":"b","outcome":"skipped","why":"no"}\n';

it("reads a case of each line of JSON", () => {
  expect(printedCases({ code: 0, out, err: "" })).toEqual([
    { name: "a", outcome: "passed" },
    { name: "b", outcome: "skipped", why: "no" },
  ]);
});

it("fails a program that ended early without a failed case", () => {
  expect(printedCases({ code: 101, out, err: "warning\npanicked at main.rs\n" }).at(-1)).toEqual({
    name: "the program itself",
    outcome: "failed",
    why: "panicked at main.rs",
  });
});

it("adds nothing where a case has failed", () => {
  const failed = '{"name":"a","outcome":"failed","why":"1 != 2"}\n';
  expect(printedCases({ code: 1, out: failed, err: "" })).toHaveLength(1);
});
