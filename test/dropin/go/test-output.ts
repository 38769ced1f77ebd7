import type { Case, Outcome } from "../suite.ts";

const outcomes: Readonly<Record<string, Outcome>> = {
  PASS: "passed",
  FAIL: "failed",
  SKIP: "skipped",
};

/**
 * The tests in what a Go test binary prints with -test.v. A test with subtests counts by them, and by itself only where it
 * failed and none of them did. The reason is the first line that the test has logged last.
 */
export function goCases(output: string): Case[] {
  const seen = new Map<string, Outcome>();
  const logged = new Map<string, string>();
  let current = "";
  for (const line of output.split("\n")) {
    const [, started] = /^=== (?:RUN|CONT|NAME)\s+(\S+)/.exec(line) ?? [];
    if (started !== undefined) current = started;
    const [, verdict, name] = /^\s*--- (PASS|FAIL|SKIP): (\S+) /.exec(line) ?? [];
    if (verdict !== undefined && name !== undefined) seen.set(name, outcomes[verdict] as Outcome);
    const [, text] = /^ {4}\S+\.go:\d+: (.*)/.exec(line) ?? [];
    if (text !== undefined) logged.set(current, text);
  }
  return [...seen]
    .filter(([name, outcome]) => countsItself(name, outcome, seen))
    .map(([name, outcome]) => ({ name, outcome, ...whyOf(outcome, logged.get(name)) }));
}

function countsItself(name: string, outcome: Outcome, seen: ReadonlyMap<string, Outcome>): boolean {
  const children = [...seen].filter(([other]) => other.startsWith(`${name}/`));
  if (children.length === 0) return true;
  return outcome === "failed" && children.every(([, theirs]) => theirs !== "failed");
}

function whyOf(outcome: Outcome, text: string | undefined): { why?: string } {
  return outcome === "passed" ? {} : { why: text ?? "see the log" };
}
