import { afterAll, beforeAll, expect, it } from "vitest";
import WebSocket from "ws";
import { encodeBytes } from "../../src/formats/encoding.ts";
import { formatId } from "../../src/formats/id.ts";
import type { StreamEvent } from "../../src/generated/events.ts";
import type { Utxo } from "../../src/pchain/components/utxo.ts";
import { divide, outputAt, payerAddress, spendable } from "../support/transfers.ts";
import { NodeProcess } from "./node-process.ts";
import { ask, type Json } from "./rpc.ts";

let node: NodeProcess;
beforeAll(async () => {
  node = await NodeProcess.start();
});
afterAll(() => node.discard());

/** Listens until a condition holds, over a WebSocket; `onReady` is called when it has begun. */
function listen(
  query: string,
  isEnough: (events: readonly StreamEvent[]) => boolean,
  onReady: () => void = () => {},
) {
  return new Promise<readonly StreamEvent[]>((resolve, reject) => {
    const events: StreamEvent[] = [];
    const webSocket = new WebSocket(`${node.url.replace("http", "ws")}/ext/events?${query}`);
    webSocket.on("error", reject);
    webSocket.on("close", () => resolve(events));
    webSocket.on("message", (data) => {
      // Closing takes a while, and more may come meanwhile.
      if (isEnough(events)) return;
      events.push(JSON.parse(String(data)));
      if (events.length === 1) onReady();
      if (isEnough(events)) webSocket.close();
    });
  });
}

/** Listens from now on; what happens after `ready` is heard. */
function listening(isEnough: (events: readonly StreamEvent[]) => boolean) {
  let onReady: () => void = () => {};
  const ready = new Promise<void>((resolve) => {
    onReady = resolve;
  });
  return { events: listen("", isEnough, onReady), ready };
}

const blocks = (events: readonly StreamEvent[]) => events.filter(({ type }) => type === "block");

/** What the payer spends next. */
let utxo: Utxo | undefined;

/** Sends a transfer and waits for its block. */
async function transfer(): Promise<string> {
  if (utxo === undefined) {
    const params = { addresses: [payerAddress] };
    const { utxos } = await platform<{ utxos: string[] }>("getUTXOs", params);
    [utxo] = spendable(utxos, 10_000_000_000_000n);
  }
  const tx = divide(12345, utxo!, 1, 1_000_000n);
  await platform("issueTx", { tx: encodeBytes(tx.bytes, "hex") });
  utxo = outputAt(tx, 0);
  const txID = formatId(tx.id);
  for (;;) {
    const { status } = await platform<{ status: string }>("getTxStatus", { txID });
    if (status === "Committed") return txID;
  }
}

const platform = <Result>(method: string, params: Json): Promise<Result> =>
  ask(node.url, "/ext/bc/P", `platform.${method}`, params);

it("misses nothing when the node is killed and started again", async () => {
  const { events: seen, ready } = listening((events) => blocks(events).length === 2);
  await ready;
  const txIDs = [await transfer(), await transfer()];
  const before = await seen;
  expect(before[0]).toMatchObject({ type: "ready", height: "0" });
  expect(before.filter((event) => event.type === "transaction")).toMatchObject([
    { txID: txIDs[0], status: "Processing" },
    { txID: txIDs[0], status: "Committed", height: "1" },
    { txID: txIDs[1], status: "Processing" },
  ]);

  const { cursor } = before.at(-1)!;
  txIDs.push(await transfer());
  await node.stop("SIGKILL");
  await node.start();
  txIDs.push(await transfer());
  const [begin, ...after] = await listen(`after=${cursor}`, (events) => events.length === 6);
  expect(begin).toMatchObject({ type: "ready", cursor });
  expect(after.map(({ type }) => type)).toEqual([
    "transaction",
    "block",
    "transaction",
    "block",
    "transaction",
  ]);
  expect(after).toMatchObject([
    { txID: txIDs[1], status: "Committed", height: "2" },
    { height: "3", txIDs: [txIDs[2]] },
    { txID: txIDs[2], status: "Committed", height: "3" },
    { height: "4", txIDs: [txIDs[3]] },
    { txID: txIDs[3], status: "Committed", height: "4" },
  ]);
});

it("sends the same to browsers, which reconnect by themselves with the last ID", async () => {
  const all = await listen("fromHeight=0", (events) => blocks(events).length === 5);
  const cut = new AbortController();
  const response = await fetch(`${node.url}/ext/events?fromHeight=0`, {
    headers: { accept: "text/event-stream", "last-event-id": all[3]!.cursor },
    signal: cut.signal,
  });
  const texts: string[] = [];
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body!) {
    text += decoder.decode(chunk, { stream: true });
    texts.splice(
      0,
      texts.length,
      ...[...text.matchAll(/^data: (.*)\n\n/gm)].map(([, data]) => data!),
    );
    if (texts.length >= all.length - 3) break;
  }
  cut.abort();
  const [ready, ...rest] = texts.map((each) => JSON.parse(each) as StreamEvent);
  expect(ready).toMatchObject({ type: "ready", cursor: all[3]!.cursor });
  expect(rest.slice(0, all.length - 4)).toEqual(all.slice(4));
});

it("says when blocks were taken back", async () => {
  const { snapshotID } = await ask<{ snapshotID: string }>(node.url, "/ext/dev", "dev.snapshot");
  const { events: heard, ready } = listening((events) =>
    events.some(({ type }) => type === "reverted"),
  );
  await ready;
  await transfer();
  await ask(node.url, "/ext/dev", "dev.revert", { snapshotID });
  const events = await heard;
  expect(events.at(-1)).toMatchObject({ type: "reverted", height: "4" });
  expect(events.at(-1)!.cursor).toBe(events[0]!.cursor);
});

it("gives out its description", async () => {
  const document = (await (await fetch(`${node.url}/ext/events/asyncapi.json`)).json()) as object;
  expect(document).toMatchObject({ asyncapi: "3.0.0", channels: { events: {} } });
});
