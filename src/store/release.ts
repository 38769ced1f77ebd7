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
