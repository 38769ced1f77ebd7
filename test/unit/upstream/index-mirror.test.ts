import { afterEach, expect, test, vi } from "vitest";
import { encodeBytes } from "../../../src/formats/encoding.ts";
import { formatId } from "../../../src/formats/id.ts";
import { parseContainer } from "../../../src/store/container-log.ts";
import { IndexMirror } from "../../../src/upstream/index-mirror.ts";
import { contentOf, linkedBlocks, openIndices } from "../../support/containers.ts";
import { makeChain } from "../follow/network.ts";
import { type FakeUpstream, Refused } from "./fake-upstream.ts";
import { fakes, sleep, upstreamOf } from "./following.ts";

type Blocks = ReturnType<typeof linkedBlocks>;

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

/** The fake serves these containers as its index of the X-chain. */
function serve(fake: FakeUpstream, containers: Blocks): void {
  fake.lie = ({ path, method, params }) => {
    if (path !== "/ext/index/X/block") return undefined;
    const shown = containers.map(({ idText, bytesText }, index) => ({
      id: idText,
      bytes: bytesText,
      index: String(index),
    }));
    if (method === "index.getLastAccepted") return shown.at(-1);
    if (method !== "index.getContainerRange") throw new Refused("not here");
    const first = Number(params["startIndex"]);
    return { containers: shown.slice(first, first + Number(params["numToFetch"])) };
  };
}

async function mirror(...served: readonly Blocks[]) {
  const started = await fakes(...served.map(() => makeChain(1)));
  for (const [i, fake] of started.entries()) serve(fake, served[i]!);
  const { database, indexer } = openIndices();
  const warnings: string[] = [];
  const upstreams = started.map(({ url }) => upstreamOf(url, { warnings }));
  const over = new AbortController();
  const running = new IndexMirror({
    upstreams,
    database,
    logs: indexer.logs,
    genesisID: () => undefined,
    nowMillis: Date.now,
    sleep,
  }).run(over.signal);
  stop = async () => {
    over.abort();
    await running.catch(() => {});
  };
  const log = indexer.logs["X/block"];
  const ids = () => [...log.pages()].flat().map((text) => parseContainer(text).id);
  return { started, warnings, ids };
}

const idsOf = (some: Blocks) => some.map(({ id }) => formatId(id));
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
