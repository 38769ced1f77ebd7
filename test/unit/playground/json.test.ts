import fc from "fast-check";
import { expect, test } from "vitest";
import { formatJson, type Json, parseJson } from "../../../playground/json/parse.ts";
import { jsonLines } from "../../../playground/json/tokens.ts";

const shown = (text: string): string =>
  jsonLines(text)
    .map((line) => line.map((token) => token.text).join(""))
    .join("\n");

test("every digit of an integer stays", () => {
  const text = '{"a":18446744073709551615,"b":[-9223372036854775808,1,2.5,1e3]}';
  expect(parseJson(text)).toEqual({
    a: 18446744073709551615n,
    b: [-9223372036854775808n, 1, 2.5, 1000],
  });
  expect(formatJson(parseJson(text))).toBe(text.replace("1e3", "1000"));
});

test("a text of ten megabytes is read and shown", () => {
  const text = JSON.stringify("f".repeat(10_000_000));
  expect(parseJson(text)).toHaveLength(10_000_000);
  expect(jsonLines(text)).toEqual([[{ kind: "string", text }]]);
});

test("what JSON.parse reads is read the same", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(parseJson(text)).toEqual(parsedOrBig(text));
    }),
  );
});

/** JSON.parse, as long as no integer of the text is beyond a double. */
function parsedOrBig(text: string): unknown {
  const exact = parseJson(text);
  return /\d{16}/.test(text) ? exact : JSON.parse(text);
}

test("what was formatted is read back, with and without indent", () => {
  const value = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      fc.constant(null),
      fc.boolean(),
      fc.integer(),
      fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n }),
      fc.string(),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(fc.string(), tie("value"), { maxKeys: 4, noNullPrototype: true }),
    ) as fc.Arbitrary<Json>,
  })).value;
  fc.assert(
    fc.property(value, (each) => {
      expect(parseJson(formatJson(each))).toEqual(each);
      expect(parseJson(formatJson(each, "  "))).toEqual(each);
    }),
  );
});

test.each([
  ["", "expected a value at line 1, column 1"],
  ['{"a":}', "expected a value at line 1, column 6"],
  ['{"a":1,}', "expected a name in quotes at line 1, column 8"],
  ['{\n  "a": 1\n  "b"', "expected a comma or } at line 3, column 3"],
  ["[1 2]", "expected a comma or ] at line 1, column 4"],
  ["[1,]", "expected a value at line 1, column 4"],
  ["1 1", "expected the end at line 1, column 3"],
  ["nul", "expected JSON at line 1, column 1"],
  ["01", "expected the end at line 1, column 2"],
  ['"\u0001"', "expected a string without control characters at line 1, column 1"],
  ["[".repeat(501), "expected at most 500 levels at line 1, column 501"],
])("%j is refused with its place", (text, message) => {
  expect(() => parseJson(text)).toThrow(message);
});

test("a response is formatted with every number and string unchanged", () => {
  const text = '{"height":18446744073709551615,"list":[1.50,{}],"text":"a\\u0041","empty":[]}';
  expect(shown(text)).toBe(`{
  "height": 18446744073709551615,
  "list": [
    1.50,
    {}
  ],
  "text": "a\\u0041",
  "empty": []
}`);
  const kinds = jsonLines('{"a":[-1,"b",null]}').flat();
  expect(kinds.filter(({ kind }) => kind !== "plain")).toEqual([
    { kind: "name", text: '"a"' },
    { kind: "number", text: "-1" },
    { kind: "string", text: '"b"' },
    { kind: "literal", text: "null" },
  ]);
});

test("laying out changes no JSON", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(JSON.parse(shown(text))).toEqual(JSON.parse(text));
    }),
  );
});

test("text that is not JSON is shown unchanged", () => {
  expect(shown("404 page not found\nThe index API is off.")).toBe(
    "404 page not found\nThe index API is off.",
  );
});
