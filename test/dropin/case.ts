import type { Case } from "./suite.ts";

/** Of a case that found out by itself that it cannot be: the reason. */
export type Skipped = { readonly skipped: string };

/** Runs a case to its outcome: what it throws is why it failed. */
export async function runCase(
  name: string,
  run: () => Promise<void> | Promise<Skipped>,
): Promise<Case> {
  try {
    const skipped = await run();
    return skipped
      ? { name, outcome: "skipped", why: skipped.skipped }
      : { name, outcome: "passed" };
  } catch (error) {
    return failed(name, error);
  }
}

export function failed(name: string, error: unknown): Case {
  return { name, outcome: "failed", why: error instanceof Error ? error.message : String(error) };
}
