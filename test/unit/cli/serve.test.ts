import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

function couloir(...flags: string[]) {
  return started(process.execPath, ["bin/couloir"], flags);
}

function started(program: string, args: readonly string[], flags: readonly string[]) {
  const directory = mkdtempSync(join(tmpdir(), "couloir-serve-"));
  const all = [...args, `--data-dir=${directory}`, "--http-port=0", ...flags];
  const child = spawn(program, all, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout?.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    output += chunk;
  });
  return { child, directory, output: () => output };
}

async function uriOf(directory: string): Promise<string> {
  const path = join(directory, "process.json");
  while (!existsSync(path)) await new Promise((resolve) => setTimeout(resolve, 20));
  return JSON.parse(readFileSync(path, "utf8")).uri;
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once("exit", resolve));
}

describe("couloir", () => {
  it.each(["SIGTERM", "SIGINT"] as const)("ends at %s with everything tidied", async (signal) => {
    const { child, directory, output } = couloir();
    const uri = await uriOf(directory);
    expect((await fetch(`${uri}/ext/health`)).status).toBe(200);
    const exit = exitOf(child);
    child.kill(signal);
    expect(await exit).toBe(0);
    expect(existsSync(join(directory, "process.json"))).toBe(false);
    const lines = output().trim().split("\n");
    expect(lines.map((line) => JSON.parse(line).msg)).toContain("API server listening");
    expect(lines.map((line) => JSON.parse(line).level)).not.toContain("warn");
  });

  it("ends with npm, which started it", async () => {
    const { child, directory } = started("npm", ["start", "--"], []);
    const uri = await uriOf(directory);
    const exit = exitOf(child);
    child.kill("SIGTERM");
    expect(await exit).toBe(0);
    await expect(fetch(uri)).rejects.toThrow();
    expect(existsSync(join(directory, "process.json"))).toBe(false);
  });

  it("ends with 0 at a signal before it has begun to start", async () => {
    const preloaded =
      "process.on('newListener',(name)=>{if(name==='SIGTERM')queueMicrotask(()=>process.kill(process.pid,name))})";
    const args = [
      "--import",
      `data:text/javascript,${preloaded}`,
      "--import",
      "tsx",
      "src/main.ts",
    ];
    const { child, directory, output } = started(process.execPath, args, []);
    expect(await exitOf(child)).toBe(0);
    expect([readdirSync(directory), output()]).toEqual([[], ""]);
  });

  it("ends with 0 at a signal while its code is loaded", async () => {
    const preloaded =
      "import fs from 'node:fs';import{syncBuiltinESMExports}from'node:module';const{readdirSync}=fs;fs.readdirSync=(...args)=>{fs.readdirSync=readdirSync;syncBuiltinESMExports();process.kill(process.pid,'SIGTERM');return readdirSync(...args)};syncBuiltinESMExports()";
    const args = ["--import", `data:text/javascript,${preloaded}`, "bin/couloir"];
    const { child, directory, output } = started(process.execPath, args, []);
    expect(await exitOf(child)).toBe(0);
    expect([readdirSync(directory), output()]).toEqual([[], ""]);
  });

  it("ends at once at a second signal", async () => {
    const { child, directory } = couloir("--http-shutdown-wait=1m");
    await uriOf(directory);
    const exit = exitOf(child);
    child.kill("SIGTERM");
    await new Promise((resolve) => setTimeout(resolve, 100));
    child.kill("SIGINT");
    expect(await exit).toBe(130);
  });

  it("writes a FATAL line and ends with 1 when it cannot start", async () => {
    const { child, directory, output } = couloir("--track-subnets=x");
    expect(await exitOf(child)).toBe(1);
    expect(output()).toContain("couldn't start node: couldn't parse subnetID");
    const log = readFileSync(join(directory, "logs/main.log"), "utf8");
    expect(log).toMatch(/\] FATAL failed to initialize node .*couldn't parse subnetID/);
    expect(`${log}${output()}`).not.toMatch(/\bat .*:\d+:\d+/);
  });

  it.each([
    ["/proc/x", "couldn't make the directory /proc/x: "],
    ["/dev/null/x", "couldn't make the directory /dev/null: a file with that name exists; choose"],
  ])("ends with 1 and a reason where %s cannot be made", async (directory, reason) => {
    const { child, output } = couloir(`--data-dir=${directory}`);
    expect(await exitOf(child)).toBe(1);
    expect(output()).toContain(`couldn't start node: ${reason}`);
    expect(output()).not.toMatch(/\bat .*:\d+:\d+/);
  });
});
