import fc from "fast-check";
import { expect, test } from "vitest";
import { parseExact, stringifyExact, stringifyParams } from "../src/json.ts";

test.each([
  ["9007199254740993", 9007199254740993n],
  ["-9007199254740993", -9007199254740993n],
  ["9007199254740991", 9007199254740991],
  ["1e20", 1e20],
  ["1234567890123456.5", 1234567890123456.5],
  ["-0.000009910678618183462", -0.000009910678618183462],
  ["1.23456789012345680000e-7", 1.2345678901234568e-7],
  ["0.99999999999999999999", 0.9999999999999999],
  ["-1.0000000000000000001", -0.9999999999999999],
  ["123456789.000000001", 123456788.99999999],
  ["999999999999999999999e-21", 0.9999999999999999],
  ["1e-400", 5e-324],
  ["4503599627370497.5", Number.POSITIVE_INFINITY],
  ["9007199254740993.5", 9007199254740994],
  ["[1.00000000000000000000,1.50000000000000000e1,10000000000000000000e-019]", [1, 15, 1]],
  ["[7.0,1e3,1e400]", [7, 1000, Number.POSITIVE_INFINITY]],
  ['"0.99999999999999999999"', "0.99999999999999999999"],
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

test.each([
  "[00009007199254740993]",
  "[9.e-400,1234567890123456]",
  "[1-2,1234567890123456]",
  "[1.2.3,1234567890123456]",
  "[-,1234567890123456]",
  '["1234567890123456',
  '["1234567890123456\\"]',
])("%s is refused", (text) => {
  expect(() => parseExact(text)).toThrow(SyntaxError);
});

test("a text with millions of digits is read", () => {
  const digits = "9".repeat(20_000_000);
  const escapes = "\\".repeat(20_000_000);
  expect(parseExact(`["${digits}"]`)).toEqual([digits]);
  expect(parseExact(`["${escapes}",${2n ** 63n}]`)).toEqual([escapes.slice(10_000_000), 2n ** 63n]);
  expect(parseExact(`[0.${digits}]`)).toEqual([0.9999999999999999]);
  expect(parseExact(`[${digits}]`)).toEqual([Number.POSITIVE_INFINITY]);
  expect(parseExact(`[${"9".repeat(1000)}]`)).toEqual([10n ** 1000n - 1n]);
});

test("a text that looks like the mark of an integer stays text", () => {
  const marked = `\u0000integer:${"9".repeat(3_000_000)}`;
  expect(parseExact(JSON.stringify([marked, 0]).replace("0]", `${2n ** 63n}]`))).toEqual([
    marked,
    2n ** 63n,
  ]);
  expect(stringifyExact(["\u0000integer:7", 7n])).toBe('["\\u0000integer:7",7]');
});

test("a text of more than a thousand levels is refused", () => {
  const nested = (levels: number) => `${'{"a":['.repeat(levels / 2)}${"]}".repeat(levels / 2)}`;
  expect(parseExact(nested(1000))).toBeTypeOf("object");
  expect(() => parseExact(nested(1002))).toThrow(RangeError);
  expect(parseExact(JSON.stringify(["[".repeat(2000), "\\", 1]))).toHaveLength(3);
});

test("a text of more than four million values is refused", () => {
  expect(() => parseExact(`[${"{},".repeat(2 ** 21)}0]`)).toThrow(RangeError);
  expect(parseExact(`[${JSON.stringify(",".repeat(2 ** 23))}]`)).toHaveLength(1);
});
