import type { Allocation } from "./config.ts";

/** A part of an allocation that an initial staker stakes. */
export type Stake = {
  readonly address: Allocation["avaxAddress"];
  readonly amount: bigint;
  readonly locktime: bigint;
};

/**
 * Cuts the amounts of the allocations, in their order, into `count` parts of the same sum; the last
 * part has the rest. A part that an amount fills exactly ends, at the next amount, with a stake of
 * zero. avalanchego genesis/genesis.go splitAllocations @ v1.12.1
 */
export function splitAllocations(allocations: readonly Allocation[], count: number): Stake[][] {
  const stakes = allocations.flatMap(({ avaxAddress, unlockSchedule }) =>
    unlockSchedule.map(({ amount, locktime }) => ({ address: avaxAddress, amount, locktime })),
  );
  const total = stakes.reduce((sum, { amount }) => sum + amount, 0n);
  const partAmount = total / BigInt(count);
  const parts: Stake[][] = [[]];
  let filled = 0n;
  for (const stake of stakes) {
    let { amount } = stake;
    while (filled + amount > partAmount && parts.length < count) {
      const missing = partAmount - filled;
      parts.at(-1)!.push({ ...stake, amount: missing });
      amount -= missing;
      parts.push([]);
      filled = 0n;
    }
    if (amount === 0n) continue;
    parts.at(-1)!.push({ ...stake, amount });
    filled += amount;
  }
  return parts;
}
