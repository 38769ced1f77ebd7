import type { Case } from "../suite.ts";

/** Why a test cannot pass, and what its failure then says. */
export type Impossible = { readonly why: string; readonly failure: RegExp };

/** A wallet of three chains cannot be made without the X- and the C-chain. */
export const threeChains: Impossible = {
  why: "makes a wallet of three chains with an EVM key, which asks the C-chain for a balance: it does not run here",
  failure: /404 Not Found|The C-chain does not run here/,
};

/**
 * Turns what is known to be impossible from failed into skipped, with the reason, where it failed for that one. What passes
 * although it is listed fails, and so does what is listed and was not run.
 */
export function withImpossible(
  cases: readonly Case[],
  impossible: Readonly<Record<string, Impossible>>,
): Case[] {
  const ran = new Set(cases.map(({ name }) => name));
  const gone = Object.keys(impossible).filter((name) => !ran.has(name));
  return [
    ...cases.map((each): Case => {
      const known = impossible[each.name];
      if (known === undefined || each.outcome === "skipped") return each;
      const { why, failure } = known;
      if (each.outcome === "passed")
        return { name: each.name, outcome: "failed", why: `passes, yet is said not to: ${why}` };
      return failure.test(each.why ?? "") ? { name: each.name, outcome: "skipped", why } : each;
    }),
    ...gone.map((name): Case => ({ name, outcome: "failed", why: "listed, but there is none" })),
  ];
}
