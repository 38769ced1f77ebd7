import assert from "node:assert/strict";
import { decodeBytes } from "../../src/formats/encoding.ts";
import { ask } from "../e2e/rpc.ts";

/** Chains whose blocks a node indexes. */
export type IndexedChain = "P" | "X" | "C";

type Indexed = { readonly id: string; readonly bytes: string; readonly timestamp: string };

const pageMax = 1024;

/** All blocks of a node's index, from the first on; none if it has none. */
export async function indexed(
  url: string,
  chain: IndexedChain = "P",
  first = 0,
): Promise<readonly Indexed[]> {
  const all: Indexed[] = [];
  for (;;) {
    const startIndex = String(first + all.length);
    const params = { startIndex, numToFetch: String(pageMax), encoding: "hex" };
    const { containers } = await ask<{ containers: Indexed[] }>(
      url,
      `/ext/index/${chain}/block`,
      "index.getContainerRange",
      params,
    ).catch(() => ({ containers: [] }));
    all.push(...containers);
    if (containers.length < pageMax) return all;
  }
}

/** Compares IDs and bytes of every block that the first of two nodes has; returns how many there are. */
export async function compareContainers(
  url: string,
  otherUrl: string,
  chain: IndexedChain = "P",
): Promise<number> {
  const [ours, theirs] = await Promise.all([indexed(url, chain), indexed(otherUrl, chain)]);
  assert(ours.length > 0, `no blocks of ${chain}`);
  for (const [at, { id, bytes }] of ours.entries()) {
    assert.equal(id, theirs[at]?.id);
    assert.equal(bytes, theirs[at]?.bytes);
  }
  return ours.length;
}

/** From the times at which the nodes of this machine accepted the same blocks: behind the median validator, or the last one. */
export async function delaysOf(
  url: string,
  first: bigint,
  validators: readonly string[],
  { behind = "median", chain = "P" }: DelayOptions = {},
): Promise<string> {
  const { medianMs, worstMs, count } = await measuredDelays(url, first, validators, {
    behind,
    chain,
  });
  return `${medianMs} ms median, ${worstMs} ms worst of ${count}`;
}

type DelayOptions = {
  readonly behind?: "median" | "last";
  readonly chain?: IndexedChain;
};

/** `first` is the height of the first block that counts. */
export async function measuredDelays(
  url: string,
  first: bigint,
  validators: readonly string[],
  { behind = "median", chain = "P" }: DelayOptions = {},
): Promise<{ readonly medianMs: number; readonly worstMs: number; readonly count: number }> {
  const start = Number(first) - 1;
  const theirs = await Promise.all(validators.map((each) => indexed(each, chain, start)));
  const own = await indexed(url, chain, start);
  const delays = own.flatMap(({ timestamp }, at) => {
    const times = theirs
      .flatMap((containers) => containers[at] ?? [])
      .map((container) => Date.parse(container.timestamp))
      .sort((a, b) => a - b);
    const compared = behind === "last" ? times.at(-1) : times[Math.floor(times.length / 2)];
    return compared === undefined ? [] : [Date.parse(timestamp) - compared];
  });
  delays.sort((a, b) => a - b);
  assert(delays.length > 0, `no blocks of ${chain} to compare`);
  const medianMs = delays[Math.floor(delays.length / 2)]!;
  return { medianMs, worstMs: delays.at(-1)!, count: delays.length };
}

/** Of a container in the index. */
export function bytesOf({ bytes }: { readonly bytes: string }): Uint8Array {
  return decodeBytes(bytes, "hex");
}
