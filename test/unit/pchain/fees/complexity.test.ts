import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { complexityOf } from "../../../../src/pchain/fees/complexity.ts";
import { Rejection } from "../../../../src/pchain/rejection.ts";
import { parseTx } from "../../../../src/pchain/txs/tx.ts";
import { fromHex } from "../../../support/check-codec.ts";

type Case = {
  readonly name: string;
  readonly hex: string;
  readonly complexity: readonly number[] | null;
};
const path = new URL("../../../vectors/txs/complexity.json", import.meta.url);
const cases: readonly Case[] = JSON.parse(readFileSync(path, "utf8")).cases;

describe("complexityOf", () => {
  it.each(cases)("$name", ({ hex, complexity }) => {
    const { unsigned, bytes } = parseTx(fromHex(hex));
    if (complexity === null) {
      const text = "unsupported transaction type";
      expect(() => complexityOf(unsigned)).toThrow(new Rejection(text));
      return;
    }
    expect(complexityOf(unsigned)).toStrictEqual(complexity);
    expect(complexity[0]).toBe(bytes.length);
  });
});
