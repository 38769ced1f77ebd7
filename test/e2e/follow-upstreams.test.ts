import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { formatId } from "../../src/formats/id.ts";
import type { Indexer } from "../../src/indexer/indexer.ts";
import { type IndexPath, indexPaths, parseContainer } from "../../src/store/container-log.ts";
import { callNode } from "../support/call-node.ts";
import { type StartedNode, startNodeIn } from "../support/start-node.ts";
import { divide } from "../support/transfers.ts";
import {
  localNetworkID,
  makeTransfersIn,
  openChainIn,
  payerFunds,
} from "../support/upstream/chain-in-directory.ts";
import { type OpenFollower, startFollower } from "../support/upstream/follower.ts";

/** More than one page of an index. */
const height = 1_100;
const waitOptions = { timeout: 45_000, interval: 20 };

let directory: string;
let short: string;
let withoutIndex: string;
/** With the recorded containers, which follow the genesis block that the rules of then give the C-chain. */
let recorded: string;
const rulesOfThen = ["--rules=avalanchego-1.12"];
const cleanups: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "couloir-upstreams-"));
  short = await mkdtemp(join(tmpdir(), "couloir-upstreams-"));
  withoutIndex = await mkdtemp(join(tmpdir(), "couloir-upstreams-"));
  await makeTransfersIn(directory, height);
  await makeTransfersIn(short, 50);
  recorded = await mkdtemp(join(tmpdir(), "couloir-upstreams-"));
  await makeTransfersIn(withoutIndex, 300);
  await makeTransfersIn(recorded, height, rulesOfThen);
}, 60_000);
afterAll(async () => {
  for (const path of [directory, short, withoutIndex, recorded])
    await rm(path, { recursive: true });
});
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

async function startUpstream(
  flags: Readonly<Record<string, string>> = {},
  path = directory,
): Promise<StartedNode> {
  const node = await startNodeIn(path, { "block-production": "auto", ...flags });
  cleanups.push(node.stop);
  return node;
}

async function emptyDirectory(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "couloir-follower-"));
  cleanups.push(() => rm(path, { recursive: true }));
  return path;
}

async function follow(
  path: string,
  urls: readonly string[],
  flags: readonly string[] = [],
): Promise<OpenFollower> {
  const follower = await startFollower(path, urls, flags);
  cleanups.push(follower.stop);
  return follower;
}

async function heightOf(url: string): Promise<bigint> {
  const { result } = await callNode(url, "platform.getHeight");
  return BigInt((result as { height: string }).height);
}

async function reaches({ following, errors, warnings }: OpenFollower, url: string): Promise<void> {
  const expected = await heightOf(url);
  await vi.waitFor(() => {
    const others = warnings.filter((text) => !text.includes("is a dev node"));
    expect({ errors, others }).toEqual({ errors: [], others: [] });
    expect(following.progress()).toMatchObject({ height: expected, phase: "following" });
  }, waitOptions);
}

/** IDs and bytes; a container's time is when the node accepted it. */
function contentOf({ logs }: Indexer, path: IndexPath): readonly string[][] {
  return [...logs[path].pages()].flat().map((text) => {
    const { id, bytes, index } = parseContainer(text);
    return [id, bytes, index];
  });
}

/** Stops both nodes and compares what is on their disks. */
async function expectEqual(
  followerPath: string,
  paths: readonly IndexPath[] = indexPaths,
  upstreamPath = directory,
  flags: readonly string[] = [],
): Promise<void> {
  for (const clean of cleanups.splice(1).reverse()) await clean();
  const upstream = cleanups.splice(0)[0]!;
  await upstream();
  const theirs = await openChainIn(upstreamPath, { isFollower: false, flags });
  const ours = await openChainIn(followerPath, { isFollower: true, flags });
  try {
    expect(ours.store.digest()).toEqual(theirs.store.digest());
    for (const path of paths) {
      expect(contentOf(ours.indexer, path)).toEqual(contentOf(theirs.indexer, path));
    }
  } finally {
    await theirs.close();
    await ours.close();
  }
}

describe("a node that follows another one", () => {
  test("has its state, its containers and its other indices", async () => {
    const { url } = await startUpstream({ containers: "recorded" }, recorded);
    const path = await mkdtemp(join(tmpdir(), "couloir-follower-"));
    const follower = await follow(path, [url], rulesOfThen);
    await reaches(follower, url);
    const { logs } = follower.indexer;
    const counts = () => indexPaths.map((index) => Number(logs[index].count()));
    await vi.waitFor(
      () =>
        expect(
          counts()
            .slice(1)
            .every((count) => count > 0),
        ).toBe(true),
      waitOptions,
    );
    await expectEqual(path, indexPaths, recorded, rulesOfThen);
    await rm(path, { recursive: true });
  });

  test("forwards transactions, and shows them as accepted", async () => {
    const { url } = await startUpstream({}, short);
    const follower = await follow(await emptyDirectory(), [url]);
    const { following, store } = follower;
    const early = divide(localNetworkID, payerFunds(store), 1, 10_000n);
    expect(await following.forward(early)).toBe("failed verification: chain not synced");
    await reaches(follower, url);
    const tx = divide(localNetworkID, payerFunds(store), 2, 10_000n);
    const before = await heightOf(url);
    expect(await following.forward(tx)).toBeUndefined();
    await vi.waitFor(() => expect(store.txs.byID(tx.id)).toBeDefined(), waitOptions);
    expect(await heightOf(url)).toBe(before + 1n);
    await vi.waitFor(() => expect(store.submittedTxs.all()).toEqual([]), waitOptions);
    expect(following.pendingStatus(tx.id)).toBeUndefined();
    expect(follower.warnings).toEqual([
      expect.stringContaining("is a dev node that is not followable"),
    ]);
  });

  test("keeps a transaction through a restart until an upstream accepts it", async () => {
    const upstream = await startUpstream({}, short);
    const path = await emptyDirectory();
    const first = await startFollower(path, [upstream.url]);
    await reaches(first, upstream.url);
    const tx = divide(localNetworkID, payerFunds(first.store), 3, 10_000n);
    await upstream.stop();
    cleanups.splice(cleanups.indexOf(upstream.stop), 1);
    expect(await first.following.forward(tx)).toBeUndefined();
    expect(first.following.pendingStatus(tx.id)).toEqual({ kind: "Processing" });
    await first.stop();
    const { url } = await startUpstream({}, short);
    const second = await follow(path, [url]);
    expect(second.following.pendingStatus(tx.id)).toEqual({ kind: "Processing" });
    await vi.waitFor(() => expect(second.store.txs.byID(tx.id)).toBeDefined(), waitOptions);
    const { result } = await callNode(url, "platform.getTxStatus", { txID: formatId(tx.id) });
    expect(result).toMatchObject({ status: "Committed" });
  });

  test("follows blocks if there is no index, and invents no containers", async () => {
    const flags = { "index-enabled": "false", "index-allow-incomplete": "true" };
    const { url } = await startUpstream(flags, withoutIndex);
    const path = await mkdtemp(join(tmpdir(), "couloir-follower-"));
    const first = await follow(path, [url]);
    await reaches(first, url);
    expect(first.following.warnings()).toEqual([
      expect.stringContaining("is a dev node that is not followable"),
      expect.stringMatching(/^The P-chain index is empty: no upstream serves its own/),
    ]);
    await first.stop();
    cleanups.pop();
    const second = await follow(path, [url]);
    await reaches(second, url);
    expect(second.indexer.logs["P/block"].count()).toBe(0n);
    expect(second.indexer.lastAcceptedID()).toBeUndefined();
    await expectContainersUnknown(url);
    await expectEqual(path, [], withoutIndex);
    await rm(path, { recursive: true });
  });

  test("continues after it was killed at any moment", async () => {
    const { url } = await startUpstream();
    const path = await mkdtemp(join(tmpdir(), "couloir-follower-"));
    const heights: number[] = [];
    for (let kill = 0; kill < 4; kill++) heights.push(await followAndKill(path, url, 50 * kill));
    expect([...heights].sort((a, b) => a - b)).toEqual(heights);
    const follower = await follow(path, [url]);
    await reaches(follower, url);
    await expectEqual(path, ["P/block"]);
    await rm(path, { recursive: true });
  }, 60_000);
});

/** A whole node that follows blocks: every method of the index says why it is empty, and another one can follow it. */
async function expectContainersUnknown(upstream: string): Promise<void> {
  const flags = { upstream, rules: "newest", "staking-ephemeral-cert-enabled": "true" };
  const { url, stop } = await startNodeIn(await emptyDirectory(), flags);
  cleanups.push(stop);
  await vi.waitFor(() => expectErrors(url), waitOptions);
  await vi.waitFor(async () => expect(await heightOf(url)).toBe(300n), waitOptions);
  await reaches(await follow(await emptyDirectory(), [url]), url);
}

async function expectErrors(url: string): Promise<void> {
  const id = "2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm";
  const calls = {
    getContainerByID: { id },
    getContainerByIndex: { index: 0 },
    getContainerRange: { startIndex: 0, numToFetch: 1 },
    getIndex: { id },
    getLastAccepted: {},
    isAccepted: { id },
  };
  for (const [name, params] of Object.entries(calls)) {
    const { error } = await callNode(url, `index.${name}`, params, "/ext/index/P/block");
    expect(error, name).toMatchObject({
      message: "this node has no containers: it accepted the blocks without them",
    });
  }
  const { error } = await callNode(url, "index.getLastAccepted", {}, "/ext/index/X/block");
  expect(error).toMatchObject({ message: "no containers have been accepted" });
}

/** Kills a follower some time after it printed a height above zero; returns the last one. */
async function followAndKill(path: string, url: string, runMs: number): Promise<number> {
  const script = fileURLToPath(new URL("../support/upstream/follower.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", script, path, url], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  cleanups.push(async () => child.kill("SIGKILL"));
  let output = "";
  let isTimed = false;
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (text: string) => {
    output += text;
    if (isTimed || !/^[1-9]/m.test(output)) return;
    isTimed = true;
    setTimeout(() => child.kill("SIGKILL"), runMs);
  });
  await once(child, "close");
  return Number(output.trimEnd().split("\n").at(-1));
}
