/*
 * Calls platform.getHeight every 10 ms, in turns over one kept connection and a new one (or all over the kept one), and reports how long the calls
 * took. The time in which this process or the node waited for a processor is left out, so other work on the machine does not
 * count. A call that is still waiting counts with the time until now.
 */
import { readFileSync } from "node:fs";
import * as http from "node:http";
import * as https from "node:https";
import { setTimeout as sleep } from "node:timers/promises";

const port = Number(process.argv[2]);
const nodePid = process.argv[3]!;
const { Agent, request } = process.argv[4] === "https" ? https : http;
const keepsConnection = process.argv[5] === "kept";
const pauseMs = 10;
const answerTimeoutMs = 120_000;
const kept = new Agent({ keepAlive: true, maxSockets: 1 });
const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "platform.getHeight", params: {} });

let tookMs: number[] = [];
let failed = 0;
let begun: Moment | undefined;

process.on("message", () => report());
process.on("disconnect", () => process.exit());
await ask(kept);
tookMs = [];
failed = 0;
process.send!("started");
for (let i = 0; ; i++) {
  begun = moment();
  const isAnswered = await ask(keepsConnection || i % 2 === 0 ? kept : false);
  tookMs.push(since(begun));
  if (!isAnswered) failed += 1;
  begun = undefined;
  await sleep(pauseMs);
}

type Moment = { readonly atMs: number; readonly queuedMs: number };

function moment(): Moment {
  return { atMs: performance.now(), queuedMs: queuedMs(nodePid) + queuedMs("self") };
}

function since(before: Moment): number {
  const now = moment();
  return Math.max(0, now.atMs - before.atMs - (now.queuedMs - before.queuedMs));
}

/** How long the main thread of a process has waited for a processor. The second number of schedstat is in nanoseconds. */
function queuedMs(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[1]) / 1e6;
  } catch {
    return 0;
  }
}

function report(): void {
  const all = begun === undefined ? tookMs : [...tookMs, since(begun)];
  all.sort((a, b) => a - b);
  process.send!({
    calls: tookMs.length,
    failed,
    longestMs: all.at(-1) ?? 0,
    p50Ms: all[Math.floor(all.length * 0.5)] ?? 0,
    p99Ms: all[Math.floor(all.length * 0.99)] ?? 0,
  });
  tookMs = [];
  failed = 0;
}

/** Whether the call was answered with a result. */
function ask(agent: http.Agent | false): Promise<boolean> {
  return new Promise((resolve) => {
    const headers = { "content-type": "application/json", "content-length": body.length };
    const target = { host: "127.0.0.1", port, path: "/ext/bc/P", method: "POST", headers };
    const options = { ...target, agent, timeout: answerTimeoutMs, rejectUnauthorized: false };
    const sent = request(options, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => resolve(text.includes('"result"')));
      response.on("error", () => resolve(false));
    });
    sent.on("timeout", () => sent.destroy());
    sent.on("error", () => resolve(false));
    sent.end(body);
  });
}
