import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { formatAddress, parseAddress } from "../../src/formats/address.ts";
import { avalanchejs } from "../e2e/avalanchejs.ts";
import { ask } from "../e2e/rpc.ts";
import type { Wallet } from "../e2e/wallet.ts";
import { beaconsOf, Couloir, heightOf } from "./couloir.ts";
import { compareQueries } from "./equal-queries.ts";
import type { Traces } from "./every-tx-type.ts";
import { compareContainers, delaysOf } from "./indices.ts";
import type { Check } from "./peer-checks.ts";
import { issueBytes, payOnce, signedPayment, statusOf, until } from "./traffic.ts";
import type { Validator, Validators } from "./validators.ts";

/** Owns locked AVAX and stakes for the validators of the genesis. */
const treasury = parseAddress("X-local1g65uqn6t77p656w64023nh8nd9updzmxyymev2").address;

const followedBlocks = 40;
const idleSeconds = 15;
const killings = 10;

/** What the checks of following share. */
export type Scene = {
  readonly validators: Validators;
  readonly avalanchego: string;
  readonly wallet: () => Wallet;
  readonly traces: () => Traces;
  /** An AvalancheGo with partial sync. */
  readonly partial: () => Validator;
};

/** The executable joins real validators; in order, each check continues where the previous one ended. [spec: 4.5.P.block] */
export function joinChecks({
  validators,
  wallet,
  traces,
  partial,
  avalanchego,
}: Scene): readonly Check[] {
  const { all } = validators;
  const url = all[0]!.url;
  const urls = all.map((validator) => validator.url);
  let couloir: Couloir;

  return [
    {
      name: "the executable bootstraps from genesis and attests the tip",
      needsBlocks: true,
      run: async () => {
        couloir = await Couloir.join(validators.network, beaconsOf(all));
        const bootstrapMs = await couloir.untilBootstrapped();
        await couloir.catchesUp(urls);
        return `${await couloir.height()} blocks in ${bootstrapMs} ms`;
      },
    },
    {
      name: "all validators list it as a peer",
      needsBlocks: true,
      run: async () => {
        const own = await couloir.nodeID();
        for (const validator of all) {
          const { peers } = await peersOf(validator);
          const found = peers.find(({ nodeID }) => nodeID === own);
          assert(found, `${validator.nodeID} does not list it`);
        }
        const { peers } = await peersOf(couloir);
        return `${all.length} of ${all.length}; it lists ${peers.length}`;
      },
    },
    {
      name: "follows; every container equals the validators'",
      needsBlocks: true,
      run: async () => {
        const sent = () => couloir.metric("avalanche_network_msgs", 'io="sent"');
        const before = await sent();
        const startMs = performance.now();
        const first = (await couloir.height()) + 1n;
        for (let count = 0; count < followedBlocks; count++) {
          await payOnce(wallet());
          await sleep(Math.random() * 300);
        }
        await couloir.catchesUp(urls);
        const seconds = (performance.now() - startMs) / 1000;
        const perSecond = ((await sent()) - before) / seconds;
        const compared = await compareContainers(couloir.url, url);
        const delays = await delaysOf(couloir.url, first, urls);
        await untilAt(partial().url, await couloir.height());
        const theirs = await delaysOf(partial().url, first, urls);
        return `${compared} equal; behind the median validator ${delays}, a partial-sync AvalancheGo ${theirs}; ${perSecond.toFixed(1)} messages/s at ${(followedBlocks / seconds).toFixed(2)} blocks/s`;
      },
    },
    {
      name: "answers every query as a partial-sync AvalancheGo",
      needsBlocks: true,
      run: async () => {
        const height = await couloir.catchesUp(urls);
        await untilAt(partial().url, height);
        const { address, context } = wallet();
        const addresses = [address, formatAddress("P", context.hrp, treasury)];
        const subject = { height, addresses, traces: traces() };
        const equal = await compareQueries(couloir.url, partial().url, subject);
        return `${equal} queries at height ${height}`;
      },
    },
    {
      name: "avalanchejs fails to read a context from it as from a partial-sync AvalancheGo",
      needsBlocks: true,
      run: async () => {
        const nodes = [couloir.url, partial().url];
        const [ours, theirs] = await Promise.all(nodes.map(contextError));
        assert.equal(ours, theirs);
        return ours!;
      },
    },
    {
      name: "idle at the tip",
      needsBlocks: true,
      run: async () => {
        const sent = () => couloir.metric("avalanche_network_msgs", 'io="sent"');
        const before = { sent: await sent(), cpu: couloir.usage().cpuSeconds };
        await sleep(idleSeconds * 1000);
        const { cpuSeconds, residentMiB, peakMiB } = couloir.usage();
        const cpu = (100 * (cpuSeconds - before.cpu)) / idleSeconds;
        const messages = ((await sent()) - before.sent) / idleSeconds;
        assert(await couloir.isBootstrapped());
        return `${messages.toFixed(1)} messages/s, ${cpu.toFixed(1)} % CPU, ${residentMiB.toFixed(0)} MiB (at most ${peakMiB.toFixed(0)})`;
      },
    },
    {
      name: "a transaction issued at it is accepted, and one that waits survives kill -9",
      needsBlocks: true,
      run: async () => {
        const txIDs: string[] = [];
        for (const isKilled of [false, true]) {
          const { bytes, txID } = await signedPayment(wallet());
          await issueBytes(couloir.url, bytes);
          if (isKilled) {
            await couloir.process.stop("SIGKILL");
            await couloir.process.start();
          }
          await until(
            async () => (await statusOf(url, txID)) === "Committed",
            () => `${txID} is not accepted`,
          );
          await couloir.untilBootstrapped();
          await until(
            async () => (await statusOf(couloir.url, txID).catch(() => "")) === "Committed",
            () => `${txID} is not accepted here`,
          );
          txIDs.push(txID);
        }
        return txIDs.join(", ");
      },
    },
    {
      name: `survives ${killings} kill -9 while following`,
      needsBlocks: true,
      run: async () => {
        for (let count = 0; count < killings; count++) {
          const paying = payOnce(wallet());
          await sleep(Math.random() * 1_000);
          await couloir.process.stop("SIGKILL");
          await paying;
          await couloir.process.start();
          await couloir.untilBootstrapped();
        }
        await couloir.catchesUp(urls);
        return `${await compareContainers(couloir.url, url)} containers equal`;
      },
    },
    {
      name: "a fresh partial-sync AvalancheGo bootstraps from it alone",
      needsBlocks: true,
      run: async () => {
        const startMs = performance.now();
        const own = {
          nodeID: await couloir.nodeID(),
          address: `127.0.0.1:${couloir.stakingPort}`,
        };
        const fresh = await validators.joinPartially(avalanchego, [own]);
        const height = await heightOf(fresh.url);
        assert.equal(height, await couloir.height());
        await validators.end(fresh);
        return `height ${height} after ${Math.round(performance.now() - startMs)} ms`;
      },
    },
    {
      name: `survives ${killings} kill -9 during bootstrap`,
      needsBlocks: true,
      run: async () => {
        const fresh = await Couloir.join(validators.network, beaconsOf(all));
        try {
          for (let count = 0; count < killings; count++) {
            await sleep(Math.random() * 1_500);
            await fresh.process.stop("SIGKILL");
            await fresh.process.start();
          }
          await fresh.untilBootstrapped();
          await fresh.catchesUp(urls);
          return `${await compareContainers(fresh.url, url)} containers equal`;
        } finally {
          await fresh.process.discard();
        }
      },
    },
    {
      name: "stops",
      needsBlocks: true,
      run: async () => couloir.process.discard().then(() => "gone"),
    },
  ];
}

async function contextError(url: string): Promise<string> {
  try {
    await avalanchejs.Context.getContextFromURI(url);
    return "it reads one";
  } catch (error) {
    return String(error).replaceAll(url, "URL");
  }
}

async function peersOf({ url }: Pick<Validator, "url">) {
  return ask<{ peers: { nodeID: string }[] }>(url, "/ext/info", "info.peers");
}

async function untilAt(url: string, height: bigint): Promise<void> {
  await until(
    async () => (await heightOf(url)) >= height,
    () => `${url} does not reach ${height}`,
  );
}
