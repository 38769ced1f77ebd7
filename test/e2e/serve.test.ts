import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";
import type { NodeInfo } from "../../src/index.ts";
import { NodeProcess } from "./node-process.ts";
import { ask } from "./rpc.ts";

const executable = fileURLToPath(new URL("../../bin/couloir", import.meta.url));
const directory = mkdtempSync(join(tmpdir(), "couloir-serve-"));
afterAll(() => rmSync(directory, { recursive: true }));

it("a second node on the data directory or port of the first exits with its own code", async () => {
  const node = await NodeProcess.start("--network-id=local");
  try {
    const sameDirectory = run(`--data-dir=${node.directory}`, "--http-port=0");
    expect(sameDirectory.stderr).toMatch(/^couldn't start node: .* is in use by another process/);
    expect(sameDirectory.status).toBe(4);
    const port = new URL(node.url).port;
    const samePort = run(`--data-dir=${join(directory, "other")}`, `--http-port=${port}`);
    expect(samePort.stderr).toContain(`couldn't listen on 127.0.0.1:${port}`);
    expect(samePort.status).toBe(3);
    expect(await ask(node.url, "/ext/bc/P", "platform.getHeight")).toEqual({ height: "0" });
  } finally {
    await node.discard();
  }
});

it("an ephemeral node prints what a program needs as one line, and leaves nothing but its state file", async () => {
  const state = join(directory, "chain.state");
  const flags = ["--json", "--http-port=0", `--state=${state}`];
  const child = spawn(process.execPath, [executable, ...flags], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const info = JSON.parse(line.toString()) as NodeInfo;
  expect(info.stateFile).toBe(state);
  expect(await ask(info.url, "/ext/dev", "dev.snapshot")).toHaveProperty("height", "0");
  child.kill("SIGTERM");
  await once(child, "exit");
  expect(readFileSync(state, "latin1")).toMatch(/^COULOIR-STATE\n\{"format":1,/);
  expect(readdirSync(directory).filter((name) => name !== "other")).toEqual(["chain.state"]);
});

function run(...flags: readonly string[]) {
  return spawnSync(process.execPath, [executable, "--log-display-level=off", ...flags], {
    encoding: "utf8",
  });
}
