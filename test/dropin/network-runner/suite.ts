import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runCase } from "../case.ts";
import { freePorts } from "../five-nodes/free-ports.ts";
import { buildTool, toolNeeds } from "../go/pinned-tool.ts";
import { executable, launcherEnvironment } from "../launcher.ts";
import { type Profile, profileEnvironment, profiles } from "../profiles.ts";
import type { Case, Context, Suite } from "../suite.ts";

const tool = {
  folder: import.meta.dirname,
  module: "github.com/ava-labs/avalanche-network-runner",
};

/** ava-labs/avalanche-network-runner: its server starts networks, and its `control` makes subnets on them. */
export const networkRunner: Suite = {
  about:
    "avalanche-network-runner v1.8.3: start, health, create-subnets and what follows, with one and five nodes, in each profile",
  needs: toolNeeds(tool),
  async run(context) {
    const program = await buildTool(context, tool);
    const cases: Case[] = [];
    for (const profile of profiles) {
      for (const nodes of [1, 5]) {
        const ran = await runNetwork(context, program, profile, nodes);
        const where = `${profile}, ${nodes === 1 ? "one node" : `${nodes} nodes`}`;
        cases.push(...ran.map((each) => ({ ...each, name: `${where}: ${each.name}` })));
      }
    }
    return cases;
  },
};

async function runNetwork(
  context: Context,
  program: string,
  profile: Profile,
  nodes: number,
): Promise<Case[]> {
  // Snapshots and logs go below the home directory and the temporary one.
  const home = await mkdtemp(join(tmpdir(), "couloir-runner-"));
  const env = { ...launcherEnvironment(home), ...profileEnvironment(profile), TMPDIR: home };
  const log = `${profile}-${nodes}`;
  const [port = 0] = await freePorts(1);
  const server = startServer(program, port, env, join(context.logs, `${log}-server.log`));
  try {
    const control = async (...args: readonly string[]) => {
      const endpoint = [`--endpoint=127.0.0.1:${port}`, "--request-timeout=90s"];
      const command = [program, "control", ...args, ...endpoint] as const;
      const ended = await context.run(command, { log, cwd: home, env, timeoutMs: 120_000 });
      assert.equal(ended.code, 0, lastError(ended.out + ended.err));
      return ended.out;
    };
    await untilReady(program, port, context, home, env);
    return await runCommands(control, nodes, join(home, "root"));
  } finally {
    server.kill();
    if (server.exitCode === null) await once(server, "exit");
    await rm(home, { recursive: true, force: true });
  }
}

type Control = (...args: readonly string[]) => Promise<string>;

async function runCommands(control: Control, nodes: number, root: string): Promise<Case[]> {
  let subnetID = "";
  const subnetLine = () => new RegExp(`Subnet ID: ${subnetID}`);
  return [
    await runCase("start", async () => {
      const network = [`--number-of-nodes=${nodes}`, "--dynamic-ports", `--root-data-dir=${root}`];
      await control("start", `--avalanchego-path=${executable}`, ...network);
    }),
    await runCase("health", async () => {
      assert.match(await control("health"), /healthy:true/);
    }),
    await runCase("create-subnets", async () => {
      const out = await control("create-subnets", "[{}]");
      subnetID = /subnet_ids:"(\w+)"/.exec(out)?.[1] ?? "";
      for (let node = 1; node <= nodes; node++) {
        assert.match(out, new RegExp(`subnet_participants:\\{[^}]*"node${node}"`));
      }
    }),
    await runCase("list-subnets", async () => {
      assert.match(await control("list-subnets"), subnetLine());
    }),
    await runCase("remove-subnet-validator", async () => {
      const spec = [{ subnet_id: subnetID, node_names: ["node1"] }];
      await control("remove-subnet-validator", JSON.stringify(spec));
    }),
    await runCase("add-subnet-validators", async () => {
      const spec = [{ subnet_id: subnetID, node_names: ["node1"] }];
      await control("add-subnet-validators", JSON.stringify(spec));
    }),
    await runCase("uris", async () => {
      assert.equal((await control("uris")).match(/http:\/\/127\.0\.0\.1:\d+/g)?.length, nodes);
    }),
    await runCase("stop", async () => {
      await control("stop");
    }),
  ];
}

function startServer(
  program: string,
  port: number,
  env: Readonly<Record<string, string>>,
  logFile: string,
): ChildProcess {
  const args = ["server", `--port=127.0.0.1:${port}`, "--disable-grpc-gateway"];
  const server = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const log = createWriteStream(logFile);
  server.stdout.pipe(log);
  server.stderr.pipe(log);
  return server;
}

async function untilReady(
  program: string,
  port: number,
  context: Context,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    const ping = [program, "ping", `--endpoint=127.0.0.1:${port}`] as const;
    if ((await context.run(ping, { log: "ping", cwd, env })).code === 0) return;
    await sleep(200);
  }
  throw new Error("the server of avalanche-network-runner did not start");
}

function lastError(text: string): string {
  const lines = text.trim().split("\n");
  return lines.findLast((line) => line.startsWith("Error:")) ?? lines.at(-1) ?? "";
}
