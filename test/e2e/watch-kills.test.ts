import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import type { JsonValue } from "../../src/formats/json.ts";
import type { LedgerTx, Watch, WatchWithSecret } from "../../src/generated/types.ts";
import { callNode } from "../support/call-node.ts";
import { openTarget, type Received, type Target } from "../support/watches/target.ts";

const kills = Number(process.env["COULOIR_WATCH_KILLS"] ?? 5);
const executable = new URL("../../bin/couloir", import.meta.url).pathname;
const directory = mkdtempSync(join(tmpdir(), "couloir-"));
/** Of the first keys that every network knows, and of others. */
const addresses = [
  "P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u",
  "P-local1zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3dv8dg6",
  "P-local1ur873jhz9qnaqv5qthk5sn3e8nj3e0kmggalnu",
];

type Running = { readonly child: ChildProcess; readonly url: string };

async function startNode(): Promise<Running> {
  const file = join(directory, "process.json");
  rmSync(file, { force: true });
  const flags = [`--data-dir=${directory}`, "--http-port=0", "--watch-allow-private-targets"];
  const child = spawn(process.execPath, [executable, ...flags], { stdio: "ignore" });
  for (;;) {
    await sleep(10);
    if (child.exitCode !== null) throw new Error(`the node ended with ${child.exitCode}`);
    try {
      return { child, url: JSON.parse(readFileSync(file, "utf8")).uri };
    } catch {
      // Not written yet, or not whole.
    }
  }
}

async function kill({ child }: Running): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

async function ask<Result>({ url }: Running, method: string, params: JsonValue): Promise<Result> {
  const { result, error } = await callNode(url, method, params);
  if (error !== undefined) throw new Error(`${method}: ${error.message}`);
  return result as unknown as Result;
}

/** Pays an address until the node is gone. Calls `onPaid` after each payment. */
async function pay(node: Running, address: string, onPaid: () => void): Promise<void> {
  try {
    for (let i = 0; ; i++) {
      await ask(node, "dev.fund", { address, amount: String(i + 1) });
      onPaid();
    }
  } catch {
    // It was killed.
  }
}

/** Answers most requests, refuses some, and leaves some without an answer. */
function unreliably(target: Target): void {
  target.answer = (response) => {
    const chance = Math.random();
    if (chance < 0.7) response.writeHead(204).end();
    else if (chance < 0.8) response.writeHead(500).end();
    else response.socket?.destroy();
  };
}

it("kills of node and target lose no event, change none, and keep the order of each watch", async () => {
  let target = await openTarget();
  const port = Number(new URL(target.url).port);
  const received: Received[] = [];
  let node = await startNode();
  const watches = new Map<string, string>();
  for (const address of addresses) {
    const { watchID } = await ask<WatchWithSecret>(node, "watch.create", {
      rule: { kind: "addressActivity", addresses: [address] },
      target: { url: target.url },
    });
    watches.set(watchID, address);
  }
  for (let round = 0; round < kills; round++) {
    unreliably(target);
    const running = node;
    let paying: Promise<unknown> = Promise.resolve();
    await new Promise<void>((resolve) => {
      paying = Promise.all(addresses.map((address) => pay(running, address, resolve)));
    });
    await sleep(Math.random() * 300);
    if (round % 2 === 1) {
      received.push(...target.received);
      await target.close();
    }
    await kill(node);
    await paying;
    if (round % 2 === 1) {
      target = await openTarget(port);
      unreliably(target);
    }
    node = await startNode();
  }
  target.answer = (response) => response.writeHead(204).end();
  for (const watchID of watches.keys()) await ask(node, "watch.resume", { watchID });
  await expect
    .poll(
      async () => {
        const { watches: all } = await ask<{ readonly watches: Watch[] }>(node, "watch.list", {});
        return all.filter(({ isBehind }) => isBehind).length;
      },
      { timeout: 300_000 },
    )
    .toBe(0);
  received.push(...target.received);
  let delivered = 0;
  for (const [watchID, address] of watches) {
    const own = received.filter(({ event }) => "watchID" in event && event.watchID === watchID);
    const first = new Map<string, Received>();
    for (const each of own) {
      const before = first.get(each.id);
      if (before === undefined) first.set(each.id, each);
      else expect(each.body).toBe(before.body);
    }
    const order = [...first.values()].map(({ event }) => "txID" in event && event.txID);
    expect(order).toEqual(await paymentsOf(node, address));
    delivered += order.length;
  }
  expect(delivered).toBeGreaterThanOrEqual(kills);
  await kill(node);
  await target.close();
}, 3_600_000);

/** The payments of an address after the genesis, in the order of the chain. */
async function paymentsOf(node: Running, address: string): Promise<string[]> {
  const found: LedgerTx[] = [];
  let startAfter: string | undefined;
  do {
    const page = await ask<{ transactions: LedgerTx[]; nextCursor?: string }>(
      node,
      "ledger.getTransactions",
      {
        filter: { addresses: [address], kinds: ["Dev"] },
        sort: { descending: false },
        page: { limit: 1024, ...(startAfter !== undefined && { startAfter }) },
      },
    );
    found.push(...page.transactions);
    startAfter = page.nextCursor;
  } while (startAfter !== undefined);
  return found.map(({ txID }) => txID!);
}
