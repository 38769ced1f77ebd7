/*
 * Honest clients: each makes one call after the other, over a kept connection or a new one, with a pause as a person's program
 * has it. One of them makes transactions, and one in eight follows the events.
 */
import { Agent, get, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { encodeBytes } from "../../src/formats/encoding.ts";
import { divide, outputAt, payerAddress, spendable } from "../support/transfers.ts";

export type HonestReport = {
  readonly calls: number;
  readonly failed: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly longestMs: number;
};

const port = Number(process.argv[2]);
const count = Number(process.argv[3]);
const pauseMs = 40;
const timeoutMs = 30_000;
const localID = 12345;
const burnedNavax = 1_000_000n;
const kept = new Agent({ keepAlive: true, maxSockets: count });

let tookMs: number[] = [];
let failed = 0;

process.on("message", () => report());
process.on("disconnect", () => process.exit());
function report(): void {
  const all = tookMs.sort((a, b) => a - b);
  process.send!({
    calls: all.length,
    failed,
    p50Ms: all[Math.floor(all.length * 0.5)] ?? 0,
    p99Ms: all[Math.floor(all.length * 0.99)] ?? 0,
    longestMs: all.at(-1) ?? 0,
  } satisfies HonestReport);
  tookMs = [];
  failed = 0;
}

/** Makes calls of all kinds without an end. */
async function askOn(): Promise<void> {
  for (let i = Math.floor(Math.random() * kinds.length); ; i++) {
    await kinds[i % kinds.length]!();
    await sleep(Math.random() * 2 * pauseMs);
  }
}

const kinds: readonly (() => Promise<unknown>)[] = [
  () => ask("/ext/bc/P", "platform.getHeight", {}),
  () => ask("/ext/bc/P", "platform.getHeight", {}, false),
  () => ask("/ext/bc/P", "platform.getCurrentValidators", {}),
  () => ask("/ext/bc/P", "platform.getBalance", { addresses: [payerAddress] }),
  () => ask("/ext/bc/P", "platform.getUTXOs", { addresses: [payerAddress], limit: 10 }),
  () => ask("/ext/bc/P", "platform.getBlockByHeight", { height: 0, encoding: "json" }),
  () => ask("/ext/bc/P", "platform.getValidatorsAt", { height: 0 }),
  () => ask("/ext/bc/P", "platform.sampleValidators", { size: 20 }),
  () => ask("/ext/info", "info.getNodeVersion", {}),
  () => ask("/ext/health", "health.health", {}),
  () => send("/ext/bc/P", `[${Array(10).fill(bodyOf("platform.getTimestamp", {}))}]`, kept),
];

for (let i = 0; i < count; i++) {
  if (i % 8 === 1) follow();
  else void (i === 0 ? transfer() : askOn());
}

/** Each transfer spends what the one before it left. */
async function transfer(): Promise<void> {
  const { utxos } = await ask("/ext/bc/P", "platform.getUTXOs", { addresses: [payerAddress] });
  let [utxo] = spendable(utxos as string[], 10_000_000_000_000n);
  for (;;) {
    const tx = divide(localID, utxo!, 1, burnedNavax);
    const { txID } = await ask("/ext/bc/P", "platform.issueTx", {
      tx: encodeBytes(tx.bytes, "hex"),
    });
    while ((await ask("/ext/bc/P", "platform.getTxStatus", { txID }))["status"] !== "Committed") {
      await sleep(pauseMs);
    }
    utxo = outputAt(tx, 0);
    await sleep(10 * pauseMs);
  }
}

/** Reads the events, and connects again if the connection breaks. */
function follow(): void {
  const again = () => setTimeout(follow, pauseMs);
  get({ host: "127.0.0.1", port, path: "/ext/events" }, (response) => {
    response.resume();
    response.once("close", again);
  }).once("error", () => {
    failed += 1;
    again();
  });
}

async function ask(path: string, method: string, params: object, agent: Agent | false = kept) {
  const text = await send(path, bodyOf(method, params), agent);
  const { result } = (text === "" ? {} : JSON.parse(text)) as { result?: Record<string, unknown> };
  return result ?? {};
}

function bodyOf(method: string, params: object): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
}

/** Resolves to the response's body, empty if the call failed. */
function send(path: string, body: string, agent: Agent | false): Promise<string> {
  const begun = performance.now();
  const headers = { "content-type": "application/json", "content-length": body.length };
  return new Promise((resolve) => {
    const end = (text: string) => {
      tookMs.push(performance.now() - begun);
      if (text === "") failed += 1;
      resolve(text);
    };
    const options = { host: "127.0.0.1", port, path, method: "POST", headers, agent };
    const sent = request({ ...options, timeout: timeoutMs }, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => end(text.includes('"result"') ? text : ""));
      response.on("error", () => end(""));
    });
    sent.on("timeout", () => sent.destroy());
    sent.on("error", () => end(""));
    sent.end(body);
  });
}
