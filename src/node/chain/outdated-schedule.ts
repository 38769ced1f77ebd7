import { rmSync } from "node:fs";
import { join } from "node:path";
import { formatTime } from "../../formats/time.ts";
import { fujiID } from "../../networks/ids.ts";
import type { Network } from "../../networks/network.ts";
import { scheduleDifferences, unrecordedSchedule } from "../../networks/schedule-difference.ts";
import { never } from "../../networks/upgrades.ts";
import type { ChainStore } from "../../store/chain-store.ts";
import { readExecutedSchedule } from "../../store/executed-schedule.ts";
import { readHardfork } from "../../store/release.ts";
import { recordedMode } from "../mode/recorded-mode.ts";

/** Why the state of a store is not the one that this program would have. */
export type OutdatedSchedule = {
  /** Such as `helicon was never, and is 2026-09-22T15:00:00Z`. */
  readonly text: string;
};

/** Undefined if every block of the store was executed by the rules that this program has for it. */
export function outdatedSchedule(
  store: ChainStore,
  { id, upgrades }: Network,
  hasUpgradeFile: boolean,
): OutdatedSchedule | undefined {
  // A dev node may change the upgrades of a chain without blocks.
  const isNew = store.blocks.lastAccepted().height === 0n;
  if (isNew && recordedMode(store) !== "follow") return undefined;
  const isConfigured = hasUpgradeFile || readHardfork(store.metadata) !== undefined;
  const executed =
    readExecutedSchedule(store.metadata) ??
    unrecordedSchedule(upgrades, { isFuji: id === fujiID, isConfigured });
  const differences = scheduleDifferences(executed, upgrades, store.state.timestamp());
  if (differences.length === 0) return undefined;
  const text = differences.map(({ upgrade, one, other }) =>
    upgrade === "graniteEpochDurationNanos"
      ? `an epoch was ${one} ns, and is ${other} ns`
      : `${upgrade} was ${timeText(one)}, and is ${timeText(other)}`,
  );
  return { text: text.join("; ") };
}

/** For programs that only read the store. */
export function needsHealing({ text }: OutdatedSchedule): string {
  return `the blocks of the store were executed by other upgrade times (${text}): start the node once so that it follows its network, without --offline and --db-read-only, and it executes them again`;
}

/** Where a store is executed again. */
export function healingFolder({ file }: { readonly file: string }): string {
  return join(file, "..", "healing");
}

/** Removes what an earlier process left behind after it had replaced the tables. */
export function removeHealed(healed: { readonly file: string }): void {
  if (healed.file !== ":memory:") rmSync(healingFolder(healed), { recursive: true, force: true });
}

function timeText(time: bigint): string {
  return time >= never ? "never" : formatTime(time);
}
