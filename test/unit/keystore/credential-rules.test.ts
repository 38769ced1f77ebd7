import { describe, expect, it } from "vitest";
import { avalancheGoRules, specRules } from "../../../src/keystore/credential-rules.ts";

describe("the rules of profile spec", () => {
  it.each([
    "Abcdef1!",
    "aB3$xY7!",
    "ÄäAa1xyz",
    "Aa1 Aa1 ",
    "Aa1☃☃☃☃☃",
    "Aa1\u{1d4b3}\u{1d4b3}\u{1d4b3}xy",
  ])("take %s", (password) => {
    expect(specRules.isStrong(password)).toBe(true);
  });

  it.each([
    ["seven characters", "Abcde1!"],
    ["seven characters in more units", "Aa1\u{1d4b3}\u{1d4b3}\u{1d4b3}x"],
    ["no upper case", "abcdef1!"],
    ["upper case beyond ASCII only", "Äbcdef1!"],
    ["no lower case", "ABCDEF1!"],
    ["no digit", "Abcdefg!"],
    ["a digit beyond ASCII only", "Abcdefg٣"],
    ["no symbol", "Abcdefg1"],
    ["nothing", ""],
  ])("refuse %s", (_name, password) => {
    expect(specRules.isStrong(password)).toBe(false);
  });

  it("count characters", () => {
    expect(specRules.lengthOf("a☃\u{1d4b3}")).toBe(3);
  });
});

describe("the rules of profile avalanchego", () => {
  it("use the score of the first 50 bytes", async () => {
    expect(await avalancheGoRules.isStrong("x7Kq2")).toBe(true);
    expect(await avalancheGoRules.isStrong("StrongPassword123!")).toBe(false);
    expect(await avalancheGoRules.isStrong("a".repeat(50))).toBe(false);
    expect(await avalancheGoRules.isStrong(`${"a".repeat(50)}k9@XzT4!wq#Lm2pR`)).toBe(false);
    expect(await avalancheGoRules.isStrong(`${"a".repeat(42)}k9@XzT4!`)).toBe(true);
  });

  it("count bytes", () => {
    expect(avalancheGoRules.lengthOf("a☃\u{1d4b3}")).toBe(8);
    expect(avalancheGoRules.lengthOf("\ud800")).toBe(3);
  });
});
