import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { readContainer } from "../../../src/follow/container.ts";
import type { Halt } from "../../../src/follow/halts.ts";
import { recentStartTime } from "../../../src/networks/local.ts";
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
import { type FakeUpstream, Refused } from "./fake-upstream.ts";
import { fakes } from "./following.ts";

const networkID = 12345;
const genesis = localGenesis(recentStartTime(BigInt(Math.floor(Date.now() / 1000))));
const waitOptions = { timeout: 8_000, interval: 20 };

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
async function follow(opened: Opened, upstreams: readonly FakeUpstream[]) {
  const folder = mkdtempSync(join(tmpdir(), "couloir-upstream-"));
  const halts: Halt[] = [];
  const following = followUpstreams({
    ...opened,
    urls: upstreams.map(({ url }) => url),
    headers: { "x-api-key": "of the gateway" },
    networkID,
    isIndexEnabled: false,
    genesisID: () => undefined,
    nowMillis: Date.now,
    reportFolder: folder,
    onPhase: () => {},
    onWarning: () => {},
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
  return { following, halts };
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
