import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type { Couloir } from "./couloir.ts";
import { type IndexedChain, indexed, measuredDelays } from "./indices.ts";

const rounds = 20;
const idleSeconds = 15;
const delayMaxMs = 1_000;
const residentMaxMiB = 200;

type Traffic = {
  readonly requests: number;
  readonly sent: number;
  readonly received: number;
  readonly cpuSeconds: number;
};

/**
 * Compares a follower of the P-chain with one of all chains while the network is idle and while it accepts blocks. Throws if X or C is more
 * than a second behind the validators in the median, or memory is above its limit.
 */
export async function followingCost(
  plain: Couloir,
  all: Couloir,
  urls: readonly string[],
  pay: () => Promise<void>,
): Promise<string> {
  const followers = [plain, all];
  const idle = await during(followers, () => sleep(idleSeconds * 1000));
  const first: Record<IndexedChain, bigint> = { P: 0n, X: 0n, C: 0n };
  for (const chain of ["P", "X", "C"] as const) {
    first[chain] = BigInt((await indexed(urls[0]!, chain)).length) + 1n;
  }
  const busy = await during(followers, async () => {
    for (let round = 0; round < rounds; round++) await pay();
    await sleep(1_000);
  });
  const delays: string[] = [];
  for (const chain of ["P", "X", "C"] as const) {
    const { medianMs, worstMs, count } = await measuredDelays(all.url, first[chain], urls, {
      chain,
    });
    delays.push(`${chain} ${medianMs} ms median, ${worstMs} worst of ${count}`);
    assert(medianMs <= delayMaxMs, `${chain} is ${medianMs} ms behind the median validator`);
  }
  const alone = await measuredDelays(plain.url, first.P, urls);
  delays.push(`P without the others ${alone.medianMs} ms median, ${alone.worstMs} worst`);
  const { residentMiB, peakMiB } = all.usage();
  assert(residentMiB < residentMaxMiB, `${residentMiB} MiB`);
  const memory = `${residentMiB.toFixed(0)} MiB (at most ${peakMiB.toFixed(0)}), P alone ${plain.usage().residentMiB.toFixed(0)}`;
  return [
    `behind the median validator: ${delays.join("; ")}`,
    memory,
    `idle: P ${idle[0]}, all ${idle[1]}`,
    `busy: P ${busy[0]}, all ${busy[1]}`,
  ].join("\n        ");
}

/** Messages and bytes per second of each follower for the time of something. */
async function during(
  followers: readonly Couloir[],
  goOn: () => Promise<unknown>,
): Promise<readonly string[]> {
  const before = await Promise.all(followers.map(trafficOf));
  const startMs = performance.now();
  await goOn();
  const seconds = (performance.now() - startMs) / 1000;
  const after = await Promise.all(followers.map(trafficOf));
  return after.map((now, at) => {
    const perSecond = (field: keyof Traffic) => (now[field] - before[at]![field]) / seconds;
    return `${perSecond("requests").toFixed(1)} requests/s, ${perSecond("sent").toFixed(0)} B/s sent, ${perSecond("received").toFixed(0)} B/s received, ${(100 * perSecond("cpuSeconds")).toFixed(1)} % CPU`;
  });
}

/** Ops that ask a peer something. */
const requests = ["pull_query", "push_query", "get", "get_ancestors", "get_accepted_frontier"];

async function trafficOf(couloir: Couloir): Promise<Traffic> {
  const counts = await Promise.all(
    requests.map((op) => couloir.metric("avalanche_network_msgs", `io="sent",op="${op}"`)),
  );
  return {
    requests: counts.reduce((sum, count) => sum + count, 0),
    sent: await couloir.metric("avalanche_network_msgs_bytes", 'io="sent"'),
    received: await couloir.metric("avalanche_network_msgs_bytes", 'io="received"'),
    cpuSeconds: couloir.usage().cpuSeconds,
  };
}
