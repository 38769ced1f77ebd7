import type { Case } from "../suite.ts";

/**
 * Turns what is known to be impossible from failed into skipped, with the reason. What passes although it is listed fails, and
 * so does what is listed and was not run.
 */
export function withImpossible(
  cases: readonly Case[],
  impossible: Readonly<Record<string, string>>,
): Case[] {
  const ran = new Set(cases.map(({ name }) => name));
  const gone = Object.keys(impossible).filter((name) => !ran.has(name));
  return [
    ...cases.map((each): Case => {
      const why = impossible[each.name];
      if (why === undefined || each.outcome === "skipped") return each;
      if (each.outcome === "failed") return { name: each.name, outcome: "skipped", why };
      return { name: each.name, outcome: "failed", why: `passes, yet is said not to: ${why}` };
    }),
    ...gone.map((name): Case => ({ name, outcome: "failed", why: "listed, but there is none" })),
  ];
}
