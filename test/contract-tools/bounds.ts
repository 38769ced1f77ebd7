import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { packageWriters } from "../../codegen/clients/package-writers.ts";
import { formatJson, type JsonObject, listAt, parseJson } from "../../codegen/load/json.ts";

/** Runs each contract command on a large document, and fails if one takes more time or memory than it may. */

const usage = `usage: npm run test:contract-bounds -- [--seconds 3] [--mebibytes 140] DOCUMENT

Builds, runs every command of \`couloir contract\` on the document, such as Lotus' build/openrpc/full.json, and prints the CPU time,
the time on the clock and the most memory that each takes. Exits with 1 if one takes more CPU time or memory than given.
The mock is measured while \`check\` and \`mcp\` call it.
`;

const { values, positionals } = parseArgs({
  options: {
    seconds: { type: "string", default: "3" },
    mebibytes: { type: "string", default: "140" },
    help: { type: "boolean" },
  },
  allowPositionals: true,
});
const [given] = positionals;
if (values.help === true || given === undefined) {
  process.stdout.write(usage);
  process.exit(values.help === true ? 0 : 2);
}

const document = resolve(given);
const executable = fileURLToPath(new URL("../../bin/couloir", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "contract-bounds-"));
const limits = { seconds: Number(values.seconds), mebibytes: Number(values.mebibytes) };

/** A process writes what it took when it ends. */
const hook = join(folder, "hook.cjs");
writeFileSync(
  hook,
  `const started = Date.now();
process.on("exit", () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const taken = { mebibytes: maxRSS / 1024, cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, seconds: (Date.now() - started) / 1000 };
  require("node:fs").writeFileSync(process.env.TAKEN, JSON.stringify(taken));
});
`,
);

type Taken = {
  readonly mebibytes: number;
  readonly cpuSeconds: number;
  readonly seconds: number;
};

type Running = { readonly child: ChildProcess; readonly ended: Promise<Taken> };

let count = 0;

function start(args: readonly string[], allowed: readonly number[] = [0]): Running {
  const taken = join(folder, `taken-${count++}.json`);
  const child = spawn(process.execPath, ["--require", hook, executable, "contract", ...args], {
    env: { ...process.env, TAKEN: taken },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr?.on("data", (text) => {
    errors += String(text);
  });
  const ended = new Promise<Taken>((done, failed) => {
    child.once("error", failed);
    child.once("close", (code) => {
      if (code === null || !allowed.includes(code)) {
        failed(new Error(`${args.join(" ")} ended with ${code}: ${errors.slice(0, 1000)}`));
      } else {
        done(JSON.parse(readFileSync(taken, "utf8")) as Taken);
      }
    });
  });
  return { child, ended };
}

/** Resolves with the first text that a process prints and that has the form. */
function printed({ child, ended }: Running, form: RegExp): Promise<RegExpExecArray> {
  return new Promise((found, failed) => {
    let text = "";
    child.stdout?.on("data", (more) => {
      text += String(more);
      const match = form.exec(text);
      if (match !== null) found(match);
    });
    ended.then(() => failed(new Error(`it ended without ${form}: ${text.slice(0, 300)}`)), failed);
  });
}

async function listTools(more: readonly string[], server: string): Promise<Taken> {
  const running = start(["mcp", ...more, "--allow-writes", "--server", server, document]);
  const listed = printed(running, /"tools":\[/);
  const info = { protocolVersion: "2025-11-25", capabilities: {} };
  const client = { name: "bounds", version: "1.0.0" };
  const messages = [
    { id: 1, method: "initialize", params: { ...info, clientInfo: client } },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/list" },
  ];
  for (const message of messages) {
    running.child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }
  await listed;
  running.child.stdin?.end();
  return running.ended;
}

/** The document without its last method, so that `diff` has something to report. */
function changedDocument(): string {
  const path = join(folder, "changed.json");
  const whole = parseJson(readFileSync(document, "utf8")) as JsonObject;
  writeFileSync(path, formatJson({ ...whole, methods: listAt(whole, "methods").slice(0, -1) }));
  return path;
}

async function measure(): Promise<(readonly [string, Taken])[]> {
  const rows: (readonly [string, Taken])[] = [];
  const run = async (name: string, args: readonly string[], allowed?: readonly number[]) => {
    rows.push([name, await start(args, allowed).ended]);
  };
  // lint and check report what the document or its examples get wrong with 1, and so does diff.
  await run("lint", ["lint", document], [0, 1]);
  for (const language of [...packageWriters.keys()]) {
    const args = ["client", "--language", language, "--out", join(folder, language), document];
    await run(`client, ${language}`, args);
  }
  await run("server", ["server", "--out", join(folder, "server"), document]);
  await run("page", ["page", "--out", join(folder, "page"), document]);
  await run("diff", ["diff", document, changedDocument()], [0, 1]);
  const mock = start(["mock", "--port", "0", document]);
  const [, url = ""] = await printed(mock, /(http:\/\/[^\s/]+)/);
  await run("check", ["check", "--all", "--server", url, document], [0, 1]);
  rows.push(["mcp", await listTools([], url)]);
  rows.push(["mcp --lazy", await listTools(["--lazy"], url)]);
  mock.child.kill("SIGTERM");
  rows.push(["mock", await mock.ended]);
  return rows;
}

try {
  const rows = await measure();
  process.stdout.write("| Command | CPU, s | Time, s | Memory, MiB |\n|---|---|---|---|\n");
  for (const [name, { cpuSeconds, seconds, mebibytes }] of rows) {
    const cells = [name, cpuSeconds.toFixed(2), seconds.toFixed(2), mebibytes.toFixed(0)];
    process.stdout.write(`| ${cells.join(" | ")} |\n`);
  }
  const over = rows.filter(
    ([, taken]) => taken.cpuSeconds > limits.seconds || taken.mebibytes > limits.mebibytes,
  );
  for (const [name] of over) {
    process.stdout.write(
      `${name} takes more than ${limits.seconds} s or ${limits.mebibytes} MiB\n`,
    );
  }
  process.exitCode = over.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
