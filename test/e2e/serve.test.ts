import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { constants, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
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

// A thread that is blocked in a read keeps the process from ending.
it("a node that waits for a named pipe with its config ends at SIGTERM", async () => {
  const pipe = join(directory, "config");
  execFileSync("mkfifo", [pipe]);
  const child = spawn(process.execPath, [executable, "--ephemeral", `--config-file=${pipe}`]);
  const exit = once(child, "exit");
  // A pipe opens for writing as soon as the node reads it.
  const writer = await vi.waitFor(() => open(pipe, constants.O_WRONLY | constants.O_NONBLOCK), {
    timeout: 30_000,
    interval: 10,
  });
  try {
    child.kill("SIGTERM");
    expect(await Promise.race([exit, sleep(20_000)])).toEqual([0, null]);
  } finally {
    await writer.close();
    child.kill("SIGKILL");
    rmSync(pipe);
  }
});

it("a node whose terminal is closed saves its state", async () => {
  const state = join(directory, "closed.state");
  const flags = ["--json", "--http-port=0", `--state=${state}`];
  const child = spawn(process.execPath, [executable, ...flags], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  child.kill("SIGHUP");
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(readFileSync(state, "latin1")).toMatch(/^COULOIR-STATE\n/);
});

it("a node that gets signals while it starts does what they ask for afterwards", async () => {
  const data = mkdtempSync(join(directory, "data-"));
  const aliases = join(data, "aliases");
  execFileSync("mkfifo", [aliases]);
  const watches = join(data, "watches.json");
  writeFileSync(watches, '{"watches":[]}');
  const flags = [`--data-dir=${data}`, `--vm-aliases-file=${aliases}`, `--watch-config=${watches}`];
  const child = spawn(process.execPath, [executable, "--http-port=0", ...flags], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let log = "";
  child.stdout.on("data", (chunk) => {
    log += chunk;
  });
  // Opens when the node begins to read the aliases, which it waits for.
  const writing = await open(aliases, "w");
  child.kill("SIGUSR2");
  child.kill("SIGHUP");
  await writing.writeFile("{}");
  await writing.close();
  await vi.waitFor(() => {
    expect(log).toContain("backup written");
    expect(log).toContain("read the watches of --watch-config again");
  }, 30_000);
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});

const hasFileLimits = process.platform === "linux";
it.runIf(hasFileLimits)(
  "a node that may open few files keeps some of them from crowds of clients",
  async () => {
    const flags = ["--json", "--quiet", "--http-port=0", "--ephemeral"];
    const command = 'ulimit -n 400 && exec "$0" "$@"';
    const child = spawn("sh", ["-c", command, process.execPath, executable, ...flags], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    const { url } = JSON.parse(line.toString()) as NodeInfo;
    const signal = AbortSignal.timeout(30_000);
    const crowd = Array.from({ length: 500 }, () =>
      connect(Number(new URL(url).port), "127.0.0.1").on("error", () => {}),
    );
    try {
      await Promise.all(crowd.map((socket) => once(socket, "connect")));
      // The page is a file, and the code of WebSockets is loaded for the first one.
      expect((await fetch(`${url}/docs/`, { signal })).status).toBe(200);
      const socket = new WebSocket(`${url.replace("http", "ws")}/ext/events`);
      await once(socket, "message", { signal });
      socket.terminate();
    } finally {
      for (const socket of crowd) socket.destroy();
      child.kill();
      await once(child, "exit");
    }
  },
);

function run(...flags: readonly string[]) {
  return spawnSync(process.execPath, [executable, "--log-display-level=off", ...flags], {
    encoding: "utf8",
  });
}
