import { lockState } from "../../owned-utxos.ts";
import type { LedgerQueries, OwnedOutput } from "./ledger-queries.ts";

/** What the Data API calls the parts of a balance. */
export type BalanceType =
  | "unlockedUnstaked"
  | "unlockedStaked"
  | "lockedPlatform"
  | "lockedStakeable"
  | "lockedStaked"
  | "pendingStaked";

/** A moment of the chain: after a block, or without one after the last, and a time in Unix seconds. */
export type BalanceMoment = {
  readonly ledger: Pick<LedgerQueries, "stakingPeriods">;
  readonly height: number | undefined;
  readonly now: bigint;
};

const unstaked = {
  unlocked: "unlockedUnstaked",
  lockedStakeable: "lockedStakeable",
  lockedNotStakeable: "lockedPlatform",
} as const;

/** The part of a balance that an output belongs to. */
export function balanceTypeOf(
  output: OwnedOutput,
  { ledger, height, now }: BalanceMoment,
): BalanceType {
  const state = lockState(output, now);
  if (!output.isStaked) return unstaked[state];
  if (isPending(output, ledger, height)) return "pendingStaked";
  return state === "unlocked" ? "unlockedStaked" : "lockedStaked";
}

function isPending(
  { txID }: OwnedOutput,
  ledger: BalanceMoment["ledger"],
  height = Number.MAX_SAFE_INTEGER,
): boolean {
  const page = { limit: 1, after: undefined, isDescending: false };
  const [period] = ledger.stakingPeriods({ txID }, page).rows;
  return period === undefined || period.began_height === null || period.began_height > height;
}
