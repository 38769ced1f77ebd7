import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { formatAddress } from "../../src/formats/address.ts";
import { emptyId, type Id } from "../../src/formats/bytes.ts";
import type { ChainContext } from "../../src/networks/network.ts";
import { unsignedAtomicTx } from "../support/follow/foreign-chain.ts";
import { bytesOf } from "../support/follow/three-chains.ts";
import { payer } from "../support/transfers.ts";
import {
  endAll,
  type Fields,
  indexed,
  isBootstrapped,
  networkID,
  resultOf,
  sinceOf,
  start,
  waitOptions,
} from "./three-chain-node.ts";

afterEach(endAll);

describe("a node that follows P-, X- and C-chain", () => {
  it("serves their indices from the first block, and says how far it is", async () => {
    const { node, chains, context } = await start(
      "--c-chain-start=0",
      "--processes=2",
      "--health-check-frequency=100ms",
    );
    await vi.waitFor(async () => expect(await isBootstrapped(node, "C")).toBe(true), waitOptions);
    await vi.waitFor(async () => expect(await isBootstrapped(node, "X")).toBe(true), waitOptions);
    expect(await indexed(node, "X")).toEqual(bytesOf(chains.X));
    expect(await indexed(node, "C")).toEqual(bytesOf(chains.C));
    const exported = exportTo(context.xChainID, context, 5n);
    chains.C.extend(3, [exported]);
    await vi.waitFor(
      async () => expect(await indexed(node, "C")).toEqual(bytesOf(chains.C)),
      waitOptions,
    );
    const addresses = [formatAddress("X", "custom", payer)];
    expect(await resultOf(node.url, "avm.getUTXOs", { addresses, sourceChain: "C" })).toMatchObject(
      { numFetched: "1" },
    );
    await expect(resultOf(node.url, "avm.getUTXOs", { addresses })).rejects.toThrow(
      'problem parsing source chainID "X": this node does not execute the X-chain, so it does not know its own outputs: name the chain that exported them',
    );
    const onC = [formatAddress("C", "custom", payer)];
    expect(
      await resultOf(node.url, "avax.getUTXOs", { addresses: onC, sourceChain: "X" }),
    ).toMatchObject({ numFetched: "0" });
    const checks = async (name: string) =>
      ((await resultOf(node.url, "health.health"))["checks"] as Fields)[name] as Fields;
    const storedChains = {
      X: { phase: "following", startHeight: "1", height: "30", isExecuted: false },
      C: { phase: "following", startHeight: "1", height: "43", isExecuted: false },
    };
    await vi.waitFor(async () => {
      expect((await checks("X"))["message"]).toMatchObject({
        engine: { consensus: { lastAcceptedHeight: 30 }, vm: null },
        networking: { percentConnected: 1 },
      });
      expect((await checks("following"))["message"]).toMatchObject({ storedChains });
    }, waitOptions);
    const metrics = await (await fetch(`${node.url}/ext/metrics`)).text();
    for (const line of [
      'avalanche_snowman_last_accepted_height{chain="C"} 43',
      'avalanche_snowman_bootstrap_finished{chain="X"} 1',
      'couloir_stored_chain_height{chain="C"} 43',
      'couloir_stored_chain_start_height{chain="C"} 1',
    ]) {
      expect(metrics).toContain(`${line}\n`);
    }
  });

  it("loses and doubles nothing when it is killed at any moment", async () => {
    const { node, chains, context } = await start("--c-chain-start=0");
    expect(await sinceOf(node)).toBeNull();
    const exportOf = (amount: bigint) => exportTo(emptyId, context, amount);
    for (let kill = 0; kill < 10; kill++) {
      chains.X.extend(5);
      chains.C.extend(25, [exportOf(BigInt(kill + 1))]);
      await sleep(40 * kill);
      await node.stop("SIGKILL");
      await node.start();
    }
    await vi.waitFor(
      async () => expect(await indexed(node, "C")).toHaveLength(chains.C.containers.length),
      waitOptions,
    );
    await vi.waitFor(
      async () => expect(await indexed(node, "X")).toHaveLength(chains.X.containers.length),
      waitOptions,
    );
    expect(await indexed(node, "X")).toEqual(bytesOf(chains.X));
    expect(await indexed(node, "C")).toEqual(bytesOf(chains.C));
    await vi.waitFor(async () => expect(await isBootstrapped(node, "C")).toBe(true), waitOptions);
    const params = { filter: { addresses: [formatAddress("P", "custom", payer)] } };
    const { crossings } = await resultOf(node.url, "ledger.getCrossings", params, "/ext/ledger");
    const found = (crossings as readonly Fields[]).map(({ height, amount }) => [height, amount]);
    const each = Array.from({ length: 10 }, (_, kill) => [`${41 + 25 * kill}`, `${kill + 1}`]);
    expect(found).toEqual(each.reverse());
  });

  it("refuses a start of the C-chain that the store does not have", async () => {
    const { node } = await start("--c-chain-start=11");
    await vi.waitFor(async () => expect(await indexed(node, "C")).toHaveLength(30), waitOptions);
    expect(await sinceOf(node)).toBe("C=11");
    await node.stop();
    const other = node.with("--c-chain-start=12");
    await expect(other.start()).rejects.toThrow("the node ended with 1");
    await node.start();
    await vi.waitFor(async () => expect(await isBootstrapped(node, "C")).toBe(true), waitOptions);
  });
});

/** Of the C-chain, with one output of the payer. */
function exportTo(destinationChain: Id, { cChainID, avaxAssetID }: ChainContext, amount: bigint) {
  const owners = { locktime: 0n, threshold: 1, addresses: [payer] };
  const output = { kind: "TransferOutput" as const, amount, ...owners };
  return unsignedAtomicTx({
    kind: "ExportTx",
    networkID,
    blockchainID: cChainID,
    destinationChain,
    inputs: [],
    exportedOutputs: [{ assetID: avaxAssetID, output }],
  });
}
