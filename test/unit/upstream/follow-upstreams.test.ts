import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { readContainer } from "../../../src/follow/container.ts";
import type { Halt } from "../../../src/follow/halts.ts";
import { formatTime } from "../../../src/formats/time.ts";
import { recentStartTime } from "../../../src/networks/local.ts";
import { never } from "../../../src/networks/upgrades.ts";
import { makeOuterBlock, parseOuterBlock } from "../../../src/pchain/blocks/proposervm.ts";
import { makeTx } from "../../../src/pchain/txs/tx.ts";
import { parseContainer } from "../../../src/store/container-log.ts";
import { followUpstreams } from "../../../src/upstream/follow-upstreams.ts";
import { openIndexedChain } from "../../support/follow/follower.ts";
import { followedTransfers } from "../../support/followed-transfers.ts";
import { localGenesis } from "../../support/genesis-chain.ts";
import { sampleTxs } from "../../support/sample-txs.ts";
import { divide } from "../../support/transfers.ts";
import type { TestChain } from "../follow/network.ts";
import { answered, type FakeUpstream, Refused } from "./fake-upstream.ts";
import { fakes } from "./following.ts";

const networkID = 12345;
const genesis = localGenesis(recentStartTime(BigInt(Math.floor(Date.now() / 1000))));
const waitOptions = { timeout: 45_000, interval: 20 };

const cleanups: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const transfers = followedTransfers(4);
const { next } = transfers;
const chain: TestChain = [transfers.genesis, ...transfers.containers];

type Opened = ReturnType<typeof openIndexedChain>;

function openStore(): Opened {
  const opened = openIndexedChain(genesis, { isFollower: true });
  cleanups.push(() => opened.store.close());
  return opened;
}

/** Follows as a node does. */
async function follow(
  opened: Opened,
  upstreams: readonly FakeUpstream[],
  upgrades = opened.context.network.upgrades,
  nowMillis = Date.now,
) {
  const folder = mkdtempSync(join(tmpdir(), "couloir-upstream-"));
  const halts: Halt[] = [];
  const warnings: string[] = [];
  const following = followUpstreams({
    ...opened,
    urls: upstreams.map(({ url }) => url),
    headers: { "x-api-key": "of the gateway" },
    networkID,
    upgrades,
    isIndexEnabled: false,
    genesisID: () => undefined,
    nowMillis,
    reportFolder: folder,
    stagingFile: ":memory:",
    onPhase: () => {},
    onWarning: (message) => warnings.push(message),
    onHalt: (halt) => halts.push(halt),
    onError: (error) => expect(error).toBeUndefined(),
    onPending: () => {},
  });
  for (const upstream of upstreams) upstream.networkID = networkID;
  cleanups.push(async () => {
    await following.stop();
    rmSync(folder, { recursive: true });
  });
  await following.start();
  return { following, halts, warnings };
}

async function followToTip(upstreams: readonly FakeUpstream[]) {
  const opened = openStore();
  const { following } = await follow(opened, upstreams);
  await vi.waitFor(() => expect(following.isBootstrapped()).toBe(true), waitOptions);
  return { ...opened, following };
}

describe("a transaction that is forwarded", () => {
  const tx = divide(networkID, next, 2, 10_000n);

  test("is refused if every upstream refuses it, with the reason alone", async () => {
    const upstreams = await fakes(chain, chain);
    const { following, store } = await followToTip(upstreams);
    for (const upstream of upstreams) {
      upstream.lie = ({ method }) => {
        if (method === "platform.issueTx") throw new Refused("couldn't issue tx: no room");
      };
    }
    expect(await following.forward(tx)).toBe("no room");
    expect(following.pendingStatus(tx.id)).toEqual({ kind: "Dropped", reason: "no room" });
    expect(store.submittedTxs.all()).toEqual([]);
  });

  test("waits if one upstream takes it, or does not respond", async () => {
    const upstreams = await fakes(chain, chain);
    const { following, store } = await followToTip(upstreams);
    upstreams[0]!.lie = ({ method }) => {
      if (method === "platform.issueTx") throw new Refused("couldn't issue tx: no room");
    };
    upstreams[1]!.lie = ({ method }) =>
      method === "platform.issueTx" ? { txID: "anything" } : undefined;
    expect(await following.forward(tx)).toBeUndefined();
    expect(following.pendingStatus(tx.id)).toEqual({ kind: "Processing" });
    expect(store.submittedTxs.all()).toHaveLength(1);
    await upstreams[1]!.stop();
    expect(await following.forward(divide(networkID, next, 3, 10_000n))).toMatch(/conflict/);
  });

  test("is verified by the upstreams alone if it is an ImportTx", async () => {
    const upstreams = await fakes(chain);
    const { following } = await followToTip(upstreams);
    const importTx = makeTx(sampleTxs.ImportTx, []);
    let isRefused = true;
    upstreams[0]!.lie = ({ method }) => {
      if (method !== "platform.issueTx") return undefined;
      if (isRefused) throw new Refused("couldn't issue tx: flow check failed");
      return { txID: "anything" };
    };
    expect(await following.forward(importTx)).toBe("flow check failed");
    isRefused = false;
    expect(await following.forward(importTx)).toBeUndefined();
    expect(following.pendingStatus(importTx.id)).toEqual({ kind: "Processing" });
  });
});

test("an upstream that was away is asked again after the clock was set back", async () => {
  const [upstream] = await fakes(chain);
  let isAway = true;
  let setBackMs = 0;
  upstream!.lie = (_call, response) => {
    if (!isAway) return undefined;
    response.writeHead(503).end();
    return answered;
  };
  const opened = openStore();
  const { upgrades } = opened.context.network;
  const nowMillis = () => Date.now() - setBackMs;
  const { following, warnings } = await follow(opened, [upstream!], upgrades, nowMillis);
  await vi.waitFor(() => expect(warnings).toHaveLength(1), waitOptions);
  setBackMs = 3_600_000;
  isAway = false;
  await vi.waitFor(() => expect(following.isBootstrapped()).toBe(true), waitOptions);
});

test("the header of --upstream-header is on every request", async () => {
  const [upstream] = await fakes(chain);
  const keys: unknown[] = [];
  upstream!.lie = (_call, _response, request) => void keys.push(request.headers["x-api-key"]);
  await followToTip([upstream!]);
  expect(keys.length).toBeGreaterThan(3);
  expect(new Set(keys)).toEqual(new Set(["of the gateway"]));
});

test("containers that came while bootstrapping have the time of its completion", async () => {
  const { indexer } = await followToTip(await fakes(chain));
  const times = [...indexer.logs["P/block"].pages()].flat().map((text) => parseContainer(text));
  expect(times).toHaveLength(4);
  expect(new Set(times.map(({ timestamp }) => timestamp)).size).toBe(1);
  expect(indexer.logs["P/block"].bootstraps.firstOpen()).toBeUndefined();
});

test("a halt survives a restart, until the engine accepts the block", async () => {
  const [upstream] = await fakes(withBadSignature(chain));
  const opened = openStore();
  const first = await follow(opened, [upstream!]);
  await vi.waitFor(() => expect(first.halts).toHaveLength(1), waitOptions);
  expect(opened.store.blocks.lastAccepted().height).toBe(3n);
  await first.following.stop();
  upstream!.chain = chain;
  const second = await follow(opened, [upstream!]);
  expect(second.halts).toEqual(first.halts);
  expect(second.following.progress()).toMatchObject({ phase: "halted", height: 3n });
  expect(second.following.isBootstrapped()).toBe(false);
});

describe("the upgrades of upstreams", () => {
  const blockTime = (height: number) =>
    new DataView(chain[height]!.block.buffer, chain[height]!.block.byteOffset).getBigUint64(6);
  const listing = (upstream: FakeUpstream, upgrades: object) => {
    upstream.lie = ({ method }) => (method === "info.upgrades" ? upgrades : undefined);
  };
  const heightOf = ({ store }: Opened) => store.blocks.lastAccepted().height;
  const pause = (delayMs: number) => new Promise((resolve) => setTimeout(resolve, delayMs));
  const haltAt = (time: bigint) =>
    `this version does not know the rules of the upgrade at ${formatTime(time)}: update Couloir`;

  test.each([true, false])(
    "halt before the first block of one that is unknown, with index: %s",
    async (hasIndex) => {
      const [upstream] = await fakes(chain);
      upstream!.hasIndex = hasIndex;
      const opened = openStore();
      const time = blockTime(3);
      listing(upstream!, { heliconTime: formatTime(time) });
      const { upgrades } = opened.context.network;
      const first = await follow(opened, [upstream!], { ...upgrades, helicon: never });
      await vi.waitFor(() => expect(first.halts).toHaveLength(1), waitOptions);
      expect(first.halts[0]!.reason).toBe(haltAt(time));
      expect(heightOf(opened)).toBe(2n);
      const text = `the upgrade helicon at ${formatTime(time)}, which this version does not know: update Couloir`;
      expect(first.warnings).toEqual([`${upstream!.url.origin} announces ${text}.`]);
      expect(first.following.warnings()[0]).toBe(`upstreams announce ${text}`);
      await first.following.stop();

      const second = await follow(opened, [upstream!], { ...upgrades, helicon: never });
      expect(second.halts[0]!.reason).toBe(haltAt(time));
      expect(second.following.warnings()).toEqual([`upstreams announce ${text}`]);
      await second.following.stop();

      const updated = await follow(opened, [upstream!], { ...upgrades, helicon: time });
      await vi.waitFor(() => expect(updated.following.isBootstrapped()).toBe(true), waitOptions);
      expect(heightOf(opened)).toBe(4n);
      expect(updated.halts).toEqual([]);
      expect(updated.following.warnings()).toEqual([]);
    },
  );

  test("halt where one that is known has another time", async () => {
    const [upstream] = await fakes(chain);
    const opened = openStore();
    const { upgrades } = opened.context.network;
    const [ours, theirs] = [blockTime(2), blockTime(4) + 100n];
    listing(upstream!, { heliconTime: formatTime(theirs) });
    const early = { ...upgrades, helicon: ours };
    const first = await follow(opened, [upstream!], early);
    await vi.waitFor(() => expect(first.halts).toHaveLength(1), waitOptions);
    expect(heightOf(opened)).toBe(1n);
    expect(first.warnings[0]).toMatch(
      /, which is at .* here: update Couloir, or correct the upgrade file\.$/,
    );
    await first.following.stop();
    const second = await follow(opened, [upstream!], early);
    expect(second.halts).toHaveLength(1);
    expect(heightOf(opened)).toBe(1n);
  });

  test("are a warning if one is active here and not scheduled there, also after the halt that it causes", async () => {
    const [upstream] = await fakes(withBadSignature(chain));
    const opened = openStore();
    const { upgrades } = opened.context.network;
    const helicon = blockTime(4);
    listing(upstream!, { heliconTime: formatTime(never), nextTime: formatTime(never) });
    const { following, halts, warnings } = await follow(opened, [upstream!], {
      ...upgrades,
      helicon,
    });
    await vi.waitFor(() => expect(halts).toHaveLength(1), waitOptions);
    const text = `${upstream!.url.origin} has not scheduled the upgrade helicon, which is active on this node since ${formatTime(helicon)}: correct --hardfork or --upgrade-file, unless only an update is missing there.`;
    expect(warnings).toEqual([text]);
    expect(following.warnings()).toContain(text);
  });

  test("are a warning while fewer than a majority list one", async () => {
    const upstreams = await fakes(chain, chain, chain);
    for (const each of upstreams) listing(each, { heliconTime: formatTime(never) });
    listing(upstreams[0]!, { nextTime: formatTime(blockTime(1)) });
    const opened = openStore();
    const { following, warnings } = await follow(opened, upstreams);
    await vi.waitFor(() => expect(following.isBootstrapped()).toBe(true), waitOptions);
    await vi.waitFor(() => expect(warnings).toHaveLength(1), waitOptions);
    expect(warnings[0]).toMatch(/announces the upgrade next at /);
    expect(heightOf(opened)).toBe(4n);
  });

  test.each(["status 403", "status 404", "can't find method", "-32601"])(
    "that are not served (%s) are one warning",
    async (how) => {
      const upstreams = await fakes(chain, chain);
      for (const upstream of upstreams) {
        upstream.lie = ({ method }, response) => {
          if (method !== "info.upgrades") return undefined;
          if (how === "can't find method")
            throw new Refused('rpc: can\'t find method "info.upgrades"');
          if (how === "-32601") {
            const error = { code: -32601, message: "no" };
            response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, error }));
          } else response.writeHead(Number(how.slice(-3))).end();
          return answered;
        };
      }
      const { following, warnings } = await follow(openStore(), upstreams);
      await vi.waitFor(() => expect(following.isBootstrapped()).toBe(true), waitOptions);
      expect(warnings).toHaveLength(2);
      for (const warning of warnings) expect(warning).toMatch(/ does not serve info\.upgrades: /);
      expect(following.warnings()).toEqual([]);
    },
  );

  test.each(["no answer", "a limit"])("are waited for while there is %s", async (how) => {
    const upstreams = await fakes(chain, chain, chain);
    let isSilent = true;
    for (const upstream of upstreams.slice(0, 2)) {
      upstream.lie = ({ method }) => {
        if (method !== "info.upgrades" || !isSilent) return undefined;
        if (how === "a limit") throw new Refused("too many requests");
        return answered;
      };
    }
    const opened = openStore();
    const { following } = await follow(opened, upstreams);
    await vi.waitFor(
      () => expect(upstreams[0]!.count("info.upgrades")).toBeGreaterThan(0),
      waitOptions,
    );
    await pause(500);
    expect(heightOf(opened)).toBe(0n);
    expect(following.progress().phase).toBe("connecting");
    if (how === "no answer") return;
    isSilent = false;
    await vi.waitFor(() => expect(heightOf(opened)).toBe(4n), waitOptions);
  });

  test("are compared again when an upstream comes back, before its next block", async () => {
    const [upstream] = await fakes(chain.slice(0, 3));
    const { url } = upstream!;
    listing(upstream!, {});
    const opened = openStore();
    const { following, halts } = await follow(opened, [upstream!]);
    await vi.waitFor(() => expect(following.isBootstrapped()).toBe(true), waitOptions);
    let isAway = true;
    upstream!.lie = ({ method }, response) => {
      if (isAway) {
        response.writeHead(503).end();
        return answered;
      }
      return method === "info.upgrades" ? { nextTime: formatTime(blockTime(4)) } : undefined;
    };
    await vi.waitFor(
      () => expect(following.warnings()).toEqual([`${url.origin} returned status 503.`]),
      waitOptions,
    );
    upstream!.chain = chain;
    isAway = false;
    await vi.waitFor(() => expect(halts).toHaveLength(1), waitOptions);
    expect(halts[0]!.reason).toBe(haltAt(blockTime(4)));
    expect(heightOf(opened)).toBe(3n);
  });
});

/** The last block with another signature of its transaction, in a wrapping that fits. */
function withBadSignature(honest: TestChain): TestChain {
  const last = honest.at(-1)!;
  const outer = parseOuterBlock(last.bytes);
  if (outer.kind === "Option") throw new Error("the last block is an option");
  const block = last.block.map((byte, at) => (at === last.block.length - 1 ? byte ^ 1 : byte));
  const { bytes: _bytes, id: _id, ...content } = outer;
  const altered = makeOuterBlock({ ...content, proposal: { ...outer.proposal, block } });
  return [...honest.slice(0, -1), readContainer(altered.bytes)];
}

test("a dev node as the upstream is named at start, and one that is followable is not", async () => {
  const [dev, other] = await fakes(chain, chain);
  other!.lie = ({ path, method }) =>
    path === "/ext/dev" && method === "dev.nodeInfo"
      ? { mode: "dev", followable: true, blockProduction: { mode: "auto", intervalMs: 0 } }
      : undefined;
  dev!.lie = ({ path, method }) =>
    path === "/ext/dev" && method === "dev.nodeInfo"
      ? { mode: "dev", blockProduction: { mode: "auto", intervalMs: 0 } }
      : undefined;
  const { following, warnings } = await follow(openStore(), [dev!, other!]);
  const name = dev!.url.origin;
  const warning = `${name} is a dev node that is not followable. It makes blocks that a network's rules do not allow, such as empty ones and payments from the accounts that it funds: following halts at the first of them. Start it with --followable and another --data-dir.`;
  await vi.waitFor(() => expect(warnings).toContain(warning), waitOptions);
  await vi.waitFor(() => expect(other!.count("dev.nodeInfo")).toBe(1), waitOptions);
  expect(following.warnings()).toContain(warning);
  expect(warnings.filter((text) => text.includes("is a dev node"))).toEqual([warning]);
});

test("upstreams that are behind what they had accepted are named with the heights", async () => {
  const [upstream] = await fakes(chain);
  const opened = openStore();
  const first = await follow(opened, [upstream!]);
  await vi.waitFor(() => expect(first.following.isBootstrapped()).toBe(true), waitOptions);
  await first.following.stop();
  upstream!.chain = chain.slice(0, 2);
  const { following, warnings } = await follow(opened, [upstream!]);
  const warning = `The upstreams are at height 1, and this node is at ${chain.length - 1}: they were reset, or are catching up. If they were reset, follow them with a new data directory.`;
  await vi.waitFor(() => expect(warnings).toContain(warning), waitOptions);
  expect(following.warnings()).toEqual([warning]);
});
