import type { Ended } from "../command.ts";
import type { Case, Outcome } from "../suite.ts";

const outcomes: Readonly<Record<string, Outcome>> = {
  PASS: "passed",
  FAIL: "failed",
  SKIP: "skipped",
};

/**
 * The tests in what a Go test binary has printed with -test.v. A test with subtests counts by them, and by itself only where
 * it failed and none of them did. The reason is what the test has logged last. A test that did not end has failed, and so has
 * a binary that says so without a test that did.
 */
export function goCases({ code, out }: Pick<Ended, "code" | "out">): Case[] {
  const seen = new Map<string, Outcome | undefined>();
  const logged = new Map<string, string>();
  let current = "";
  for (const line of out.split("\n")) {
    const [, started] = /^=== (?:RUN|CONT|NAME)\s+(\S+)/.exec(line) ?? [];
    if (started !== undefined) {
      current = started;
      if (!seen.has(started)) seen.set(started, undefined);
    }
    const [, verdict = "", name] = /^\s*--- (PASS|FAIL|SKIP): (\S+) /.exec(line) ?? [];
    if (name !== undefined) seen.set(name, outcomes[verdict]);
    const [, text] = /^ {4}\S+\.go:\d+: (.*)/.exec(line) ?? [];
    if (text !== undefined) logged.set(current, text);
  }
  const cases = [...seen]
    .filter(([name, outcome]) => countsItself(name, outcome, seen))
    .map(([name, outcome]) => caseOf(name, outcome, logged.get(name)));
  if (code !== 0 && cases.every(({ outcome }) => outcome !== "failed"))
    cases.push({ name: "the test binary", outcome: "failed", why: `exit code ${code}` });
  return cases;
}

type Outcomes = ReadonlyMap<string, Outcome | undefined>;

function countsItself(name: string, outcome: Outcome | undefined, seen: Outcomes): boolean {
  const children = [...seen].filter(([other]) => other.startsWith(`${name}/`));
  if (children.length === 0) return true;
  const isSound = (theirs: Outcome | undefined) => theirs === "passed" || theirs === "skipped";
  return !isSound(outcome) && children.every(([, theirs]) => isSound(theirs));
}

function caseOf(name: string, outcome: Outcome | undefined, text = "see the log"): Case {
  if (outcome === undefined) return { name, outcome: "failed", why: "did not end" };
  return outcome === "passed" ? { name, outcome } : { name, outcome, why: text };
}
