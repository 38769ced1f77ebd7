import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { knownFlags } from "../../src/cli/accepted-flags.ts";
import { flagTables, unknownFlags } from "./flag-tables.ts";

const folder = new URL("../../docs/guides/", import.meta.url);
const guides = readdirSync(folder)
  .filter((name) => name.endsWith(".md"))
  .map((name) => [name, readFileSync(new URL(name, folder), "utf8")] as const);
const migrate = guides.find(([name]) => name === "migrate.md")![1];

test.each(Object.entries(flagTables))("the table of %s is that of the code", (name, table) => {
  const between = new RegExp(`<!-- ${name} -->\\n\\n([\\s\\S]*?)\\n<!-- end -->`).exec(migrate);
  expect(between?.[1]).toBe(table);
});

test("every flag of AvalancheGo is known", () => {
  expect(unknownFlags).toEqual([]);
});

test.each(guides)("every flag that %s names is one", (_name, text) => {
  const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, "");
  const named = [...prose.matchAll(/`--([a-z][a-z0-9-]+)/g)].map(([, flag]) => flag!);
  // Of commands and of npm, and the one that is not accepted.
  const own = [
    "ignore-scripts",
    "trusted",
    "compare",
    "help",
    "server",
    "allow",
    "allow-writes",
    "as",
    "header",
    "lazy",
    "port",
    "base",
    "without",
    "cases",
    "method",
    "all",
    "dry-run",
    "junit",
    "record",
    "json",
    "from",
    "to",
    "staking-rpc-signer-endpoint",
    "folder",
    "seed",
    "chaos",
    "only-cases",
  ];
  expect(named.filter((flag) => !knownFlags.has(flag) && !own.includes(flag))).toEqual([]);
});
