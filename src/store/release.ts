import { type Hardfork, hardforks } from "../networks/hardfork.ts";
import { defaultRelease, type ReleaseName, releases } from "../networks/release.ts";
import type { Metadata } from "./metadata.ts";

const key = "release";

/** The rules that a chain was created with; those of v1.12 in a store that was created before there were others. */
export function readRelease(metadata: Metadata): ReleaseName {
  const name = metadata.getText(key);
  return name !== undefined && Object.hasOwn(releases, name)
    ? (name as ReleaseName)
    : defaultRelease.name;
}

export function writeRelease(metadata: Metadata, name: ReleaseName): void {
  metadata.setText(key, name);
}

const hardforkKey = "hardfork";

/** The hardfork that a chain was created with; undefined if its upgrade times come from the network or from a file. */
export function readHardfork(metadata: Metadata): Hardfork | undefined {
  const name = metadata.getText(hardforkKey);
  return hardforks.find((each) => each === name);
}

export function writeHardfork(metadata: Metadata, name: Hardfork): void {
  metadata.setText(hardforkKey, name);
}
