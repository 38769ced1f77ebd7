import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { formatAddress } from "../../src/formats/address.ts";
import { compareBytes, equalBytes } from "../../src/formats/bytes.ts";
import { formatId } from "../../src/formats/id.ts";
import { bytesOf, handlerOf } from "../support/follow/three-chains.ts";
import { payer } from "../support/transfers.ts";
import {
  endAll,
  type Fields,
  indexAt,
  indexed,
  isBootstrapped,
  resultOf,
  sinceOf,
  startWithDag,
  waitOptions,
} from "./three-chain-node.ts";

afterEach(endAll);

test("a follower of X fetches its DAG, and loses and doubles nothing when it is killed meanwhile", async () => {
  const { node, dag, context } = await startWithDag(
    1_000,
    "--processes=2",
    "--health-check-frequency=100ms",
  );
  await vi.waitFor(async () => expect(await sinceOf(node)).toMatch(/^X=1\b/), waitOptions);
  for (let kill = 0; kill < 10; kill++) {
    await sleep(60 * kill);
    await node.stop("SIGKILL");
    await node.start();
  }
  await vi.waitFor(
    async () => expect(await indexAt(node, "X/vtx")).toHaveLength(1_001),
    waitOptions,
  );
  const sorted = (members: readonly Uint8Array[]) => members.toSorted(compareBytes);
  const bytes = (members: readonly { readonly bytes: Uint8Array }[]) =>
    sorted(members.map((each) => each.bytes));
  expect(sorted(await indexAt(node, "X/vtx"))).toEqual(bytes(dag!.vertices));
  expect(sorted(await indexAt(node, "X/tx"))).toEqual(bytes(dag!.txs));
  await vi.waitFor(async () => expect(await sinceOf(node)).not.toMatch(/X/), waitOptions);
  const addresses = [formatAddress("P", "custom", payer)];
  const exported = { addresses, sourceChain: formatId(context.xChainID) };
  expect(await resultOf(node.url, "platform.getUTXOs", exported)).toMatchObject({
    numFetched: "1",
  });
  const dagNow = { phase: "complete", vertices: 1_001, txs: 1_000 };
  await vi.waitFor(async () => {
    const { checks } = (await resultOf(node.url, "health.health")) as { checks: Fields };
    const message = { storedChains: { X: { dag: dagNow } } };
    expect(checks["following"]).toMatchObject({ message });
  }, waitOptions);
  const metrics = await (await fetch(`${node.url}/ext/metrics`)).text();
  expect(metrics).toContain('couloir_stored_chain_dag_complete{chain="X"} 1\n');
}, 120_000);

test("a second follower gets X, C and the DAG from the first, which alone has what is old", async () => {
  const started = await startWithDag(300, "--c-chain-start=0");
  const { node, chains, network, context, dag, followToo } = started;
  for (const chain of ["X", "C"] as const) {
    await vi.waitFor(async () => expect(await isBootstrapped(node, chain)).toBe(true), waitOptions);
  }
  await vi.waitFor(async () => expect(await indexAt(node, "X/vtx")).toHaveLength(301), waitOptions);
  // The validator keeps votes and the last container of each chain.
  const onlyTip = (chain: typeof chains.X) => ({
    ...handlerOf(chain),
    ancestors: () => [],
    container: (id: Uint8Array) =>
      equalBytes(id, chain.lastID()) ? chain.containers.at(-1)!.bytes : undefined,
  });
  network.handle(context.xChainID, onlyTip(chains.X));
  network.handle(context.cChainID, onlyTip(chains.C));
  const second = await followToo(started);
  for (const chain of ["X", "C"] as const) {
    await vi.waitFor(
      async () => expect(await isBootstrapped(second.node, chain)).toBe(true),
      waitOptions,
    );
    expect(await indexed(second.node, chain)).toEqual(bytesOf(chains[chain]));
  }
  await vi.waitFor(
    async () => expect(await indexAt(second.node, "X/vtx")).toHaveLength(dag!.vertices.length),
    waitOptions,
  );
  for (const path of ["X/tx", "X/vtx"] as const) {
    expect(await indexAt(second.node, path)).toEqual(await indexAt(node, path));
  }
}, 120_000);
