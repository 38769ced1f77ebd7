import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Validators } from "../../codegen/foreign/validators.ts";
import { withoutCaptures, withoutCapturesInCode } from "../../codegen/pattern.ts";
import { devDumpState } from "../../src/generated/validators/dev.js";

describe("groups of a pattern that captures", () => {
  it.each([
    ["^0x([0-9a-f]{2})*$", "^0x(?:[0-9a-f]{2})*$"],
    ["^(a(b|c)){2}$", "^(?:a(?:b|c)){2}$"],
    ["\\((x)[(]\\\\(y)", "\\((?:x)[(]\\\\(?:y)"],
    ["[\\](]+(a)", "[\\](]+(?:a)"],
    ["(?:a)(?=b)(?<!c)(?<name>d)", "(?:a)(?=b)(?<!c)(?<name>d)"],
    ["(a)\\1", "(a)\\1"],
    ["(?<n>a)\\k<n>(b)", "(?<n>a)\\k<n>(b)"],
  ])("%s becomes %s", (pattern, expected) => {
    expect(withoutCaptures(pattern)).toBe(expected);
    expect(() => new RegExp(expected, "u")).not.toThrow();
  });

  it("match the same texts", () => {
    const pattern = fc.stringMatching(/^(\((a|b|[(]|\\\()[*+?]?\)[*+?]?|\^|\$|a|b){1,6}$/);
    fc.assert(
      fc.property(pattern, fc.stringMatching(/^[ab(]{0,8}$/), (source, text) => {
        let before: RegExp;
        try {
          before = new RegExp(source, "u");
        } catch {
          return;
        }
        expect(new RegExp(withoutCaptures(source), "u").test(text)).toBe(before.test(text));
      }),
    );
  });

  it("are replaced in programs, and nowhere else in them", () => {
    const code = 'const a = new RegExp("^(\\"|b)$", "u"); const b = {"pattern":"^(b)$"};';
    expect(withoutCapturesInCode(code)).toBe(
      'const a = new RegExp("^(?:\\"|b)$", "u"); const b = {"pattern":"^(b)$"};',
    );
  });
});

describe("long texts", () => {
  const state = `0x${"ab".repeat(6_000_000)}`;

  it("are checked in our results", () => {
    const result = { state, height: "1", byteCount: 6_000_000 };
    expect(devDumpState(result)).toBe(true);
    expect(devDumpState({ ...result, state: `${state}g` })).toBe(false);
  });

  it("are checked against other people's schemas", () => {
    const validators = new Validators({});
    const schema = { type: "string", pattern: "^0x([0-9a-f]{2})*$" };
    expect(validators.problem(schema, state)).toBeUndefined();
    expect(validators.problem(schema, `${state}a`)).toMatch("must match pattern");
  });
});
