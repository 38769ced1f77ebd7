/*
 * `npm run test:mcp` runs the conformance suite of the Model Context Protocol against a node, its three tools, and a bridge
 * to it, and lists and calls their tools with MCP Inspector's command line. Installs both, and a Node that they run on, from
 * the npm registry into a temporary folder. Exits with 1 if a check fails that applies.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { NodeProcess } from "../e2e/node-process.ts";
import { inapplicable, scenarios } from "./scenarios.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));
const suite = "@modelcontextprotocol/conformance";
const inspector = "@modelcontextprotocol/inspector";
const nodePackage = `node-${process.platform}-${process.arch}`;
const packages = [`${suite}@0.2.0-alpha.12`, `${inspector}@2.12.0`, `${nodePackage}@24`];

const folder = mkdtempSync(join(tmpdir(), "couloir-mcp-"));
const modules = join(folder, "node_modules");
const path = [join(modules, nodePackage, "bin"), join(modules, ".bin"), process.env["PATH"]];
const environment = { ...process.env, PATH: path.join(delimiter) };
const node = await NodeProcess.start("--staking-port=0", "--log-level=warn");
const bridge = await startBridge(join(root, "openrpc/info.json"), node.url);
try {
  const install = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", folder];
  await run("npm", [...install, ...packages], { cwd: folder });
  let failures = 0;
  for (const [name, url] of Object.entries({
    node: `${node.url}/mcp`,
    "node, three tools": `${node.url}/mcp/lazy`,
    bridge: bridge.url,
  })) {
    failures += await conforms(name, url);
    failures += await inspects(name, url);
  }
  console.log(failures === 0 ? "every check that applies holds" : `${failures} checks fail`);
  process.exitCode = failures === 0 ? 0 : 1;
} finally {
  bridge.child.kill();
  await node.discard();
  rmSync(folder, { recursive: true });
}

type Check = { readonly id: string; readonly status: string; readonly errorMessage?: string };

/** Runs the scenarios and returns how many of their checks fail. */
async function conforms(name: string, url: string): Promise<number> {
  const counts = { held: 0, inapplicable: 0, failed: 0 };
  for (const scenario of scenarios) {
    for (const revision of scenario.revisions) {
      for (const { id, status, errorMessage = "" } of await checksOf(
        scenario.name,
        revision,
        url,
      )) {
        if (status === "SUCCESS") counts.held += 1;
        if (status !== "FAILURE") continue;
        if (inapplicable[id] !== undefined) counts.inapplicable += 1;
        else {
          counts.failed += 1;
          console.log(`${name}: ${scenario.name} (${revision}): ${id}: ${errorMessage}`);
        }
      }
    }
  }
  console.log(
    `${name}: ${counts.held} checks hold, ${counts.inapplicable} do not apply, ${counts.failed} fail`,
  );
  return counts.failed;
}

async function checksOf(
  scenario: string,
  revision: string,
  url: string,
): Promise<readonly Check[]> {
  const output = mkdtempSync(join(folder, "results-"));
  const args = ["--url", url, "--scenario", scenario, "--spec-version", revision, "-o", output];
  const main = join(modules, suite, "dist/index.js");
  // It exits with 1 if a check fails.
  await run("node", [main, "server", ...args], { env: environment }).catch(() => {});
  const [results] = readdirSync(output);
  if (results === undefined) throw new Error(`${scenario} for ${revision} did not run`);
  return JSON.parse(readFileSync(join(output, results, "checks.json"), "utf8"));
}

/** Lists the tools with the Inspector and calls one. Returns 1 if that fails. */
async function inspects(name: string, url: string): Promise<number> {
  const tools = await inspect(url, "--method", "tools/list").catch((error: Error) => error.message);
  const call = tools.includes('"info_getNetworkName"')
    ? ["info_getNetworkName"]
    : ["call", "--tool-arg", "method=info.getNetworkName"];
  const answer = await inspect(url, "--method", "tools/call", "--tool-name", ...call).catch(
    (error: Error) => error.message,
  );
  const holds = answer.includes("networkName");
  console.log(`${name}: Inspector lists and calls tools: ${holds ? "ok" : answer.slice(0, 500)}`);
  return holds ? 0 : 1;
}

async function inspect(url: string, ...args: readonly string[]): Promise<string> {
  const all = ["--cli", url, "--transport", "http", ...args];
  const bin = join(modules, ".bin/mcp-inspector");
  return (await run("node", [bin, ...all], { env: environment, timeout: 60_000 })).stdout;
}

/** A bridge that is served over HTTP, as `couloir contract mcp --port 0`. */
async function startBridge(
  document: string,
  server: string,
): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const args = ["contract", "mcp", "--server", server, "--port", "0", document];
  const child = spawn(join(root, "bin/couloir"), args, { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface(child.stdout)) {
    const [url] = /http:\S+/.exec(line) ?? [];
    if (url !== undefined) return { child, url };
  }
  throw new Error("the bridge did not start");
}
