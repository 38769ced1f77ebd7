import { expect, test } from "vitest";
import { namedParams } from "../../../src/mock/named-params.ts";

const declared = [
  { name: "blockID", default: undefined },
  { name: "encoding", default: "hex" },
  { name: "limit", default: 1024 },
];

test("names match in any case and unknown ones are left out", () => {
  const params = namedParams(declared, { BLOCKid: "b", Encoding: "json", LIMIT: 1, other: 1 });
  expect(params).toEqual({ blockID: "b", encoding: "json", limit: 1 });
});

test("what is absent or null has its default, and is absent without one", () => {
  expect(namedParams(declared, { encoding: null })).toEqual({ encoding: "hex", limit: 1024 });
});

test("an integer beyond 2^53 is text", () => {
  expect(namedParams(declared, { limit: 2n ** 64n - 1n })).toMatchObject({
    limit: "18446744073709551615",
  });
});
