import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { scorePassword } from "../../../src/keystore/password-score.ts";

type Case = { readonly password: string; readonly score: number };
type Changes = { readonly rejected: readonly string[]; readonly accepted: readonly string[] };

const { cases } = read<{ readonly cases: readonly Case[] }>("password-scores.json");
const { rejected, accepted } = read<Changes>("password-changes.json");
const zxcvbn = createRequire(import.meta.url)("zxcvbn") as (text: string) => { score: number };

it(`accepts what zxcvbn-go accepts of ${cases.length} passwords, except the listed changes`, () => {
  const isStrong = (password: string) =>
    zxcvbn(Buffer.from(password).subarray(0, 50).toString()).score >= 2;
  const changed = cases.filter(({ password, score }) => isStrong(password) !== score >= 2);
  const found = (wasStrong: boolean) =>
    changed.filter(({ score }) => score >= 2 === wasStrong).map(({ password }) => password);
  expect({ rejected: found(true), accepted: found(false) }).toEqual({ rejected, accepted });
});

it.each([
  ["password", 0],
  ["x7Kq2", 2],
  ["k9@XzT4!wq#Lm2pR", 4],
  ["aB3$xY", 1],
])("scores %s with %i", async (password, score) => {
  expect(await scorePassword(password)).toBe(score);
});

it("keeps the event loop free while it scores", async () => {
  const slow = "4@8({[<3691!|0$5+7%24@8({[<3691!|0$5+7%2";
  let turns = 0;
  const timer = setInterval(() => turns++, 5);
  expect(await scorePassword(slow)).toBe(4);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(10);
});

function read<Value>(name: string): Value {
  const file = new URL(`../../vectors/keystore/${name}`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as Value;
}
