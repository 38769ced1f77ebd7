import { expect, test } from "vitest";
import { namedParams } from "../../codegen/foreign/mock/node.ts";

const declared = ["blockID", "encoding", "limit"];

test("names match in any case and unknown ones are left out", () => {
  const params = namedParams(declared, { BLOCKid: "b", Encoding: "json", LIMIT: 1, other: 1 });
  expect(params).toEqual({ blockID: "b", encoding: "json", limit: 1 });
});

test("what is null is absent", () => {
  expect(namedParams(declared, { encoding: null })).toEqual({});
});

test("an integer beyond 2^53 stays exact", () => {
  expect(namedParams(declared, { limit: 2n ** 64n - 1n })).toEqual({ limit: 2n ** 64n - 1n });
});
