import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  formatJson,
  formatPlainJson,
  isJson,
  type JsonValue,
  parseJson,
} from "../../../src/formats/json.ts";
import { shapeOf } from "../../../src/formats/json-scan.ts";

// Values with integers beyond 2^53 among them. Minus zero is the same number as zero here.
const exactValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false),
    // A whole number beyond 2^53 is a bigint, so it is no double here.
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .map((n) => (n === 0 ? 0 : n))
      .filter((n) => !Number.isInteger(n) || Number.isSafeInteger(n)),
    fc.bigInt().map((n) => (Number.isSafeInteger(Number(n)) ? Number(n) : n)),
    fc.string({ unit: "binary" }),
    fc.array(tie("value")),
    fc.dictionary(fc.oneof(fc.string(), fc.constant("__proto__")), tie("value"), {
      noNullPrototype: true,
    }),
  ),
})).value;

describe("parseJson", () => {
  it("keeps every digit of an integer", () => {
    expect(parseJson("18446744073709551615")).toBe(2n ** 64n - 1n);
    expect(parseJson("[9007199254740991, 9007199254740992, -9007199254740993]")).toEqual([
      9007199254740991,
      9007199254740992n,
      -9007199254740993n,
    ]);
    expect(parseJson('{ "a" : { "b":\t[ 12345678901234567890 ]\n} }')).toEqual({
      a: { b: [12345678901234567890n] },
    });
  });

  it("leaves fractions, exponents and texts alone", () => {
    const text = '[1234567890123456789.5, 1e30, "12345678901234567890", "\\"\\\\", "{[,:]}"]';
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  it("makes a plain member of __proto__, and the last of two of the same name counts", () => {
    const value = parseJson('{"__proto__":12345678901234567890,"a":1,"a":2}');
    expect(Object.entries(value as object)).toEqual([
      ["__proto__", 12345678901234567890n],
      ["a", 2],
    ]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it.each(["", "{", "[1,]", "01", "+1", "nul", "'a'", '{"a" 1}', "1 2", "12345678901234567890x"])(
    "rejects %j",
    (text) => {
      expect(() => parseJson(text)).toThrow(expect.objectContaining({ name: "FormatError" }));
    },
  );

  it("rejects too deep nesting", () => {
    const text = `${"[".repeat(5000)}12345678901234567890${"]".repeat(5000)}`;
    expect(() => parseJson(text)).toThrow("exceeded max depth");
  });

  it("what formatJson writes is read back, digit by digit", () => {
    fc.assert(
      fc.property(exactValue, (value) => {
        expect(parseJson(formatJson(value))).toEqual(value);
      }),
    );
  });

  it("equals JSON.parse where no integer is long", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        fc.pre(!/\d{16}/.test(text));
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    ["9007199254740991", 9007199254740991],
    ["9007199254740992", 9007199254740992n],
    ["-9007199254740993", -9007199254740993n],
    ['[18446744073709551615,"18446744073709551615"]', [2n ** 64n - 1n, "18446744073709551615"]],
    ['{"a" :\n12345678901234567890, "b":1.5}', { a: 12345678901234567890n, b: 1.5 }],
    ["12345678901234567890.0", Number("12345678901234567890")],
    ["1e400", Number.POSITIVE_INFINITY],
  ])("%s", (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  it("literal reading accepts only integers that are written as such", () => {
    expect(parseJson("[1.0,1e3,-0,1.5,7,-0.5]", "literal")).toEqual([NaN, NaN, NaN, 1.5, 7, -0.5]);
    expect(parseJson("[1.0,1e3]")).toEqual([1, 1000]);
  });

  it("__proto__ is a name, also beside long integers", () => {
    const value = parseJson('{"__proto__":{"x":12345678901234567890}}') as object;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(value)).toEqual(["__proto__"]);
  });

  it("nests to any depth where the caller allows it", () => {
    const deep = `${"[".repeat(300_000)}12345678901234567890${"]".repeat(300_000)}`;
    expect(parseJson(deep, "exact", Number.POSITIVE_INFINITY)).toBeInstanceOf(Array);
    expect(shapeOf(deep, { depthMax: 100, valuesMax: 1_000 })).toBe("too deep");
  });

  it("reads an integer too long for any field as a double, in linear time", () => {
    expect(parseJson(`[${"9".repeat(81)}]`)).toEqual([1e81]);
    expect(parseJson("9".repeat(80))).toBe(10n ** 80n - 1n);
  });
});

describe("isJson", () => {
  it.each([
    ["{}", true],
    [" 1 ", true],
    ["", false],
    ["{} x", false],
  ])("%j: %s", (text, valid) => {
    expect(isJson(text)).toBe(valid);
    expect(isJson(" ".repeat(70_000) + text)).toBe(valid);
  });

  it("reads a long text as JSON.parse does", () => {
    const long = JSON.stringify(Array.from({ length: 10_000 }, (_, i) => ({ [`n${i}`]: i })));
    for (const valid of [long, `${long} `, `"${"a".repeat(70_000)}\\u00e9\u00e9"`]) {
      expect(isJson(valid)).toBe(true);
    }
    for (const invalid of [`${long}]`, `${long}\u00a0`, long.slice(0, -1), `\ufeff${long}`]) {
      expect(isJson(invalid)).toBe(false);
    }
  });
});

describe("formatJson", () => {
  it("writes a bigint as a number and leaves undefined members out", () => {
    const value = { a: 2n ** 64n - 1n, b: [1, "x", null, true], c: undefined };
    expect(formatJson(value as unknown as JsonValue)).toBe(
      '{"a":18446744073709551615,"b":[1,"x",null,true]}',
    );
  });

  it("writes what JSON.stringify writes if there is no bigint", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(formatJson(value as JsonValue)).toBe(JSON.stringify(value));
      }),
    );
  });

  it("is read back exactly", () => {
    const big = fc.bigInt({ min: 2n ** 53n, max: 2n ** 70n });
    const { value: anyValue } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        big,
        big.map((number) => -number),
        fc.maxSafeInteger().map((number) => number + 0),
        fc.string(),
        fc.constant(null),
        fc.boolean(),
        fc.array(tie("value"), { maxLength: 4 }),
        fc.dictionary(fc.string(), tie("value"), { maxKeys: 4, noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(anyValue, (value) => {
        expect(parseJson(formatJson(value as JsonValue))).toEqual(value);
        expect(formatPlainJson(value)).toBe(formatJson(value));
      }),
    );
  });

  it("writes null for what JSON cannot express", () => {
    const value = { a: undefined, b: [undefined, NaN] };
    expect(formatJson(value)).toBe('{"b":[null,null]}');
    expect(formatPlainJson(value)).toBe('{"b":[null,null]}');
    expect(formatPlainJson(undefined)).toBe("null");
  });
});
