import { readFileSync } from "node:fs";
import { acceptedGroups, knownFlags } from "../../src/cli/accepted-flags.ts";
import type { Flag } from "../../src/cli/flag-types.ts";
import { parseFlagValue } from "../../src/cli/flag-values.ts";
import { flags } from "../../src/cli/flags.ts";

type AvalanchegoFlag = { readonly name: string; readonly type: string; readonly default: string };

const file = new URL("../vectors/avalanchego-flags.json", import.meta.url);
const theirs = (JSON.parse(readFileSync(file, "utf8")) as { flags: readonly AvalanchegoFlag[] })
  .flags;
const ours: readonly (readonly [string, Flag])[] = Object.entries(flags);

/** Each table in the guide about AvalancheGo, by what it is of. */
export const flagTables = {
  defaults: table(
    "flag | avalanchego | couloir",
    theirs.flatMap(({ name, type, default: theirDefault }) => {
      const flag = ours.find(([known]) => known === name)?.[1];
      if (flag === undefined) return [];
      const value = parseFlagValue(flag.type, flag.default);
      if (textOf(value) === theirDefault || flag.default === theirDefault) return [];
      return [`| \`--${name}\` | ${shown(theirDefault, type)} | ${shown(flag.default, type)} |`];
    }),
  ),
  accepted: table(
    "because | flags",
    acceptedGroups.map(({ reason, flags: some }) => {
      const names = Object.keys(some).map((name) => `\`--${name}\``);
      return `| ${reason} | ${names.join(" ")} |`;
    }),
  ),
} as const;

/** Flags of AvalancheGo that are refused here. */
export const unknownFlags = theirs.map(({ name }) => name).filter((name) => !knownFlags.has(name));

function table(head: string, rows: readonly string[]): string {
  const rule = head.replaceAll(/[^|]+/g, "---");
  return [`| ${head} |`, `|${rule}|`, ...rows].map((row) => `${row}\n`).join("");
}

function textOf(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  return Array.isArray(value) ? value.join(",") : String(value);
}

function shown(text: string, type: string): string {
  if (text === "") return "none";
  return type === "Duration" && /^\d+$/.test(text) ? `${Number(text) / 1e9} s` : `\`${text}\``;
}
