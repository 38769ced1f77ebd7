import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { formatNodeId } from "../../src/formats/node-id.ts";
import { BlsKey } from "../e2e/l1-manager.ts";
import { nowSeconds } from "../e2e/local-network.ts";
import { ask } from "../e2e/rpc.ts";
import {
  addAutoRenewedValidator,
  configureAutoRenewedValidator,
  type NodeIdentity,
} from "./auto-renewed.ts";
import { beaconsOf, Couloir, heightOf } from "./couloir.ts";
import { compareQueries } from "./equal-queries.ts";
import { compareContainers } from "./indices.ts";
import type { Scene } from "./join-checks.ts";
import { type LargeTx, makeLargeTxs, untilGas } from "./large-txs.ts";
import type { Issuer } from "./payer-txs.ts";
import type { Check } from "./peer-checks.ts";
import { delegate, issueBytes, payOnce, statusOf, until } from "./traffic.ts";

const kib = 1024;
const largeLengths = [300 * kib, 600 * kib, 900 * kib];
const refusal =
  "platform.issueTx: couldn't issue tx: failed verification: transaction size exceeds max transaction size pre-Helicon";
const twoDaysSeconds = 48n * 3600n;
/** Of an auto-renewed validator: a delegator's twenty seconds and more fit in. */
const periodSeconds = 40n;
const absent = (byte: number) => formatNodeId(new Uint8Array(20).fill(byte));

/** Helicon activates while one Couloir follows over peers and another one over HTTP. */
export function heliconChecks(scene: Scene): readonly Check[] {
  const { validators, wallet, partial } = scene;
  const { network } = validators;
  const urls = validators.all.map(({ url }) => url);
  const [first, second] = urls as [string, string];
  let overPeers: Couloir;
  let overHttp: Couloir;
  let txs: readonly LargeTx[] = [];
  const rewardTxIDs: string[] = [];
  const followers = () => [overPeers, overHttp];
  const issuer = (url: string): Issuer => ({ url, address: wallet().address, network });
  const catchUp = async () => {
    for (const follower of followers()) await follower.catchesUp(urls);
  };

  return [
    {
      name: "two executables follow before Helicon, over peers and over HTTP",
      needsBlocks: true,
      run: async () => {
        overPeers = await Couloir.join(network, beaconsOf(validators.all));
        overHttp = await Couloir.follow(network, urls.slice(0, 3));
        for (const follower of followers()) await follower.untilBootstrapped();
        await catchUp();
        return `height ${await overPeers.height()} and ${await overHttp.height()}`;
      },
    },
    {
      name: "before Helicon, all refuse transactions of 300 KiB to 900 KiB with the same text",
      needsBlocks: true,
      run: async () => {
        txs = await makeLargeTxs(wallet(), [...largeLengths, ...largeLengths]);
        await catchUp();
        // The second half stays unknown to them, since a refusal is remembered.
        for (const { bytes } of txs.slice(0, largeLengths.length)) {
          for (const url of [first, overPeers.url, overHttp.url]) {
            assert.equal(await messageOf(issueBytes(url, bytes)), refusal);
          }
        }
        assertBefore(network.upgrades.helicon);
        return `${txs.map(({ bytes }) => bytes.length).join(", ")} bytes`;
      },
    },
    {
      name: "before Helicon, all refuse an auto-renewed validator with the same text",
      needsBlocks: true,
      run: async () => {
        const texts: string[] = [];
        for (const url of [first, overPeers.url, overHttp.url]) {
          const added = addAutoRenewedValidator(issuer(url), identityOf(0x41), periodSeconds);
          texts.push(await messageOf(added));
        }
        assert.equal(new Set(texts).size, 1, texts.join("\n"));
        assert.match(texts[0]!, /attempting to use a Helicon-upgrade feature prior to activation/);
        assertBefore(network.upgrades.helicon);
        return texts[0]!;
      },
    },
    {
      name: "before Helicon, a stake of 25 seconds is accepted",
      needsBlocks: true,
      run: async () => {
        const end = nowSeconds() + 25n;
        const { txID } = await wallet().addValidator({
          nodeID: absent(0x42),
          end,
          key: new BlsKey(0x42),
        });
        assertBefore(network.upgrades.helicon);
        await catchUp();
        return txID;
      },
    },
    {
      name: "Helicon activates while both follow",
      needsBlocks: true,
      run: async () => {
        const { helicon } = network.upgrades;
        const waitedMs = Math.max(0, Number(helicon) * 1000 - Date.now());
        await sleep(waitedMs + 1000);
        const before = await heightOf(first);
        for (let count = 0; count < 3; count++) await payOnce(wallet());
        await catchUp();
        for (const follower of followers()) {
          const { timestamp } = await ask<{ timestamp: string }>(
            follower.url,
            "/ext/bc/P",
            "platform.getTimestamp",
          );
          assert(Date.parse(timestamp) >= Number(helicon) * 1000, timestamp);
        }
        return `after ${Math.round(waitedMs / 1000)} s, above height ${before}`;
      },
    },
    {
      name: "after Helicon, the same bytes are accepted at a node that has not refused them",
      needsBlocks: true,
      run: async () => {
        for (const tx of txs.slice(0, largeLengths.length)) await accept(tx, second);
        await catchUp();
        return `${await equalContainers()} containers equal`;
      },
    },
    {
      name: "after Helicon, large transactions go through a follower to the network",
      needsBlocks: true,
      run: async () => {
        const [small, middle, large] = txs.slice(largeLengths.length);
        await accept(small!, overHttp.url);
        await accept(middle!, overPeers.url);
        await accept(large!, overPeers.url);
        await catchUp();
        return `${await equalContainers()} containers equal`;
      },
    },
    {
      name: "after Helicon, stakes of 48 hours are accepted, and one of 25 seconds is not",
      needsBlocks: true,
      run: async () => {
        const add = (byte: number, seconds: bigint) =>
          wallet().addValidator({
            nodeID: absent(byte),
            end: nowSeconds() + seconds,
            key: new BlsKey(byte),
          });
        const { txID } = await add(0x43, twoDaysSeconds + 60n);
        await delegate(wallet(), absent(0x43), twoDaysSeconds);
        const text = await messageOf(add(0x44, 25n));
        assert.match(text, /staking period is too short/);
        await catchUp();
        return `${txID}; ${text}`;
      },
    },
    {
      name: "an auto-renewed validator with a delegator renews, and ends once it is configured to",
      needsBlocks: true,
      run: async () => {
        const node = await validators.joinFully(scene.avalanchego, beaconsOf(validators.all));
        const identity = await ask<NodeIdentity>(node.url, "/ext/info", "info.getNodeID");
        const txID = await addAutoRenewedValidator(issuer(first), identity, periodSeconds);
        await delegate(wallet(), identity.nodeID, 25n);
        const added = (await validatorAt(first, identity.nodeID))!;
        await untilRenewed(first, identity.nodeID, added.startTime);
        const renewed = (await validatorAt(first, identity.nodeID))!;
        assert(BigInt(renewed.weight) > BigInt(added.weight), "it has restaked nothing");
        await catchUp();
        for (const { url } of followers()) {
          const own = await validatorAt(url, identity.nodeID);
          assert.equal(own?.startTime, renewed.startTime);
          assert.equal(own?.weight, renewed.weight);
        }
        const config = { restakedShares: 1_000_000, periodSeconds: 0n };
        await configureAutoRenewedValidator(issuer(overPeers.url), txID, config);
        await until(
          async () => (await validatorAt(first, identity.nodeID)) === undefined,
          () => "it does not end",
        );
        await validators.end(node);
        await catchUp();
        return `weight ${added.weight}, then ${renewed.weight}`;
      },
    },
    {
      name: "an auto-renewed validator that nobody sees ends without a reward",
      needsBlocks: true,
      run: async () => {
        const identity = identityOf(0x45);
        const at = issuer(overHttp.url);
        await addAutoRenewedValidator(at, identity, periodSeconds);
        await until(
          async () => (await validatorAt(first, identity.nodeID)) === undefined,
          () => "it does not end",
        );
        await catchUp();
        rewardTxIDs.push(...(await rewardTxs(first)));
        assert(rewardTxIDs.length >= 3, "the rewards are not in the chain");
        return `${rewardTxIDs.length} RewardAutoRenewedValidatorTx`;
      },
    },
    {
      name: "both followers answer every query as a partial-sync AvalancheGo",
      needsBlocks: true,
      run: async () => {
        const height = await overPeers.catchesUp(urls);
        await overHttp.catchesUp(urls);
        await until(
          async () => (await heightOf(partial().url)) >= height,
          () => "the partial-sync AvalancheGo is behind",
        );
        const given = scene.traces();
        const traces = { ...given, stakerTxIDs: [...given.stakerTxIDs, ...rewardTxIDs] };
        const subject = { height, addresses: [wallet().address], traces };
        const counts: number[] = [];
        for (const { url } of followers()) {
          counts.push(await compareQueries(url, partial().url, subject));
        }
        return `${counts.join(" and ")} queries at height ${height}`;
      },
    },
    {
      name: "fresh executables start from genesis past Helicon, over peers and from a follower",
      needsBlocks: true,
      run: async () => {
        const fresh = [
          await Couloir.join(network, beaconsOf(validators.all)),
          await Couloir.follow(network, [overPeers.url]),
        ];
        const tookMs: number[] = [];
        for (const each of fresh) tookMs.push(await each.untilBootstrapped());
        for (const each of fresh) {
          await each.catchesUp(urls);
          await compareContainers(each.url, first);
          await each.process.discard();
        }
        return `${tookMs.join(" and ")} ms`;
      },
    },
    {
      name: "a fresh partial-sync AvalancheGo bootstraps from a follower alone, large blocks included",
      needsBlocks: true,
      run: async () => {
        const startMs = performance.now();
        const own = {
          nodeID: await overPeers.nodeID(),
          address: `127.0.0.1:${overPeers.stakingPort}`,
        };
        const fresh = await validators.joinPartially(scene.avalanchego, [own]);
        const height = await heightOf(fresh.url);
        assert.equal(height, await overPeers.height());
        await validators.end(fresh);
        return `height ${height} after ${Math.round(performance.now() - startMs)} ms`;
      },
    },
    {
      name: "the followers stop",
      needsBlocks: true,
      run: async () => {
        for (const follower of followers()) await follower.process.discard();
        return "gone";
      },
    },
  ];

  async function accept(tx: LargeTx, url: string): Promise<void> {
    await untilGas(first, tx);
    await issueBytes(url, tx.bytes);
    await until(
      async () => (await statusOf(first, tx.txID)) === "Committed",
      () => `${tx.txID} of ${tx.bytes.length} bytes is not accepted`,
    );
  }

  async function equalContainers(): Promise<string> {
    const counts: number[] = [];
    for (const { url } of followers()) counts.push(await compareContainers(url, first));
    return counts.join(" and ");
  }
}

type CurrentValidator = { readonly startTime: string; readonly weight: string };

async function validatorAt(url: string, nodeID: string): Promise<CurrentValidator | undefined> {
  const { validators } = await ask<{ validators: CurrentValidator[] }>(
    url,
    "/ext/bc/P",
    "platform.getCurrentValidators",
    { nodeIDs: [nodeID] },
  );
  return validators[0];
}

async function untilRenewed(url: string, nodeID: string, startTime: string): Promise<void> {
  await until(
    async () => {
      const found = await validatorAt(url, nodeID);
      if (found === undefined) throw new Error("it was removed instead of renewed");
      return found.startTime !== startTime;
    },
    () => "it is not renewed",
  );
}

/** The transactions that rewarded auto-renewed validators. */
async function rewardTxs(url: string): Promise<readonly string[]> {
  const found: string[] = [];
  const last = await heightOf(url);
  for (let height = 1n; height <= last; height++) {
    const { block } = await ask<{ block: { tx?: { id: string; unsignedTx: object } } }>(
      url,
      "/ext/bc/P",
      "platform.getBlockByHeight",
      { height: String(height), encoding: "json" },
    );
    if (block.tx !== undefined && "timestamp" in block.tx.unsignedTx) found.push(block.tx.id);
  }
  return found;
}

function identityOf(byte: number): NodeIdentity {
  const { publicKey, proofOfPossession } = new BlsKey(byte);
  const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString("hex")}`;
  const nodePOP = { publicKey: hex(publicKey), proofOfPossession: hex(proofOfPossession) };
  return { nodeID: absent(byte), nodePOP };
}

async function messageOf(refused: Promise<unknown>): Promise<string> {
  try {
    await refused;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error("it was accepted");
}

function assertBefore(helicon: bigint): void {
  assert(
    nowSeconds() < helicon,
    "Helicon came before the check ended: pass a longer --helicon-after",
  );
}
