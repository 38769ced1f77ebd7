import { formatJson } from "../formats/json.ts";
import type { Upgrades } from "../networks/network.ts";
import { releases } from "../networks/release.ts";
import { formatUpgrades, parseUpgrades } from "../networks/upgrades.ts";
import type { Metadata } from "./metadata.ts";

const metadataKey = "executed-schedule";

/** The upgrade times by which the blocks of a store were executed; undefined if an older version wrote it. */
export function readExecutedSchedule(metadata: Metadata): Upgrades | undefined {
  const text = metadata.getText(metadataKey);
  return text === undefined ? undefined : parseUpgrades(Buffer.from(text));
}

export function writeExecutedSchedule(metadata: Metadata, upgrades: Upgrades): void {
  metadata.setText(metadataKey, formatExecutedSchedule(upgrades));
}

/** As text that is equal for equal schedules. */
export function formatExecutedSchedule(upgrades: Upgrades): string {
  return formatJson(formatUpgrades(upgrades, releases.newest));
}
