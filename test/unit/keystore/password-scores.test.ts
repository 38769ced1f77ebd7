import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { entropyBits, scorePassword } from "../../../src/keystore/zxcvbn/score.ts";
import { substitutionsOf } from "../../../src/keystore/zxcvbn/substitutions.ts";

type Case = { readonly password: string; readonly score: number; readonly entropy: number };

const file = new URL("../../vectors/keystore/password-scores.json", import.meta.url);
const { cases } = JSON.parse(readFileSync(file, "utf8")) as { readonly cases: readonly Case[] };

it(`is zxcvbn-go's for ${cases.length} passwords`, () => {
  const found = cases.map(({ password }): Case => {
    const bytes = new TextEncoder().encode(password).subarray(0, 50);
    const entropy = Math.round(entropyBits(bytes) * 1000) / 1000;
    return { password, score: scorePassword(bytes), entropy };
  });
  expect(found).toEqual(cases);
});

describe("the ways to undo disguises", () => {
  const asTexts = (text: string) =>
    substitutionsOf([...text]).map((pairs) => [...pairs].map((pair) => pair.join("")).join(" "));

  it("are none for a plain text", () => {
    expect(asTexts("")).toEqual([]);
    expect(asTexts("plain")).toEqual([]);
  });

  it("undo all characters together, one for each letter", () => {
    expect(asTexts("p4ssw0rd")).toEqual(["4a 0o"]);
    expect(asTexts("4@")).toEqual(["4a", "@a"]);
  });

  it("give a character to one letter", () => {
    expect(asTexts("1")).toEqual(["1i", "1l"]);
    expect(asTexts("17")).toEqual(["1i 7l", "1i 7t", "1l", "7l", "1l 7t"]);
  });
});
