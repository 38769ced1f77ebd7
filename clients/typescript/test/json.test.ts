import fc from "fast-check";
import { expect, test } from "vitest";
import { parseExact, stringifyParams } from "../src/json.ts";

test.each([
  ["9007199254740993", 9007199254740993n],
  ["-9007199254740993", -9007199254740993n],
  ["9007199254740991", 9007199254740991],
  ["1e20", 1e20],
  ["1234567890123456.5", 1234567890123456.5],
  ["-0.000009910678618183462", -0.000009910678618183462],
  ["1.23456789012345680000e-7", 1.2345678901234568e-7],
  ["[18446744073709551615,0]", [18446744073709551615n, 0]],
  ['"a \\" 18446744073709551615 \\\\"', 'a " 18446744073709551615 \\'],
])("%s is read exactly", (text, value) => {
  expect(parseExact(text)).toEqual(value);
});

test("what JSON.parse reads exactly is read the same", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(["1234567890123456", value]);
      const rounded = JSON.parse(text, (_key, item) =>
        Number.isInteger(item) && !Number.isSafeInteger(item) ? "large" : item,
      );
      const exact = JSON.parse(
        JSON.stringify(parseExact(text), (_key, item) =>
          typeof item === "bigint" || (Number.isInteger(item) && !Number.isSafeInteger(item))
            ? "large"
            : item,
        ),
      );
      expect(exact).toEqual(rounded);
    }),
  );
});

test("any 64-bit integer survives", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }), (value) => {
      const [read] = parseExact(`[${value}]`) as [number | bigint];
      expect(BigInt(read)).toBe(value);
      expect(stringifyParams({ value })).toBe(`{"value":"${value}"}`);
    }),
  );
});
