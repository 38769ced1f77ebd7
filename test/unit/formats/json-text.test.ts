import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scanGoValue } from "../../../src/formats/json-grammar.ts";
import { members, shapeOf, splitArray, valueEnd } from "../../../src/formats/json-scan.ts";

describe("positions", () => {
  test("members and elements are what JSON.parse finds", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.constantFrom(0, 1), (values, indent) => {
        const list = JSON.stringify(values, null, indent);
        const texts = splitArray(list, 1_000) as string[];
        expect(texts.map((text) => JSON.parse(text))).toEqual(JSON.parse(list));
        if (values.length > 1) expect(splitArray(list, 1)).toBe(values.length);
        const object = Object.fromEntries(values.map((value, i) => [`n${i}"\\`, value]));
        const text = JSON.stringify(object, null, indent);
        const found = [...members(text, 100)].map(({ name, start, end }) => [
          name,
          JSON.parse(text.slice(start, end)),
        ]);
        expect(Object.fromEntries(found)).toEqual(JSON.parse(text));
        expect(valueEnd(text, 0)).toBe(text.length);
      }),
    );
  });

  test("long runs of digits and spaces between the parts of a value", () => {
    const digits = "9".repeat(5_000);
    const space = " ".repeat(5_000);
    const text = `{"a":${digits},"b":[${digits},${space}1],${space}"c":${space}{"d":${digits}}}`;
    expect(valueEnd(`${text},`, 0)).toBe(text.length);
    expect(valueEnd(`${digits},`, 0)).toBe(5_000);
    expect(valueEnd(digits, 0)).toBe(5_000);
    expect(valueEnd(`[${digits}`, 0)).toBe(-1);
    expect(splitArray(`[${digits},${space}${digits}${space}]`, 5)).toEqual([digits, digits]);
    // Colons, commas and brackets.
    const values = 4 + 3 + 3;
    expect(shapeOf(text, { depthMax: 2, valuesMax: values })).toBe("ok");
    expect(shapeOf(text, { depthMax: 1, valuesMax: values })).toBe("too deep");
    expect(shapeOf(text, { depthMax: 2, valuesMax: values - 1 })).toBe("too many values");
  });

  test("members with short names only, however they are escaped", () => {
    const escaped = [..."jsonrpc"].map((c) => `\\u00${c.charCodeAt(0).toString(16)}`).join("");
    const text = `{"${"n".repeat(50)}":1,"${escaped}":2,"${escaped}n":3,"i\\u0064":[4],"method.":5,"id.":6,"id":7}`;
    expect(
      [...members(text, 7)].map(({ name, start, end }) => [name, text.slice(start, end)]),
    ).toEqual([
      ["jsonrpc", "2"],
      ["id", "[4]"],
      ["method.", "5"],
      ["id.", "6"],
      ["id", "7"],
    ]);
  });

  test("an array whose text is broken, or whose elements are valid where the array is", () => {
    for (const text of ["[", "[1", "[1,", "[1}", "[1]x", "[1 2]", "[]]", '["a', "[{]"]) {
      expect(splitArray(text, 10), text).toBeUndefined();
    }
    expect(splitArray("[1,,2]", 10)).toEqual(["1", "", "2"]);
    expect(splitArray(" [ ] ", 10)).toEqual([]);
  });

  test("the shape of a text, without reading what is beyond its bounds", () => {
    const bounds = { depthMax: 2, valuesMax: 4 };
    expect(shapeOf('{"a":["[[[,,,,,"]}', bounds)).toBe("ok");
    expect(shapeOf('{"a":[[1]]}', bounds)).toBe("too deep");
    expect(shapeOf("[1,2,3,4,5]", bounds)).toBe("too many values");
    expect(shapeOf("[".repeat(8_000_000), bounds)).toBe("too deep");
  });

  test("Go's scanner accepts what JSON.parse accepts, and ends where it ends", () => {
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

describe("scanGoValue words faults as Go's encoding/json does", () => {
  test.each([
    ["", "EOF"],
    ["  ", "EOF"],
    ["[", "unexpected EOF"],
    ["{]", "invalid character ']' looking for beginning of object key string"],
    ["[}", "invalid character '}' looking for beginning of value"],
    ["[1,]", "invalid character ']' looking for beginning of value"],
    ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
    ['{"a" 1}', "invalid character '1' after object key"],
    ['{"a":1]', "invalid character ']' after object key:value pair"],
    ["[1}", "invalid character '}' after array element"],
    ["[[],{}}", "invalid character '}' after array element"],
    ["nul ", "invalid character ' ' in literal null (expecting 'l')"],
    ["-x", "invalid character 'x' in numeric literal"],
    ["1.e", "invalid character 'e' after decimal point in numeric literal"],
    ["1e+", "unexpected EOF"],
    ['"a', "unexpected EOF"],
    ['"\n"', "invalid character '\\n' in string literal"],
    ['"\\x"', "invalid character 'x' in string escape code"],
    ['"\\u00g0"', "invalid character 'g' in \\u hexadecimal character escape"],
    ["'", "invalid character '\\'' looking for beginning of value"],
    ["[".repeat(10_001), "exceeded max depth"],
  ])("%.20j", (text, message) => {
    expect(scanGoValue(text)).toEqual({ ok: false, message });
  });

  test("a value and what follows it", () => {
    expect(scanGoValue(' {"a":[[],{}]} x')).toEqual({ ok: true, start: 1, end: 14 });
  });
});
