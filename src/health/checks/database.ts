import type { Check } from "../check.ts";

/** Passes when the probe, which writes and reads the database, returns; fails with the text of what it throws. */
export function databaseCheck(probe: () => void): Check {
  return () => {
    probe();
    return {};
  };
}
