import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { eventsAt, type HeldEvent } from "../../../src/events/block-events.ts";
import { keyOf } from "../../../src/formats/bytes.ts";
import { formatId } from "../../../src/formats/id.ts";
import { formatNodeId } from "../../../src/formats/node-id.ts";
import { blockTxs, parseBlock } from "../../../src/pchain/blocks/block.ts";
import type { ChainStore } from "../../../src/store/chain-store.ts";
import { historyNames, readHistory } from "../../support/histories.ts";
import { openHistoryChain } from "../../support/history-chain.ts";
import { replayHistory } from "../../support/replay-history.ts";

const document = JSON.parse(
  readFileSync(new URL("../../../openrpc/asyncapi/events.json", import.meta.url), "utf8"),
);
const ajv = new Ajv({ strict: false });
ajv.addSchema({ $id: "events", components: document.components });
const isEvent = ajv.compile({
  anyOf: ["BlockEvent", "TransactionEvent", "ValidatorEvent"].map((name) => ({
    $ref: `events#/components/schemas/${name}`,
  })),
});

describe.each(historyNames)("the events of %s", async (name) => {
  const { opened } = await openHistoryChain(name);
  const { store } = opened;
  replayHistory(readHistory(name), { ...opened, heightMax: Number.MAX_SAFE_INTEGER });
  const last = store.blocks.lastAccepted().height;
  const heights = Array.from({ length: Number(last) + 1 }, (_, height) => BigInt(height));
  const byHeight = heights.map((height) => eventsAt(height, store));

  it("are what the document says, each with a place of its own", () => {
    const events = byHeight.flat();
    for (const event of events) expect(isEvent(event), JSON.stringify(event)).toBe(true);
    expect(new Set(events.map(({ cursor }) => cursor)).size).toBe(events.length);
  });

  it("report every block once, before all other events of its height", () => {
    for (const [height, [first, ...others]] of byHeight.entries()) {
      expect(first).toMatchObject({ type: "block", height: String(height) });
      expect(others.filter(({ type }) => type === "block")).toEqual([]);
    }
  });

  it("report the outcome of each transaction once", () => {
    const events = byHeight
      .flat()
      .flatMap((event) => (event.type === "transaction" ? [event] : []));
    const txs = heights.flatMap((height) =>
      blockTxs(parseBlock(store.blocks.byHeight(height)!.bytes)),
    );
    expect(events.map(({ txID }) => txID).sort()).toEqual(txs.map(({ id }) => formatId(id)).sort());
    const statuses = new Map(events.map(({ txID, status }) => [txID, status]));
    for (const { id } of txs) {
      const committed = store.txs.byID(id)!.status === "Committed";
      expect(statuses.get(formatId(id))).toBe(committed ? "Committed" : "Dropped");
    }
  });

  it("report exactly how the validators before a block differ from those after it", () => {
    for (const height of heights)
      expect(weightChanges(byHeight, height)).toEqual(changed(store, height));
  });
});

type Weights = Record<string, readonly [previous: string, weight: string]>;

function weightChanges(byHeight: readonly (readonly HeldEvent[])[], height: bigint): Weights {
  const weights: Weights = {};
  for (const event of byHeight[Number(height)]!) {
    if (event.type !== "validator") continue;
    const { subnetID, nodeID, previousWeight, weight } = event;
    weights[`${subnetID} ${nodeID}`] = [previousWeight, weight];
  }
  return weights;
}

function changed(store: ChainStore, height: bigint): Weights {
  const weights: Weights = {};
  const before = height === 0n ? new Map() : setsAt(store, height - 1n);
  const after = setsAt(store, height);
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(name), after.get(name)];
    if (was?.weight === is?.weight && was?.key === is?.key) continue;
    weights[name] = [String(was?.weight ?? 0n), String(is?.weight ?? 0n)];
  }
  return weights;
}

function setsAt(store: ChainStore, height: bigint) {
  const all = store.validators.allSetsAt(height).flatMap(({ subnetID, validators }) =>
    validators.map(({ nodeID, weight, publicKey }) => {
      const name = `${formatId(subnetID)} ${formatNodeId(nodeID)}`;
      return [name, { weight, key: publicKey && keyOf(publicKey) }] as const;
    }),
  );
  return new Map(all);
}
