import { afterEach, expect, test, vi } from "vitest";
import { sha256 } from "../../../src/crypto/hash.ts";
import { compareBytes, concatBytes, emptyId } from "../../../src/formats/bytes.ts";
import { encodeBytes } from "../../../src/formats/encoding.ts";
import { formatId } from "../../../src/formats/id.ts";
import type { DagPath } from "../../../src/indexer/dag-order.ts";
import { parseContainer } from "../../../src/store/container-log.ts";
import { IndexMirror } from "../../../src/upstream/index-mirror.ts";
import { contentOf, linkedBlocks, openIndices } from "../../support/containers.ts";
import { makeChain } from "../follow/network.ts";
import {
  fakes,
  type ServedContainer,
  serveIndex as serve,
  sleep,
  upstreamOf,
} from "./following.ts";

type Served = readonly ServedContainer[];

const blocks = linkedBlocks(
  "X/block",
  Array.from({ length: 40 }, (_, i) => contentOf(i, 50)),
);
const others = linkedBlocks(
  "X/block",
  Array.from({ length: 40 }, (_, i) => contentOf(i + 1_000, 50)),
);

let stop: () => Promise<unknown> = async () => {};
afterEach(() => stop());

async function mirror(...served: readonly Served[]) {
  return mirrorIndex("X/block", ...served);
}

async function mirrorIndex(path: "X/block" | DagPath, ...served: readonly Served[]) {
  const started = await fakes(...served.map(() => makeChain(1)));
  for (const [i, fake] of started.entries()) serve(fake, served[i]!, path);
  const { database, indexer } = openIndices();
  const warnings: string[] = [];
  const upstreams = started.map(({ url }) => upstreamOf(url, { warnings }));
  const over = new AbortController();
  const running = new IndexMirror({
    upstreams,
    database,
    logs: indexer.logs,
    genesisID: () => undefined,
    stagingFile: ":memory:",
    metadata: { getText: () => undefined, setText: () => {} },
    stopVertexID: emptyId,
    nowMillis: Date.now,
    sleep,
  }).run(over.signal);
  stop = async () => {
    over.abort();
    await running.catch(() => {});
  };
  const log = indexer.logs[path];
  const ids = () => [...log.pages()].flat().map((text) => parseContainer(text).id);
  return { started, warnings, ids };
}

const idsOf = (some: Served) => some.map(({ id }) => formatId(id));
const waitOptions = { timeout: 45_000, interval: 20 };

test("copies an index, and what it gets later", async () => {
  const { started, ids, warnings } = await mirror(blocks.slice(0, 30));
  await vi.waitFor(() => expect(ids()).toEqual(idsOf(blocks.slice(0, 30))), waitOptions);
  serve(started[0]!, blocks);
  await vi.waitFor(() => expect(ids()).toEqual(idsOf(blocks)), waitOptions);
  expect(warnings).toEqual([]);
});

test("takes what a majority of all upstreams has", async () => {
  const { ids } = await mirror(others, blocks.slice(0, 20), blocks);
  await vi.waitFor(() => expect(ids()).toEqual(idsOf(blocks.slice(0, 20))), waitOptions);
});

test("takes nothing that only one of two has", async () => {
  const { started, ids } = await mirror(blocks, others);
  await vi.waitFor(
    () => expect(started[1]!.count("index.getContainerRange")).toBeGreaterThan(2),
    waitOptions,
  );
  expect(ids()).toEqual([]);
});

test("takes no block that is not the child of the one before", async () => {
  const broken = [...blocks.slice(0, 10), ...blocks.slice(11)];
  const { ids, warnings } = await mirror(broken);
  await vi.waitFor(
    () => expect(warnings[0]).toMatch(/ a container in X\/block at index 10 that does not follow/),
    waitOptions,
  );
  expect(ids()).toEqual(idsOf(blocks.slice(0, 10)));
});

test("takes only blocks", async () => {
  const junk = [{ ...blocks[0]!, bytesText: encodeBytes(new Uint8Array(9), "hex") }];
  const { ids, warnings } = await mirror(junk);
  await vi.waitFor(() => expect(warnings).toHaveLength(1), waitOptions);
  expect(ids()).toEqual([]);
});

/** A vertex or transaction as an index serves it. */
function served(bytes: Uint8Array): Served[number] & { readonly bytes: Uint8Array } {
  const id = sha256(bytes);
  return { id, idText: formatId(id), bytesText: encodeBytes(bytes, "hex"), bytes };
}

/** avalanchego snow/engine/avalanche/vertex/stateless_vertex.go @ v1.12.1 */
function vertex(salt: number, ...parents: readonly { readonly id: Uint8Array }[]) {
  const chainID = new Uint8Array(32).fill(salt);
  const rest = [u32(parents.length), ...parents.map(({ id }) => id), u32(0)];
  return served(concatBytes(Uint8Array.of(0, 0), chainID, new Uint8Array(8 + 4), ...rest));
}

/** A BaseTx of the X-chain that spends the first output of others. */
function tx(salt: number, ...spent: readonly { readonly id: Uint8Array }[]) {
  const input = (id: Uint8Array) =>
    concatBytes(id, u32(0), new Uint8Array(32), u32(5), new Uint8Array(8), u32(1), u32(0));
  return served(
    concatBytes(
      Uint8Array.of(0, 0),
      u32(0),
      u32(salt),
      new Uint8Array(32),
      u32(0),
      u32(spent.length),
      ...spent.map(({ id }) => input(id)),
      u32(0),
    ),
  );
}

function u32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

const byID = (some: Served) => [...some].sort((a, b) => compareBytes(a.id, b.id));

const low = [1, 2, 3, 4, 5].map((salt) => vertex(salt));
const high = [1, 2, 3].map((salt) => vertex(salt, ...low));
const first = tx(1);
const seconds = [2, 3, 4, 5].map((salt) => tx(salt, first));
const third = tx(6, ...seconds);

test.each([
  ["X/vtx", [...byID(low), ...byID(high)]],
  ["X/tx", [first, ...byID(seconds), third]],
] as const)(
  "%s: nodes that executed it in different orders have one set, numbered by depth and ID",
  async (path, ordered) => {
    const shuffled = [...ordered.slice(2), ...ordered.slice(0, 2)];
    const { ids, warnings } = await mirrorIndex(path, [...ordered].reverse(), shuffled);
    await vi.waitFor(() => expect(ids()).toEqual(idsOf(ordered)), waitOptions);
    expect(warnings).toEqual([]);
  },
);

test("of two nodes with different sets, neither is taken; of three, that of two", async () => {
  const more = vertex(9, high[0]!);
  const two = await mirrorIndex("X/vtx", [...low, more], [...low, high[0]!]);
  await vi.waitFor(
    () => expect(two.started[1]!.count("index.getContainerRange")).toBeGreaterThan(0),
    waitOptions,
  );
  expect(two.ids()).toEqual([]);
  await stop();
  const three = await mirrorIndex("X/vtx", [...low, more], [...low, high[0]!], [high[0]!, ...low]);
  const expected = idsOf([...byID(low), high[0]!]);
  await vi.waitFor(() => expect(three.ids()).toEqual(expected), waitOptions);
  expect(three.warnings[0]).toMatch(/ has other containers in X\/vtx than the majority/);
});

test("takes nothing that is not a transaction of the X-chain", async () => {
  const { ids, warnings } = await mirrorIndex("X/tx", [served(new Uint8Array(9))]);
  await vi.waitFor(
    () => expect(warnings[0]).toMatch(/ a container in X\/tx that cannot be read/),
    waitOptions,
  );
  expect(ids()).toEqual([]);
});
