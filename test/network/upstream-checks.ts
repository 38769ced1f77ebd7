import assert from "node:assert/strict";
import { ask } from "../e2e/rpc.ts";
import { Couloir } from "./couloir.ts";
import { compareQueries } from "./equal-queries.ts";
import { compareContainers } from "./indices.ts";
import type { Scene } from "./join-checks.ts";
import type { Check } from "./peer-checks.ts";
import { issueBytes, payOnce, signedPayment, statusOf, until } from "./traffic.ts";

const mirrored = ["X/block", "X/tx", "C/block"] as const;

/** The executable follows real nodes over HTTP, and another Couloir follows it. */
export function upstreamChecks({ validators, wallet, traces, partial }: Scene): readonly Check[] {
  const urls = validators.all.map(({ url }) => url).slice(0, 3);
  let couloir: Couloir;
  let second: Couloir;
  const follows = async (follower: Couloir) => {
    for (let count = 0; count < 10; count++) await payOnce(wallet());
    const height = await follower.catchesUp(urls);
    const equal = await compareContainers(follower.url, urls[0]!);
    await until(
      async () =>
        (await Promise.all(mirrored.map((path) => isMirrored(follower.url, urls[0]!, path)))).every(
          Boolean,
        ),
      () => "an index of the X- or C-chain is not mirrored",
    );
    const subject = { height, addresses: [wallet().address], traces: traces() };
    const queries = await compareQueries(follower.url, partial().url, subject);
    return `${equal} containers and ${queries} queries equal, ${mirrored.length} indices mirrored`;
  };

  return [
    {
      name: "over HTTP: bootstraps from three validators",
      needsBlocks: true,
      run: async () => {
        couloir = await Couloir.follow(validators.network, urls);
        const bootstrapMs = await couloir.untilBootstrapped();
        return `${await couloir.catchesUp(urls)} blocks in ${bootstrapMs} ms`;
      },
    },
    {
      name: "over HTTP: follows with equal containers, queries and mirrored indices",
      needsBlocks: true,
      run: () => follows(couloir),
    },
    {
      name: "over HTTP: forwards a transaction",
      needsBlocks: true,
      run: () => issued(couloir, urls[0]!),
    },
    {
      name: "a Couloir follows a Couloir over HTTP",
      needsBlocks: true,
      run: async () => {
        second = await Couloir.follow(validators.network, [couloir.url]);
        await second.untilBootstrapped();
        return follows(second);
      },
    },
    {
      name: "a transaction goes through two Couloirs to the network",
      needsBlocks: true,
      run: () => issued(second, urls[0]!),
    },
    {
      name: "over HTTP: survives 10 kill -9",
      needsBlocks: true,
      run: async () => {
        for (let count = 0; count < 10; count++) {
          const paying = payOnce(wallet());
          await couloir.process.stop("SIGKILL");
          await paying;
          await couloir.process.start();
        }
        await couloir.untilBootstrapped();
        await couloir.catchesUp(urls);
        return `${await compareContainers(couloir.url, urls[0]!)} containers equal`;
      },
    },
    {
      name: "over HTTP: stops",
      needsBlocks: true,
      run: async () => {
        for (const each of [second, couloir]) await each.process.discard();
        return "gone";
      },
    },
  ];

  async function issued(follower: Couloir, url: string): Promise<string> {
    const { bytes, txID } = await signedPayment(wallet());
    await issueBytes(follower.url, bytes);
    await until(
      async () => {
        const nodes = [url, follower.url];
        const statuses = await Promise.all(nodes.map((node) => statusOf(node, txID)));
        return statuses.every((status) => status === "Committed");
      },
      () => `${txID} is not accepted`,
    );
    return txID;
  }
}

/** Whether both have the same last container of an index. */
async function isMirrored(url: string, otherUrl: string, path: string): Promise<boolean> {
  const last = (node: string) =>
    ask<{ id: string; bytes: string; index: string }>(
      node,
      `/ext/index/${path}`,
      "index.getLastAccepted",
      { encoding: "hex" },
    ).catch(() => undefined);
  const [ours, theirs] = await Promise.all([url, otherUrl].map(last));
  if (ours === undefined || theirs === undefined) return ours === theirs;
  if (ours.index !== theirs.index) return false;
  assert.equal(ours.id, theirs.id);
  assert.equal(ours.bytes, theirs.bytes);
  return true;
}
