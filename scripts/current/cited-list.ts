import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Citation } from "./citations.ts";

/** By module and version, then by path: a hash of the text without comments. */
export type SourceList = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What we cite and exists. `npm run citations -- --write` writes it. */
export const listFile = fileURLToPath(new URL("cited.json", import.meta.url));

export function readList(): SourceList {
  return JSON.parse(readFileSync(listFile, "utf8")) as SourceList;
}

/** The key of a citation's version in the list. */
export function sourceOf({ module, version }: Citation): string {
  return `${module} ${version}`;
}
