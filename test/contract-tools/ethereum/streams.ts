import { setTimeout as sleep } from "node:timers/promises";
import { subscriptionsOf } from "../../../codegen/foreign/subscriptions/find.ts";
import { Validators } from "../../../codegen/foreign/validators.ts";
import { isObject, type Json, type JsonObject } from "../../../codegen/load/json.ts";
import { comparable } from "../calls.ts";
import type { StreamCall, StreamOutcome, Take } from "../streams/run-language.ts";
import type { Geth } from "./geth.ts";

/** Emits a log with the topic 42 when it is created. */
const emitting = "0x602a60006000a100";
const topic = `0x${"2a".padStart(64, "0")}`;
const gas = "0x30000";

const prefix = "eth_subscribe_";
const inDev: readonly StreamCall[] = [
  { name: `${prefix}newHeads`, params: null, count: 2 },
  { name: `${prefix}logs`, params: { arg: { topics: [topic] } }, count: 2 },
  { name: `${prefix}newPendingTransactions`, params: null, count: 2 },
  { name: `${prefix}newPendingTransactions_full`, params: null, count: 2 },
];

/** Reads the kinds of `eth_subscribe` that a chain with transactions pushes, and compares each item with what geth has. */
export async function readFromDev(take: Take, node: Geth, document: JsonObject): Promise<string> {
  const [from] = (await node.call("eth_accounts")) as readonly string[];
  let isOver = false;
  const sending = (async () => {
    while (!isOver) {
      await node.call("eth_sendTransaction", [{ from: from ?? "", data: emitting, gas }]);
      await sleep(50);
    }
  })();
  const outcomes = await take(node.url, inDev).finally(() => {
    isOver = true;
  });
  await sending;
  const [heads, logs, pending, full] = inDev.map(({ count }, index) =>
    itemsOf(outcomes[index], count),
  );
  for (const head of heads ?? []) await sameHead(node, head);
  const [first, second] = (heads ?? []).map((head) => Number((head as JsonObject)["number"]));
  if (second !== (first ?? 0) + 1) throw new Error(`the heads are ${first} and ${second}`);
  for (const log of logs ?? []) await sameLog(node, log);
  for (const hash of pending ?? []) {
    const found = await node.call("eth_getTransactionByHash", [hash]);
    expectPart({ hash }, found);
  }
  for (const transaction of full ?? []) {
    const { hash = "", from: sender = "", input = "" } = transaction as JsonObject;
    if (input !== emitting) throw new Error(`a full transaction is ${JSON.stringify(transaction)}`);
    expectPart({ hash, from: sender, input }, await node.call("eth_getTransactionByHash", [hash]));
  }
  const all = new Map([
    ["newHeads", heads],
    ["logs", logs],
    ["newPendingTransactions", pending],
    ["newPendingTransactions_full", full],
  ]);
  validate(document, all);
  return `${[...all.keys()].join(", ")}: 2 items each, as geth has them`;
}

/** Reads what a node pushes that has synchronised. */
export async function readSyncing(take: Take, node: Geth): Promise<string> {
  const [outcome] = await take(node.url, [{ name: `${prefix}syncing`, params: null, count: 1 }]);
  const [item] = itemsOf(outcome, 1);
  if (item !== false) throw new Error(`syncing pushed ${JSON.stringify(item)}`);
  return "syncing: false";
}

function itemsOf(outcome: StreamOutcome | undefined, count: number): readonly Json[] {
  const items = outcome?.items ?? [];
  if (items.length === count) return items;
  throw new Error(outcome?.failure ?? `expected ${count} items, got ${JSON.stringify(items)}`);
}

async function sameHead(node: Geth, head: Json): Promise<void> {
  const { hash = "" } = head as JsonObject;
  expectPart(head, await node.call("eth_getBlockByHash", [hash, false]));
}

async function sameLog(node: Geth, log: Json): Promise<void> {
  const { blockHash = "" } = log as JsonObject;
  const logs = await node.call("eth_getLogs", [{ blockHash, topics: [topic] }]);
  expectPart([log], logs);
}

/** Every member of an item must be the one that geth returns. */
function expectPart(part: Json, whole: Json): void {
  if (!isPart(part, whole)) {
    throw new Error(`pushed ${JSON.stringify(part)}, geth has ${JSON.stringify(whole)}`);
  }
}

function isPart(part: Json, whole: Json): boolean {
  if (Array.isArray(part)) {
    const list = part as readonly Json[];
    const other = Array.isArray(whole) ? (whole as readonly Json[]) : [];
    return (
      list.length === other.length &&
      list.every((each, index) => isPart(each, other[index] ?? null))
    );
  }
  if (!isObject(part)) return part === whole;
  return (
    isObject(whole) &&
    Object.entries(part).every(([name, value]) => isPart(value, whole[name] ?? null))
  );
}

function validate(document: JsonObject, all: ReadonlyMap<string, readonly Json[] | undefined>) {
  const validators = new Validators(document);
  for (const { name, pushes } of subscriptionsOf(document)) {
    for (const item of all.get(name) ?? []) {
      const problem = validators.problem(pushes[0]?.payload ?? true, comparable(item));
      if (problem !== undefined) throw new Error(`${name}: ${problem}`);
    }
  }
}
