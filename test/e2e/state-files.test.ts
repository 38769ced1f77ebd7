import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { avax, LocalNetwork } from "./local-network.ts";
import { NodeProcess } from "./node-process.ts";
import { ask } from "./rpc.ts";

const executable = fileURLToPath(new URL("../../bin/couloir", import.meta.url));
const directory = mkdtempSync(join(tmpdir(), "couloir-states-"));
const stateFile = join(directory, "chain.state");

const dev = <Result>({ url }: NodeProcess, method: string, params = {}) =>
  ask<Result>(url, "/ext/dev", `dev.${method}`, params);
const infoOf = ({ url }: NodeProcess) =>
  ask<{ height: string; digest: string; snapshots: unknown[] }>(url, "/ext/dev", "dev.nodeInfo", {
    digest: true,
  });

let network: LocalNetwork;

beforeAll(async () => {
  network = await LocalNetwork.start();
  await network.pay(network.other, 3n * avax);
  await network.createSubnet();
});
afterAll(async () => {
  await network.node.discard();
  rmSync(directory, { recursive: true });
});

it("a dump of one node gives another the same state, from which it continues", async () => {
  const { state } = await dev<{ state: string }>(network.node, "dumpState");
  const other = await NodeProcess.start();
  try {
    expect(await dev(other, "loadState", { state })).toMatchObject({ height: "2" });
    expect((await infoOf(other)).digest).toBe((await infoOf(network.node)).digest);
    await dev(other, "fund", { address: network.other.address, amount: 1 });
    expect((await infoOf(other)).digest).not.toBe((await infoOf(network.node)).digest);
  } finally {
    await other.discard();
  }
});

describe("--state", () => {
  it("is written when the node ends, and read when one starts", async () => {
    const { state } = await dev<{ state: string }>(network.node, "dumpState");
    const flags = ["--ephemeral", `--state=${stateFile}`];
    const first = await NodeProcess.start(...flags);
    await dev(first, "loadState", { state });
    const before = await infoOf(first);
    await first.discard();
    const second = await NodeProcess.start(...flags);
    try {
      const after = await infoOf(second);
      expect(after.digest).toBe(before.digest);
      expect(after.height).toBe("2");
    } finally {
      await second.discard();
    }
  });

  it("that names a link is written where the link leads", async () => {
    const folder = mkdtempSync(join(directory, "links-"));
    const [target, link] = [join(folder, "target"), join(folder, "link")];
    const first = await NodeProcess.start("--ephemeral", `--state=${target}`);
    await first.discard();
    symlinkSync(target, link);
    const second = await NodeProcess.start("--ephemeral", `--state=${link}`);
    await dev(second, "fund", { address: network.other.address, amount: 1 });
    const { digest } = await infoOf(second);
    await second.discard();
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    const third = await NodeProcess.start("--ephemeral", `--state=${target}`);
    expect((await infoOf(third)).digest).toBe(digest);
    await third.discard();
  });

  it("that cannot be written at the end is an error on standard error, also with --quiet", async () => {
    const folder = join(directory, "goes away");
    mkdirSync(folder);
    const context = join(directory, "started.json");
    const state = join(folder, "state");
    const flags = ["--ephemeral", "--quiet", "--http-port=0", `--process-context-file=${context}`];
    const child = spawn(process.execPath, [executable, `--state=${state}`, ...flags]);
    let printed = "";
    child.stderr.on("data", (chunk) => {
      printed += chunk;
    });
    while (!existsSync(context)) await sleep(20);
    rmSync(folder, { recursive: true });
    child.kill();
    expect(await once(child, "close")).toEqual([1, null]);
    expect(printed).toContain(`couldn't save the state to ${state}: ENOENT`);
  });

  it("that is not a regular file is refused", () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [executable, "--ephemeral", "--state=/dev/zero", "--http-port=0", "--quiet"],
      { encoding: "utf8", timeout: 30_000 },
    );
    expect(status).toBe(1);
    expect(stderr).toContain("couldn't read the state file /dev/zero: it is not a regular file");
  });

  it.each([
    ["cut off", (bytes: Buffer) => bytes.subarray(0, bytes.length - 9), "it is truncated"],
    [
      "of another version",
      (bytes: Buffer) =>
        Buffer.from(bytes.toString("latin1").replace('"format":1', '"format":7'), "latin1"),
      "it has format 7, but this program reads format 1",
    ],
    ["something else", () => Buffer.from("no state at all\n"), "it is not a Couloir state"],
  ])("a file that is %s is refused, named, and left as it is", (_name, damage, reason) => {
    const damaged = damage(readFileSync(stateFile));
    const path = join(directory, "damaged.state");
    writeFileSync(path, damaged);
    const { status, stderr } = spawnSync(
      process.execPath,
      [executable, "--ephemeral", `--state=${path}`, "--http-port=0", "--log-display-level=off"],
      { encoding: "utf8" },
    );
    expect(status).not.toBe(0);
    expect(stderr).toContain(path);
    expect(stderr).toContain(reason);
    expect(readFileSync(path)).toEqual(damaged);
  });
});
