import type { Check } from "../check.ts";

/** Passes when no subnet is bootstrapping any more. The argument gives their IDs in cb58. */
export function bootstrappedCheck(bootstrapping: () => readonly string[]): Check {
  return () => {
    const detail = bootstrapping();
    return detail.length === 0 ? { detail } : { detail, error: "subnets not bootstrapped" };
  };
}
