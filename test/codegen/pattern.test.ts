import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Validators } from "../../codegen/foreign/validators.ts";
import { compiledPattern, withCountedRepetitions } from "../../codegen/runtime/pattern.ts";
import { resultCheck } from "../../src/generated/shapes/spec.ts";

const run = (code: string) => new Function(`return ${code}`)() as { test(text: string): boolean };
const printed = (pattern: string) =>
  run(withCountedRepetitions(`new RegExp(${JSON.stringify(pattern)}, "u")`));

describe("a repetition", () => {
  it.each([
    "^0x([0-9a-f]{2})*$",
    "^0x([0-9a-f]{2})+$",
    "^0x[0-9a-f]{8}([0-9a-f]{2})*$",
    "^0x(?:[0-9a-f]{2}){2,}$",
    "^([ab]{3})*$",
  ])("%s is counted, and matches the same texts", (pattern) => {
    const expected = new RegExp(pattern, "u");
    const compiled = compiledPattern(pattern, "u");
    expect(compiled).not.toBeInstanceOf(RegExp);
    const text = fc.oneof(
      fc.stringMatching(/^(0x)?[0-9a-f]{0,14}[0-9a-gx\n]?$/),
      fc.stringMatching(/^[ab]{0,9}$/),
      fc.string(),
    );
    fc.assert(
      fc.property(text, (value) => {
        expect(compiled.test(value)).toBe(expected.test(value));
        expect(printed(pattern).test(value)).toBe(expected.test(value));
      }),
    );
  });

  it.each(["^[0-9]+$", "^0x[a]{2}([b]{2})*$", "^([0-9a-f]{40})?$", "^0x([0-9a-f]{2}){0,256}$"])(
    "%s stays a regular expression",
    (pattern) => {
      expect(compiledPattern(pattern, "u")).toEqual(new RegExp(pattern, "u"));
      expect(printed(pattern)).toBeInstanceOf(RegExp);
    },
  );
});

describe("long texts", () => {
  const state = `0x${"ab".repeat(20_000_000)}`;

  it("are checked in our results", () => {
    const result = { state, height: "1", byteCount: 20_000_000 };
    const check = resultCheck("dev.dumpState");
    expect(check(result)).toBeUndefined();
    expect(check({ ...result, state: `${state}g` })).toMatchObject({ field: "state" });
  });

  it("are checked against other people's schemas", () => {
    const validators = new Validators({});
    const schema = { type: "string", pattern: "^0x([0-9a-f]{2})*$" };
    expect(validators.problem(schema, state)).toBeUndefined();
    expect(validators.problem(schema, `${state}a`)).toMatch("must match pattern");
  });
});
