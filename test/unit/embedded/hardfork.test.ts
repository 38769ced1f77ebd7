import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StartedNode, type StartOptions, startNode } from "../../../src/index.ts";
import { hardforks } from "../../../src/networks/hardfork.ts";

const newest = { rules: "newest" };
const hardforkOf = async (node: StartedNode) => (await node.call("dev.nodeInfo")).hardfork;

let directory = "";
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "couloir-hardfork-"));
});
afterAll(() => rm(directory, { recursive: true }));

describe("the hardfork of a new chain", () => {
  it.each(hardforks)("can be %s, and blocks are built under it", async (hardfork) => {
    await using node = await startNode({ hardfork, flags: newest });
    expect(node.info.hardfork).toBe(hardfork);
    // The genesis validators' period ends: proposals, whose options are accepted.
    await node.call("dev.increaseTime", { seconds: 366 * 86_400 });
    const { validators } = await node.call("platform.getCurrentValidators");
    expect(validators).toEqual([]);
    expect(await hardforkOf(node)).toBe(hardfork);
  });

  it("stays when the node starts again, whatever the flags say then", async () => {
    const started = async (options: StartOptions) => {
      await using node = await startNode({ dataDirectory: join(directory, "kept"), ...options });
      return await hardforkOf(node);
    };
    expect(await started({ hardfork: "helicon", flags: newest })).toBe("helicon");
    expect(await started({ hardfork: "etna" })).toBe("helicon");
    expect(await started({})).toBe("helicon");
  });

  it("stays after a reset, and in a state file", async () => {
    const stateFile = join(directory, "chain.state");
    {
      await using node = await startNode({ hardfork: "helicon", stateFile, flags: newest });
      await node.call("dev.reset");
      expect(await hardforkOf(node)).toBe("helicon");
    }
    await using node = await startNode({ stateFile });
    expect(await hardforkOf(node)).toBe("helicon");
  });
});

it("the state of a chain with another hardfork is refused while the node runs", async () => {
  await using one = await startNode({ hardfork: "helicon", flags: newest });
  await using other = await startNode({ hardfork: "granite", flags: newest });
  const { state } = await one.call("dev.dumpState");
  await expect(other.call("dev.loadState", { state })).rejects.toThrow(
    "its chain has the rules of newest and the hardfork helicon, but this node's has the rules of newest and the hardfork granite",
  );
  expect(await hardforkOf(other)).toBe("granite");
});

it("an upgrade file replaces the hardfork of a chain", async () => {
  const upgrades = join(directory, "upgrade.json");
  await writeFile(upgrades, JSON.stringify({ heliconTime: "2024-01-01T00:00:00Z" }));
  const dataDirectory = join(directory, "replaced");
  const flags = { ...newest, "network-id": 1337 };
  {
    await using node = await startNode({ dataDirectory, flags, hardfork: "granite" });
    expect(await hardforkOf(node)).toBe("granite");
  }
  await using node = await startNode({
    dataDirectory,
    flags: { ...flags, "upgrade-file": upgrades },
  });
  expect(await hardforkOf(node)).toBe("helicon");
});
