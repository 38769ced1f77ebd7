import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatJson, type JsonValue, parseJson } from "../../../src/formats/json.ts";

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
    "refuses %j",
    (text) => {
      expect(() => parseJson(text)).toThrow(expect.objectContaining({ name: "FormatError" }));
    },
  );

  it("refuses to nest too deep", () => {
    const text = `${"[".repeat(5000)}12345678901234567890${"]".repeat(5000)}`;
    expect(() => parseJson(text)).toThrow("exceeded max depth");
  });
});

describe("formatJson", () => {
  it("writes a bigint as a number and leaves undefined members out", () => {
    const value = { a: 2n ** 64n - 1n, b: [1, "x", null, true], c: undefined };
    expect(formatJson(value as unknown as JsonValue)).toBe(
      '{"a":18446744073709551615,"b":[1,"x",null,true]}',
    );
  });

  it("is what JSON.stringify writes where there is no bigint", () => {
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
      }),
    );
  });
});
