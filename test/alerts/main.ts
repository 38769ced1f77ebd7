/*
 * `npm run test:alerts [-- --promtool PATH]`: checks docs/operate/alerts.yml with promtool, and evaluates its rules on what a
 * dev node serves while the L1 of docs/guides/rehearse-l1.md runs out and is topped up. promtool is part of Prometheus: `apt-get install
 * prometheus`. Exit code 1 if a rule does not fire as expected, 2 without promtool.
 */
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { startNode } from "../../src/index.ts";
import { ask } from "../e2e/rpc.ts";
import { readGuide } from "../guides/guide.ts";
import { type Scrape, testOfRules } from "./rules-test.ts";

const execFileAsync = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));
const rules = join(root, "docs/operate/alerts.yml");
const { values } = parseArgs({ options: { promtool: { type: "string", default: "promtool" } } });

if (spawnSync(values.promtool, ["--version"]).error !== undefined) {
  console.error("promtool is missing: apt-get install prometheus, or pass --promtool PATH");
  process.exit(2);
}
run("check", "rules", rules);
const folder = mkdtempSync(join(tmpdir(), "couloir-alerts-"));
try {
  const file = join(folder, "test.yml");
  writeFileSync(file, testOfRules(rules, await rehearse(folder)));
  run("test", "rules", file);
} finally {
  rmSync(folder, { recursive: true });
}

function run(...args: readonly string[]): void {
  const { status } = spawnSync(values.promtool, args, { stdio: "inherit" });
  if (status !== 0) process.exit(1);
}

/** What a node serves at each step of the guide, and the alerts that are expected then. */
async function rehearse(place: string): Promise<Scrape[]> {
  const guide = readGuide(readFileSync(join(root, "docs/guides/rehearse-l1.md"), "utf8"));
  const program = guide.files.find(({ name }) => name === "l1.mjs")!.text;
  await using node = await startNode();
  symlinkSync(join(root, "node_modules"), join(place, "node_modules"));
  writeFileSync(join(place, "l1.mjs"), program.replaceAll("http://127.0.0.1:9650", node.url));
  // The node is in this process.
  const l1 = async (...args: readonly string[]) => {
    const { stdout } = await execFileAsync(process.execPath, ["l1.mjs", ...args], { cwd: place });
    return stdout.trim();
  };
  const subnetID = await l1();
  await ask(node.url, "/ext/watch", "watch.create", {
    rule: { kind: "l1Balance", subnetID, days: 7 },
  });
  const pass = (seconds: number) => ask(node.url, "/ext/dev", "dev.increaseTime", { seconds });
  const scrape = async (alerts: readonly string[]): Promise<Scrape> => {
    const text = await (await fetch(`${node.url}/ext/metrics`)).text();
    const line = text
      .split("\n")
      .find((each) => each.startsWith("couloir_l1_validator_seconds_left{"));
    if (line === undefined) throw new Error("the node serves no metric of the L1 validator");
    return { line, alerts };
  };
  const day = 86_400;
  const scrapes = [await scrape([])];
  await pass(17 * day);
  scrapes.push(await scrape(["CouloirL1ValidatorRunsOut"]));
  await pass(5.5 * day);
  const lastDay = ["CouloirL1LosesQuorum", "CouloirL1ValidatorRunsOut"];
  scrapes.push(await scrape([...lastDay, "CouloirL1ValidatorRunsOutToday"]));
  await pass(day);
  scrapes.push(await scrape(["CouloirL1LosesQuorum", "CouloirL1ValidatorInactive"]));
  const [, validationID] = /validation_id="(\w+)"/.exec(scrapes[0]!.line)!;
  await l1(validationID!);
  scrapes.push(await scrape([]));
  return scrapes;
}
