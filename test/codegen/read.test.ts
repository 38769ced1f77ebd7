import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countCharacters, describeValue } from "../../codegen/runtime/issue.ts";
import {
  boolean,
  decimal,
  either,
  type Field,
  integer,
  list,
  literal,
  map,
  object,
  paramsReader,
  type Reader,
  Refusal,
  text,
  word,
} from "../../codegen/runtime/read.ts";

const uint64 = integer("a uint64", true, 0n, 2n ** 64n - 1n);
const uint16 = integer("a uint16", false, 0n, 65535n);
const int64 = integer("an int64", true, -(2n ** 63n), 2n ** 63n - 1n);

const accepts = (reader: Reader, value: unknown) => reader.read(value, "f");
const refuses = (reader: Reader, value: unknown) => {
  const read = reader.read(value, "f");
  return read instanceof Refusal ? read.issue : expect.fail(`accepted ${String(value)}`);
};

describe("integers", () => {
  test.each([0, 7n, "7", "007", "0", "000", "18446744073709551615", 2n ** 64n - 1n])(
    "takes %s",
    (value) => {
      expect(accepts(uint64, value)).toBe(BigInt(value));
    },
  );

  test.each([
    "",
    "+1",
    "-1",
    "-0",
    " 1",
    "1 ",
    "0x1",
    "1e3",
    "1.0",
    "１",
    1.5,
    -1,
    -0,
    1e300,
    2 ** 53,
    Number.NaN,
    -1n,
    2n ** 64n,
    "18446744073709551616",
    `1${"0".repeat(1000)}`,
    true,
    null,
    undefined,
    {},
    [1],
  ])("refuses %s", (value) => {
    expect(refuses(uint64, value)).toEqual({
      field: "f",
      expected: "a uint64",
      got: describeValue(value),
    });
  });

  test("every integer is read the same from all its forms", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.nat(5), (value, zeros) => {
        expect(accepts(uint64, value)).toBe(value);
        expect(accepts(uint64, "0".repeat(zeros) + value)).toBe(value);
        if (value <= Number.MAX_SAFE_INTEGER) expect(accepts(uint64, Number(value))).toBe(value);
      }),
    );
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
        expect(accepts(int64, String(value))).toBe(value);
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 65535 }), (value) => {
        expect(accepts(uint16, value)).toBe(value);
        expect(accepts(uint16, BigInt(value))).toBe(value);
        expect(accepts(uint16, String(value))).toBe(value);
      }),
    );
  });

  test("what is out of range names its rule's error", () => {
    const bounded = integer("few", false, 1n, 9n, {
      maximum: "TooMany",
      minimum: "TooFew",
      type: "Odd",
    });
    expect(bounded.read(10, "n")).toMatchObject({ error: "TooMany" });
    expect(bounded.read("0", "n")).toMatchObject({ error: "TooFew" });
    expect(bounded.read("x", "n")).toMatchObject({ error: "Odd" });
  });

  test("long text is rejected in time that grows with its length only", () => {
    const started = performance.now();
    refuses(uint64, `${"0".repeat(2_000_000)}x`);
    refuses(uint64, "9".repeat(2_000_000));
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe("text", () => {
  const short = text("short", { minLength: 2, maxLength: 3 });

  test("lengths count characters", () => {
    expect(accepts(short, "😀😀😀")).toBe("😀😀😀");
    expect(refuses(short, "😀").got).toBe('"😀"');
    expect(refuses(short, "😀😀😀😀").got).toBe("text of 4 characters");
    expect(refuses(short, "a").got).toBe('"a"');
  });

  test("characters are counted as the language counts them", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (value) => {
        expect(countCharacters(value)).toBe([...value].length);
      }),
    );
  });

  test("a pattern is a rule", () => {
    const hex = text("hex", { pattern: /^[0-9a-f]*$/u, violations: { pattern: "NotHex" } });
    expect(accepts(hex, "0a")).toBe("0a");
    expect(hex.read("xyz", "f")).toMatchObject({ error: "NotHex", issue: { got: '"xyz"' } });
  });

  test("a secret is never reported", () => {
    const secret = text("a password", { secret: true, maxLength: 5, pattern: /^x/u });
    for (const value of ["hunter2", "hunt", 12345, true]) {
      expect(refuses(secret, value).got).not.toMatch(/hunt|12345|true/);
    }
  });

  test("a long value is cut between characters", () => {
    const { got } = refuses(boolean("a boolean"), `${"a".repeat(63)}😀😀`);
    expect(got).toBe(`"${"a".repeat(63)}" and 4 more`);
  });
});

describe("other forms", () => {
  const encoding = word("an encoding", ["hex", "json"], { ignoreCase: true });

  test("words are read in any case where they may be", () => {
    expect(accepts(encoding, "HEX")).toBe("hex");
    refuses(word("exactly", ["hex"]), "HEX");
    refuses(encoding, "hexx");
    refuses(encoding, 1);
  });

  test("an unknown value is reported with the nearest one where there are many", () => {
    const field = word("a field", ["endTime", "startTime", "weight"], { hints: true });
    expect(accepts(field, "endTime")).toBe("endTime");
    expect(refuses(field, "endtim").expected).toBe('a field ("endTime" is the nearest)');
    expect(refuses(field, "eight").expected).toBe('a field ("weight" is the nearest)');
    expect(refuses(field, "start").expected).toBe('a field ("startTime" is the nearest)');
    for (const far of ["time", "colour", "", 5, "x".repeat(1000)]) {
      expect(refuses(field, far).expected).toBe("a field");
    }
  });

  test("a strict object rejects names that it does not list", () => {
    const fields: Field[] = [{ name: "limit", reader: uint16, required: false }];
    const page = object("a page", fields, { strict: true });
    expect(accepts(page, { LIMIT: 3 })).toEqual({ limit: 3 });
    expect(accepts(object("a page", fields), { offset: 3 })).toEqual({});
    const issue = {
      field: "f",
      expected: 'one of limit ("limit" is the nearest)',
      got: '"limits"',
    };
    expect(refuses(page, { limits: 3 })).toEqual(issue);
    expect(refuses(page, { limit: 3, __proto__2: 1 }).expected).toBe("one of limit");
  });

  test("literals, booleans, numbers", () => {
    expect(accepts(literal("yes", true), true)).toBe(true);
    refuses(literal("yes", true), "true");
    expect(accepts(boolean("a boolean"), false)).toBe(false);
    refuses(boolean("a boolean"), "false");
    expect(accepts(decimal("a share", 0, 1), 0.5)).toBe(0.5);
    refuses(decimal("a share", 0, 1), 1.5);
    refuses(decimal("a share", 0, 1), Number.NaN);
  });

  test("an error names its position in a list, map or object", () => {
    const inner = object("a place", [{ name: "shelf", reader: uint16, required: true }]);
    expect(refuses(list("places", inner), [{ shelf: 1 }, { shelf: -1 }]).field).toBe("f[1].shelf");
    expect(refuses(map("places", inner), { a: { shelf: 1 }, b: {} }).field).toBe("f.b.shelf");
    expect(refuses(list("few", uint16, { maxItems: 1 }), [1, 2]).got).toBe("a list of 2");
    expect(refuses(list("some", uint16, { minItems: 1 }), []).got).toBe("a list of 0");
  });

  test("a union takes each of its forms", () => {
    const height = either('a height or "proposed"', [uint64, word("", ["proposed"])]);
    expect(accepts(height, "5")).toBe(5n);
    expect(accepts(height, "proposed")).toBe("proposed");
    expect(refuses(height, "latest").expected).toBe('a height or "proposed"');
    const deep = either("a number or list", [uint16, list("numbers", uint16)]);
    expect(refuses(deep, [1, "x"]).field).toBe("f[1]");
  });

  test("a map keeps names such as __proto__ as data", () => {
    const value = accepts(map("a map", uint16), JSON.parse('{"__proto__":1}'));
    expect(Object.entries(value as object)).toEqual([["__proto__", 1]]);
  });
});

test("names are folded in generated code, which imports nothing, as they are in src", () => {
  const own = readFileSync("codegen/runtime/fold-name.ts", "utf8");
  expect(readFileSync("src/formats/go-json.ts", "utf8")).toContain(own);
});

describe("params", () => {
  const fields: readonly Field[] = [
    { name: "subnetID", reader: text("an ID", { maxLength: 5 }), required: true },
    { name: "height", reader: uint64, required: false, default: 9n },
    {
      name: "startIndex",
      reader: object("a place", [{ name: "utxoID", reader: text("text"), required: true }]),
      required: false,
    },
  ];
  const { read } = paramsReader(fields);
  const good = { ok: true, value: { subnetID: "a", height: 9n } };

  test.each([
    [{ subnetID: "a" }],
    [[{ subnetID: "a" }]],
    [[{ subnetID: "a" }, { subnetID: "b" }, 5]],
    [{ subnetid: "a" }],
    [{ SUBNETID: "a", unknown: {} }],
    [{ subnetID: "a", height: null, startIndex: null }],
    [{ subnetID: "a", subnetid: null }],
    [{ subnetid: "b", subnetID: "a" }],
    [{ subnetID: "b", subnetid: "a" }],
    [{ subnetid: "b", SubnetID: "a" }],
    [{ "\u017fubnetID": "a" }],
    [{ subnetID: null, SubnetID: "a" }],
  ])("%j is read", (params) => {
    expect(read(params)).toEqual(good);
  });

  test.each([undefined, null, {}, [], [null], [{}]])("%j is no params", (params) => {
    expect(paramsReader([]).read(params)).toEqual({ ok: true, value: {} });
    expect(read(params)).toEqual({
      ok: false,
      issue: { field: "subnetID", expected: "an ID", got: "nothing" },
    });
  });

  test.each(["x", 5, true, ["x"], [["x"]]])("%j is rejected", (params) => {
    expect(read(params)).toMatchObject({ ok: false, issue: { field: "params" } });
  });

  test("names match in any case inside objects too", () => {
    expect(read({ subnetID: "a", STARTindex: { UtxoId: "u" } })).toEqual({
      ok: true,
      value: { subnetID: "a", height: 9n, startIndex: { utxoID: "u" } },
    });
    expect(read({ subnetID: "a", startIndex: {} })).toMatchObject({
      issue: { field: "startIndex.utxoID" },
    });
  });

  test("a missing param names its error", () => {
    const named = paramsReader([{ ...fields[0]!, violations: { required: "NotGiven" } }]);
    expect(named.read({})).toMatchObject({ ok: false, error: "NotGiven" });
  });

  test("never throws, and returns only known members", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (params) => {
        const result = read(params);
        if (!result.ok) return;
        const names = Object.keys(result.value as object);
        expect(["subnetID", "height", "startIndex"]).toEqual(expect.arrayContaining(names));
      }),
    );
  });
});
