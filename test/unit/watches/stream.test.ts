import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { WebSocket } from "ws";
import type { JsonValue } from "../../../src/formats/json.ts";
import type { WatchEvent } from "../../../src/generated/events.ts";
import type { WatchWithSecret } from "../../../src/generated/types.ts";
import { callNode } from "../../support/call-node.ts";
import { type StartedNode, startNode } from "../../support/start-node.ts";

const address = "P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u";
const rule = { kind: "addressActivity", addresses: [address] };

let node: StartedNode | undefined;

afterEach(async () => {
  await node?.stop();
  node = undefined;
});

/** The first messages of a stream of Server-Sent Events. */
async function messages(
  url: string,
  count: number,
  headers: Record<string, string> = {},
): Promise<readonly WatchEvent[]> {
  const reader = (await fetch(url, { headers })).body!.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`the stream ended with ${text}`);
    text += decoder.decode(value, { stream: true });
    const found = text.match(/^data: .*$/gm) ?? [];
    if (found.length < count) continue;
    await reader.cancel();
    return found.slice(0, count).map((line) => JSON.parse(line.slice("data: ".length)));
  }
}

it("a watch is read as a stream, from a height, after a cursor, or of what happens next", async () => {
  node = await startNode({});
  const created = await callNode(node.url, "watch.create", { rule });
  const { watchID } = created.result as unknown as WatchWithSecret;
  const events = `${node.url}/ext/events?watchID=${watchID}`;
  const live = messages(events, 3);
  await expect.poll(async () => (await messages(events, 1))[0]).toMatchObject({ type: "ready" });
  for (const amount of [1, 2]) await callNode(node.url, "dev.fund", { address, amount });
  const [, first, second] = await live;
  expect([first, second]).toMatchObject([
    { type: "watch", watchID, kind: "activity", received: "1" },
    { type: "watch", watchID, kind: "activity", received: "2" },
  ]);
  expect((await messages(`${events}&after=${first!.cursor}`, 2))[1]).toEqual(second);
  const all = await messages(`${events}&fromHeight=0`, 4);
  expect(all.slice(-2)).toEqual([first, second]);
  const refused = async (query: string) => (await fetch(`${events}${query}`)).text();
  expect(await refused("&topics=block")).toBe(
    'topics: expected no topics together with watchID, got "block"\n',
  );
  const between = await fetch(`${node.url}/ext/events?after=0.0.00000000.1`);
  expect(await between.text()).toBe(
    'after: expected the cursor of an event of these topics, got "0.0.00000000.1"\n',
  );
  for (const after of ["0.0.00000000", "0.9.00000000.1", "7.1.00000000"]) {
    const [ready, reverted] = await messages(`${events}&after=${after}`, 2);
    expect([ready, reverted]).toMatchObject([
      { type: "ready", cursor: after, height: "0" },
      { type: "reverted", height: "0" },
    ]);
    expect((await messages(`${events}&after=${reverted!.cursor}`, 1))[0]).toMatchObject({
      type: "ready",
      cursor: reverted!.cursor,
    });
  }
  const other = await fetch(`${node.url}/ext/events?watchID=watch_000000000000000000000000`);
  expect([other.status, await other.text()]).toEqual([
    400,
    'watchID: expected the ID of a watch of this node, got "watch_000000000000000000000000"\n',
  ]);
});

it("a stream that breaks between two reports of one event continues with the second", async () => {
  node = await startNode({});
  const { result } = await callNode(node.url, "watch.create", {
    rule: { kind: "addressBalance", addresses: [address], above: "0", changedBy: "1" },
  });
  const { watchID } = result as unknown as WatchWithSecret;
  const events = `${node.url}/ext/events?watchID=${watchID}&fromHeight=0`;
  await callNode(node.url, "dev.fund", { address, amount: 1 });
  const kinds = (found: readonly WatchEvent[]) => found.map(({ kind }) => kind);
  const all = (await messages(events, 4)).slice(1);
  expect(kinds(all)).toEqual(["balanceAbove", "balanceChanged", "balanceChanged"]);
  for (const [index, { cursor }] of all.entries()) {
    const left = all.slice(index + 1);
    if (left.length === 0) continue;
    const url = `${node.url}/ext/events?watchID=${watchID}`;
    const resumed = await messages(url, left.length + 1, { "last-event-id": cursor });
    expect(resumed.slice(1)).toEqual(left);
  }
});

it("a stream says when blocks were undone, and continues with what follows", async () => {
  node = await startNode({});
  const { url } = node;
  const ask = async (method: string, params: JsonValue = {}) =>
    (await callNode(url, method, params)).result as Record<string, string>;
  const { watchID } = await ask("watch.create", { rule });
  const got: (readonly [type: string, height: string, received: string | undefined])[] = [];
  const { body } = await fetch(`${url}/ext/events?watchID=${watchID}`);
  const listening = body!.pipeThrough(new TextDecoderStream()).pipeTo(
    new WritableStream({
      write: (text) => {
        for (const line of text.match(/^data: .*$/gm) ?? []) {
          const { type, height, received } = JSON.parse(line.slice("data: ".length));
          got.push([type, height, received]);
        }
      },
    }),
  );
  const pay = (amount: number) => ask("dev.fund", { address, amount });
  const build = async (count: number) => {
    for (let i = 0; i < count; i++) {
      await ask("dev.increaseTime", { seconds: 1 });
      await ask("dev.buildBlock");
    }
  };
  const snapshot = await ask("dev.snapshot");
  await build(3);
  await pay(1);
  await expect.poll(() => got.at(-1)).toEqual(["watch", "3", "1"]);
  await ask("dev.revert", { snapshotID: snapshot["snapshotID"]! });
  await expect.poll(() => got.at(-1)).toEqual(["reverted", "0", undefined]);
  await build(1);
  await pay(2);
  await build(3);
  await pay(3);
  await expect.poll(() => got.at(-1)).toEqual(["watch", "4", "3"]);
  await ask("dev.reset");
  await pay(4);
  await expect.poll(() => got.at(-1)).toEqual(["watch", "0", "4"]);
  expect(got).toEqual([
    ["ready", "0", undefined],
    ["watch", "3", "1"],
    ["reverted", "0", undefined],
    ["watch", "1", "2"],
    ["watch", "4", "3"],
    ["reverted", "0", undefined],
    ["watch", "0", "4"],
  ]);
  await node.stop();
  node = undefined;
  await listening.catch(() => {});
});

it("--watch-token-file lets only callers with the token use watches", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "couloir-")), "token");
  writeFileSync(file, "correct horse battery staple\n".replaceAll(" ", "-"));
  node = await startNode({ "watch-token-file": file });
  const { url } = node;
  const ask = (headers: Record<string, string>) =>
    fetch(`${url}/ext/watch`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "watch.list", params: {} }),
    });
  const authorized = await ask({ authorization: "Bearer correct-horse-battery-staple" });
  expect([authorized.status, await authorized.json()]).toEqual([
    200,
    { jsonrpc: "2.0", id: 1, result: { watches: [] } },
  ]);
  for (const headers of [
    {},
    { authorization: "Bearer correct-horse" },
    { authorization: "Basic x" },
  ]) {
    const refused = await ask(headers as Record<string, string>);
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  }
  const stream = await fetch(`${url}/ext/events?watchID=watch_000000000000000000000000`);
  expect(stream.status).toBe(400);
});

it("an open stream follows the rule that its watch gets, and ends with its watch", async () => {
  node = await startNode({});
  const { url } = node;
  const other = "P-local1g65uqn6t77p656w64023nh8nd9updzmxyymev2";
  const ask = async (method: string, params: JsonValue = {}) =>
    (await callNode(url, method, params)).result as Record<string, string>;
  const { watchID = "" } = await ask("watch.create", { rule });
  const ended = new Map<string, unknown>();
  const events = `${url}/ext/events?watchID=${watchID}`;
  const socket = new WebSocket(events.replace("http", "ws"));
  socket.onclose = ({ code, reason }) => ended.set("socket", [code, reason]);
  const received: string[] = [];
  socket.onmessage = ({ data }) => {
    const event = JSON.parse(String(data));
    received.push(event.received ?? event.type);
  };
  const { body } = await fetch(events);
  const whole = new Response(body).text().then((text) => ended.set("text", text));
  await expect.poll(() => received).toEqual(["ready"]);
  await ask("dev.fund", { address, amount: 1 });
  await expect.poll(() => received).toEqual(["ready", "1"]);
  await ask("watch.update", { watchID, rule: { ...rule, addresses: [other] } });
  await ask("dev.fund", { address, amount: 2 });
  await ask("dev.fund", { address: other, amount: 3 });
  await expect.poll(() => received).toEqual(["ready", "1", "3"]);
  await ask("watch.remove", { watchID });
  await whole;
  await expect.poll(() => ended.get("socket")).toEqual([1001, "the watch was removed"]);
  expect(String(ended.get("text")).match(/"received":"\d+"/g)).toEqual([
    '"received":"1"',
    '"received":"3"',
  ]);
  expect((await fetch(events)).status).toBe(400);
  // Nothing is sent to those that have ended.
  await ask("dev.fund", { address: other, amount: 4 });
});
