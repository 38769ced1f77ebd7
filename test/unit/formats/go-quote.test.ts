import { describe, expect, it } from "vitest";
import { formatGoQuoted } from "../../../src/formats/go-quote.ts";

describe("formatGoQuoted", () => {
  it.each([
    ["", '""'],
    ["plain text", '"plain text"'],
    ['a "b" \\c', String.raw`"a \"b\" \\c"`],
    ["\u0007\b\f\n\r\t\v", String.raw`"\a\b\f\n\r\t\v"`],
    ["\u0000\u001b\u007f", String.raw`"\x00\x1b\x7f"`],
    ["é世🦀", '"é世🦀"'],
    ["\u00a0\u00ad\u200b\u2028", String.raw`"\u00a0\u00ad\u200b\u2028"`],
    ["\u{e0001}", String.raw`"\U000e0001"`],
    ["a\ud800b", '"a\ufffdb"'],
    ["'<&>", `"'<&>"`],
  ])("of %j is %s", (text, quoted) => {
    expect(formatGoQuoted(text)).toBe(quoted);
  });

  it("cuts a text that no method takes", () => {
    expect(formatGoQuoted("x".repeat(8_193))).toBe(`"${"x".repeat(8_192)}..."`);
  });
});
