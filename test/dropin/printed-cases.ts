import type { Ended } from "./command.ts";
import type { Case } from "./suite.ts";

/**
 * The cases that a program of ours, in whatever language its library has, prints: a line of JSON each, `name`, `outcome` and
 * `why`. A program that failed without a failed case has failed itself.
 */
export function printedCases({ code, out, err }: Ended): Case[] {
  const lines = out.split("\n").filter((line) => line.startsWith('{"'));
  const cases = lines.map((line) => JSON.parse(line) as Case);
  if (code !== 0 && cases.every(({ outcome }) => outcome !== "failed")) {
    const why = err.trim().split("\n").at(-1) || `exit code ${code}`;
    cases.push({ name: "the program itself", outcome: "failed", why });
  }
  return cases;
}
