import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { knownFlags } from "../../../src/cli/accepted-flags.ts";
import { commandSummaries } from "../../../src/cli/command-help.ts";
import { manPage } from "../../../src/cli/man-page.ts";

const page = manPage("1.2.3");
const readers = [
  ["mandoc", "-T", "lint", "-W", "warning"],
  ["groff", "-man", "-ww", "-z"],
].filter(([name = ""]) => spawnSync(name, [], { input: "" }).error === undefined);
if (readers.length === 0) console.log("not tested with mandoc or groff: neither is installed");

test("the page has every command and every flag", () => {
  for (const name of Object.keys(commandSummaries)) expect(page).toContain(`\\fB${name}\\fR`);
  for (const name of knownFlags.keys()) {
    expect(page).toContain(`--${name}`.replaceAll("-", "\\-"));
  }
});

test("no line is taken for a request that is none", () => {
  const requests = [...page.matchAll(/^[.'](\S*)/gm)].map(([, name]) => name);
  expect([...new Set(requests)].sort()).toEqual(
    ["B", "IP", "PP", "RE", "RI", "RS", "SH", "SS", "TH", "TP"].sort(),
  );
});

test.each(readers)("%s has nothing to say against it", (name, ...args) => {
  const { stdout, stderr } = spawnSync(name, args, { input: page });
  const said = `${stdout}${stderr}`.split("\n").filter((line) => line !== "");
  // A page that is the same whenever it is made has no date.
  expect(said.filter((line) => !line.includes("missing date"))).toEqual([]);
});
