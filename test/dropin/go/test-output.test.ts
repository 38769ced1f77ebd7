import { expect, test } from "vitest";
import { goCases } from "./test-output.ts";

const out = `=== RUN   TestAlone
    alone_test.go:7: a remark
--- PASS: TestAlone (0.00s)
=== RUN   TestSkipped
    skipped_test.go:3: no node
--- SKIP: TestSkipped (0.00s)
=== RUN   TestMany
=== RUN   TestMany/one
=== RUN   TestMany/two
    method.go:29: got 1, want 2
--- FAIL: TestMany (0.01s)
    --- PASS: TestMany/one (0.00s)
    --- FAIL: TestMany/two (0.01s)
=== RUN   TestCleanup
=== RUN   TestCleanup/one
=== NAME  TestCleanup
    cleanup_test.go:9: left something behind
--- FAIL: TestCleanup (0.00s)
    --- PASS: TestCleanup/one (0.00s)
=== RUN   TestHangs
`;

test("counts the innermost tests, and what failed by itself or did not end", () => {
  expect(goCases({ code: 2, out })).toEqual([
    { name: "TestAlone", outcome: "passed" },
    { name: "TestSkipped", outcome: "skipped", why: "no node" },
    { name: "TestMany/one", outcome: "passed" },
    { name: "TestMany/two", outcome: "failed", why: "got 1, want 2" },
    { name: "TestCleanup", outcome: "failed", why: "left something behind" },
    { name: "TestCleanup/one", outcome: "passed" },
    { name: "TestHangs", outcome: "failed", why: "did not end" },
  ]);
});

test("a binary that failed without a failed test has failed", () => {
  expect(goCases({ code: 1, out: "" })).toEqual([
    { name: "the test binary", outcome: "failed", why: "exit code 1" },
  ]);
});
