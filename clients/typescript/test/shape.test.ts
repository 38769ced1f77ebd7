import { describe, expect, test } from "vitest";
import { WrongType } from "../src/problem.ts";
import { type Shape, ShapeReader, type Shapes } from "../src/shape.ts";

const shapes: Shapes = {
  Amount: ["object", { amount: "uint64" }, { memo: "text" }],
  Either: [
    "forms",
    { json: "object", whole: true, only: true, shape: "#Amount" },
    { json: "object", is: { type: "list" }, shape: ["object", { items: ["list", "int64"] }, {}] },
    { json: "text", shape: "text" },
  ],
  Tree: ["object", {}, { inner: "#Tree" }],
};

function read(shape: Shape, value: unknown): unknown {
  return new ShapeReader(shapes).read(shape, value);
}

function problem(shape: Shape, value: unknown): string {
  try {
    read(shape, value);
  } catch (error) {
    if (!(error instanceof WrongType)) throw error;
    const { field, expected, got } = error.problem();
    return `${field}|${expected}|${got}`;
  }
  return "none";
}

describe("values of the right type", () => {
  test("64-bit integers become bigint, in lists, maps and members", () => {
    expect(read(["map", ["list", "uint64"]], { a: ["1", 2, 2n ** 63n] })).toEqual({
      a: [1n, 2n, 2n ** 63n],
    });
    expect(read("#Amount", { amount: "7", memo: "x", other: "8" })).toEqual({
      amount: 7n,
      memo: "x",
      other: "8",
    });
  });

  test("an absent or null optional member stays", () => {
    expect(read("#Amount", { amount: 1, memo: null })).toEqual({ amount: 1n, memo: null });
  });
});

describe("forms that are not known stay as they are", () => {
  test.each([
    { amount: "7", newMember: "8" },
    { amont: "7" },
    { type: "set", items: ["1", "x"] },
    { amount: { of: "1" }, other: 1 },
  ])("%j", (value) => {
    expect(read("#Either", structuredClone(value))).toEqual(value);
  });

  test("known ones are read", () => {
    expect(read("#Either", { amount: "7" })).toEqual({ amount: 7n });
    expect(read("#Either", { type: "list", items: ["-1"] })).toEqual({
      type: "list",
      items: [-1n],
    });
  });
});

describe("values of another type are named", () => {
  test.each<[Shape, unknown, string]>([
    ["#Amount", {}, "amount|a value|nothing"],
    ["#Amount", { amount: null }, "amount|an integer from 0 to 18446744073709551615|null"],
    ["#Amount", { amount: 1, memo: 5 }, "memo|text|5"],
    [
      "#Either",
      { type: "list", items: ["x"] },
      'items[0]|an integer from -9223372036854775808 to 9223372036854775807|"x"',
    ],
    [["list", "#Amount"], [{ amount: 1 }, []], "[1]|an object|a list of 0"],
    [["map", "boolean"], { a: 1 }, "a|true or false|1"],
    ["uint16", 65_536, "|an integer from 0 to 65535|65536"],
    [
      "uint64",
      "1".repeat(1_000_000),
      `|an integer from 0 to 18446744073709551615|"${"1".repeat(64)}" and 999936 more`,
    ],
    ["null", "x", '|null|"x"'],
    ["number", Number.POSITIVE_INFINITY, "|a number|Infinity"],
  ])("%j", (shape, value, expected) => {
    expect(problem(shape, value)).toBe(expected);
  });
});

test("deep nesting is a RangeError, which a call reports as its own error", () => {
  let tree: object = {};
  for (let depth = 0; depth < 100_000; depth++) tree = { inner: tree };
  expect(() => read("#Tree", tree)).toThrow(RangeError);
});

test.each([
  [5, "|an object or text|5"],
  [null, "|an object or text|null"],
  [[], "|an object or text|a list of 0"],
  [true, "|an object or text|true"],
])("%j has the kind of no form of its union", (value, text) => {
  expect(problem("#Either", value)).toBe(text);
  expect(problem(["list", "#Either"], ["a", value])).toBe(`[1]${text}`);
});
