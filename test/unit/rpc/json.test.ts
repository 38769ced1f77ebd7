import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { quickCall } from "../../../src/rpc/envelope.ts";
import { scanGoValue } from "../../../src/rpc/go-json.ts";
import { parseJson, stringifyExact } from "../../../src/rpc/json.ts";
import { elements, members, nestsDeeperThan, valueEnd } from "../../../src/rpc/json-scan.ts";

// Values with integers beyond 2^53 among them. Minus zero is no number of its own here.
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
  test("what stringifyExact writes is read back, digit by digit", () => {
    fc.assert(
      fc.property(exactValue, (value) => {
        expect(parseJson(stringifyExact(value))).toEqual(value);
      }),
    );
  });

  test("equals JSON.parse where no integer is long", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        fc.pre(!/\d{16}/.test(text));
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test.each([
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

  test("literal reading takes no integer that is not written as one", () => {
    expect(parseJson("[1.0,1e3,-0,1.5,7,-0.5]", "literal")).toEqual([NaN, NaN, NaN, 1.5, 7, -0.5]);
    expect(parseJson("[1.0,1e3]")).toEqual([1, 1000]);
  });

  test("__proto__ is a name, also beside long integers", () => {
    const value = parseJson('{"__proto__":{"x":12345678901234567890}}') as object;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(value)).toEqual(["__proto__"]);
  });

  test("depth is no danger", () => {
    const deep = `${"[".repeat(300_000)}12345678901234567890${"]".repeat(300_000)}`;
    expect(parseJson(deep)).toBeInstanceOf(Array);
    expect(nestsDeeperThan(deep, 100)).toBe(true);
  });
});

describe("stringifyExact", () => {
  test("equals JSON.stringify where there is no bigint", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(stringifyExact(value)).toBe(JSON.stringify(value));
      }),
    );
    expect(stringifyExact({ a: undefined, b: [undefined, NaN] })).toBe('{"b":[null,null]}');
  });
});

describe("positions", () => {
  test("members and elements are what JSON.parse finds", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.constantFrom(0, 1), (values, indent) => {
        const list = JSON.stringify(values, null, indent);
        expect(elements(list).map((text) => JSON.parse(text))).toEqual(JSON.parse(list));
        const object = Object.fromEntries(values.map((value, i) => [`n${i}"\\`, value]));
        const text = JSON.stringify(object, null, indent);
        const found = members(text).map(({ name, start, end }) => [
          name,
          JSON.parse(text.slice(start, end)),
        ]);
        expect(Object.fromEntries(found)).toEqual(JSON.parse(text));
        expect(valueEnd(text, 0)).toBe(text.length);
      }),
    );
  });

  test("Go's scanner takes what JSON.parse takes, and ends where it ends", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.string({ maxLength: 2 }), (json, at, patch) => {
        const cut = at % (json.length + 1);
        const text = json.slice(0, cut) + patch + json.slice(cut);
        const bytes = Buffer.from(text).toString("latin1");
        const scan = scanGoValue(bytes);
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        const whole = scan.ok && bytes.slice(scan.end).trim() === "";
        expect(whole).toBe(valid);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("quickCall", () => {
  test.each([
    ['{"jsonrpc":"2.0","id":1,"method":"a.b","params":{"x":[1,"]"]}}', "1", '{"x":[1,"]"]}'],
    ['{"method":"a.b","params":[{}],"id":"x","jsonrpc":"2.0"}', '"x"', "[{}]"],
    ['{ "jsonrpc" : "2.0" , "id" : 0 , "method" : "a.b" }\n', "0", undefined],
  ])("%s", (text, id, params) => {
    expect(quickCall(text)).toEqual({ id, method: "a.b", params });
  });

  test.each([
    ['{"jsonrpc":"2.0","id":1,"method":"a.b"}x'],
    ['{"jsonrpc":"2.0","id":1,"id":2,"method":"a.b"}'],
    ['{"jsonrpc":"2.0","id":01,"method":"a.b"}'],
    ['{"jsonrpc":"2.0","id":-1,"method":"a.b"}'],
    ['{"jsonrpc":"2.0","id":1.5,"method":"a.b"}'],
    ['{"jsonrpc":"2.0","id":null,"method":"a.b"}'],
    ['{"jsonrpc":"2.0","id":"\\u0041","method":"a.b"}'],
    ['{"jsonrpc":"2.0","id":"<","method":"a.b"}'],
    ['{"jsonrpc":"2.0","id":1,"method":"a.b","params":null}'],
    ['{"jsonrpc":"2.0","id":1,"method":"a.b","extra":1}'],
    ['{"jsonrpc":"2.0","method":"a.b"}'],
    ['{"jsonrpc":"2.1","id":1,"method":"a.b"}'],
    ['{"jsonrpc":"2.0","id":1,"method":"a.b"'],
    ['[{"jsonrpc":"2.0","id":1,"method":"a.b"}]'],
    [""],
    ["{"],
    ['{"'],
    ['{"id":'],
  ])("looks away from %s", (text) => {
    expect(quickCall(text)).toBe(undefined);
  });

  test("where it answers, JSON.parse agrees", () => {
    const token = fc.constantFrom("1", "0", '"a"', "null", '"a\\n"', "-1", "1.5", "{}", "x", "01");
    const pair = fc.oneof(
      fc.constant('"jsonrpc":"2.0"'),
      token.map((id) => `"id":${id}`),
      fc.constantFrom('"method":"a.b"', '"method":"a\\u002eb"', '"method":5'),
      fc.json().map((json) => `"params":${json}`),
      token.map((value) => `"extra":${value}`),
    );
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 5 }), fc.constantFrom(",", " , "), (pairs, comma) => {
        const text = `{${pairs.join(comma)}}`;
        const call = quickCall(text);
        if (call === undefined) return;
        const request = JSON.parse(text);
        expect(request.method).toBe(call.method);
        expect(request.id).toEqual(JSON.parse(call.id!));
        const params = call.params === undefined ? undefined : JSON.parse(call.params);
        expect(request.params).toEqual(params);
      }),
      { numRuns: 2_000 },
    );
  });
});
