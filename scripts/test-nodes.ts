/*
 * `npm run test:nodes` runs `npm test` and `npm run test:long` here, and then `npm test` on every other Node of
 * .ci/nodes.json in a fresh clone of the last commit: each major in its newest version, installed by the npm that the
 * table names. `-- 24 26` chooses majors, and runs both commands on them. `--within SECONDS` does not begin a Node that
 * would probably not end in that time, by the time that the one before took, and says so: the time of CI is limited.
 * What cannot depend on Node runs here alone; vitest.config.ts lists it. The last lines name what failed and add up all
 * runs; a major that cannot be installed is a failed test. Exits with 1 if any test fails.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

/** A row of the table: `start` only installs and starts; without it, all tests run. */
type Row = { readonly node: number; readonly npm: number; readonly run?: "start" };

type Sums = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** What failed, by its file and name. */
  readonly names: readonly string[];
};

const root = fileURLToPath(new URL("../", import.meta.url));
const rows: readonly Row[] = JSON.parse(readFileSync(join(root, ".ci/nodes.json"), "utf8"));
const ownMajor = Number(process.versions.node.split(".")[0]);
const { values: options, positionals } = parseArgs({
  options: { within: { type: "string", default: "Infinity" } },
  allowPositionals: true,
});
const chosen = positionals.map(Number);
const minutes = 60_000;
const secondsMax = Number(options.within);

const all: Sums[] = [];
const failures: string[] = [];
/** Of the last Node on which `npm test` ran. */
let secondsOfTests = 0;
if (chosen.length === 0 || chosen.includes(ownMajor)) {
  await measured(`Node ${process.versions.node}`, () => runAll(root, userEnvironment(), true));
}
for (const row of rows) {
  if (row.node === ownMajor && row.run === undefined) continue;
  if (chosen.length > 0 && !chosen.includes(row.node)) continue;
  const name = `Node ${row.node} with npm ${row.npm}`;
  const seconds = performance.now() / 1000;
  if (seconds + secondsOfTests <= secondsMax) await measured(name, () => runRow(row));
  else console.log(`\n== ${name}: NOT RUN, ${Math.round(secondsMax - seconds)} s are too few`);
}
const sum = (of: "passed" | "failed" | "skipped") =>
  all.reduce((total, sums) => total + sums[of], 0);
for (const each of failures) console.log(`FAILED: ${each}`);
console.log(`${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped`);
process.exitCode = sum("failed") === 0 && sum("passed") > 0 ? 0 : 1;

async function measured(name: string, run: () => Promise<Sums>): Promise<void> {
  console.log(`\n== ${name}`);
  const began = performance.now();
  let sums: Sums;
  try {
    sums = await run();
  } catch (error) {
    console.error(`${name} FAILED: ${(error as Error).message}`);
    sums = { passed: 0, failed: 1, skipped: 0, names: [(error as Error).message] };
  }
  const seconds = Math.round((performance.now() - began) / 1000);
  const { passed, failed, skipped, names } = sums;
  for (const each of names) failures.push(`${name}: ${each}`);
  console.log(`${name}: ${passed} passed, ${failed} failed, ${skipped} skipped, in ${seconds} s`);
  all.push(sums);
}

/** In a clone, with Node and npm from the npm registry. */
async function runRow({ node, npm, run }: Row): Promise<Sums> {
  const folder = mkdtempSync(join(tmpdir(), `couloir-node-${node}-`));
  try {
    const nodePackage = `node-${process.platform}-${process.arch}`;
    const install = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", folder];
    const packages = [`${nodePackage}@${node}`, `npm@${npm}`];
    await succeed("npm", [...install, ...packages], folder, userEnvironment());
    const modules = join(folder, "node_modules");
    const path = [join(modules, nodePackage, "bin"), join(modules, ".bin"), process.env["PATH"]];
    const environment = { ...userEnvironment(), PATH: path.join(delimiter) };
    const clone = join(folder, "couloir");
    await succeed("git", ["clone", "--quiet", root, clone], folder, environment);
    const version = (command: string) =>
      execFileSync(command, ["--version"], {
        env: environment,
        cwd: clone,
        encoding: "utf8",
      }).trim();
    console.log(`Node ${version("node")}, npm ${version("npm")}`);
    await succeed("npm", ["ci"], clone, environment);
    if (run === undefined) {
      const isChosen = chosen.length > 0;
      return await runAll(clone, { ...environment, COULOIR_TESTS_OF_NODE: "1" }, isChosen);
    }
    await succeed("npm", ["start", "--", "--version"], clone, environment);
    return { passed: 1, failed: 0, skipped: 0, names: [] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `npm test`, and `npm run test:long` if it is asked for. */
async function runAll(
  folder: string,
  environment: NodeJS.ProcessEnv,
  runsLong: boolean,
): Promise<Sums> {
  const began = performance.now();
  const first = await runTests("test", folder, environment);
  secondsOfTests = (performance.now() - began) / 1000;
  if (!runsLong) return first;
  const second = await runTests("test:long", folder, environment);
  return {
    passed: first.passed + second.passed,
    failed: first.failed + second.failed,
    skipped: first.skipped + second.skipped,
    names: [...first.names, ...second.names],
  };
}

/** Counts what a script reports. */
async function runTests(
  script: "test" | "test:long",
  folder: string,
  environment: NodeJS.ProcessEnv,
): Promise<Sums> {
  const place = mkdtempSync(join(tmpdir(), "couloir-tests-"));
  const file = join(place, "results.json");
  const reporters = [
    "--reporter=./test/support/flaky-tests.ts",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
  ];
  const code = await exitCodeOf("npm", ["run", script, "--", ...reporters], folder, environment);
  const results = JSON.parse(readFileSync(file, "utf8")) as {
    readonly numPassedTests: number;
    readonly numFailedTests: number;
    readonly numPendingTests: number;
    readonly numTodoTests: number;
    readonly testResults: readonly {
      readonly name: string;
      readonly status: string;
      readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
    }[];
  };
  rmSync(place, { recursive: true });
  // A file that cannot be loaded has no test that failed.
  const files = results.testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  );
  const failed = results.numFailedTests + files.length;
  const names = results.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName }) => `${relative(folder, name)} > ${fullName}`),
  );
  names.push(...files.map(({ name }) => relative(folder, name)));
  if (failed === 0 && code !== 0) names.push(`${script} ended with ${code}`);
  return {
    passed: results.numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: results.numPendingTests + results.numTodoTests,
    names,
  };
}

async function succeed(
  command: string,
  args: readonly string[],
  folder: string,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const code = await exitCodeOf(command, args, folder, environment);
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code}`);
}

/** Runs a command in a process group of its own and ends the group after 20 minutes. */
async function exitCodeOf(
  command: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<number | string> {
  const child = spawn(command, args, {
    cwd,
    env,
    detached: true,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const limit = setTimeout(() => process.kill(-child.pid!, "SIGKILL"), 20 * minutes);
  const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
  clearTimeout(limit);
  return code ?? signal ?? "";
}

/** The environment without what npm adds for its scripts, which another npm would read. */
function userEnvironment(): NodeJS.ProcessEnv {
  const added =
    /^(npm_(package|lifecycle)_.*|npm_(execpath|node_execpath|command)|npm_config_(global_prefix|init_module|local_prefix|node_gyp|npm_version|prefix|user_agent)|INIT_CWD)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !added.test(name)));
}
