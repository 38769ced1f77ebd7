import type { Matcher } from "../matcher.ts";

/** A rule whose events no block contains. */
export const observed = (): Matcher => ({ keys: [], match: () => [] });
