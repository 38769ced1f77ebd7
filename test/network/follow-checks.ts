import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PeerRequests } from "../../src/follow/peer-requests.ts";
import { decodeBytes } from "../../src/formats/encoding.ts";
import { parseHex } from "../../src/formats/hex.ts";
import { formatNodeId, parseNodeId } from "../../src/formats/node-id.ts";
import { recentStartTime } from "../../src/networks/local.ts";
import { parseTx } from "../../src/pchain/txs/tx.ts";
import { parseContainer } from "../../src/store/container-log.ts";
import { ask } from "../e2e/rpc.ts";
import { Wallet } from "../e2e/wallet.ts";
import { openFollower, type TestFollower } from "../support/follow/follower.ts";
import { localGenesis } from "../support/genesis-chain.ts";
import { type Lie, lies, startLiar } from "./liars.ts";
import type { Check } from "./peer-checks.ts";
import { delegate, makeSubnets, payOnce, signedPayment, until } from "./traffic.ts";
import type { Validator, Validators } from "./validators.ts";

const ewoq = "PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN";
const local = () => localGenesis(recentStartTime(BigInt(Math.floor(Date.now() / 1000))));
const followedBlocks = 40;
const initialBlocks = 100;

/** In order: each goes on where the one before has ended. */
export function followChecks(
  validators: Validators,
  { avalanchego, stakingKeys }: { readonly avalanchego: string; readonly stakingKeys: string },
): readonly Check[] {
  const { all } = validators;
  const url = all[0]!.url;
  const beacons = all.map(beaconOf);
  const follower = openFollower({ genesis: local(), beacons });
  const requests = countRequests();
  let wallet: Wallet;

  return [
    {
      name: "bootstraps from genesis and attests the tip",
      needsBlocks: true,
      run: async () => {
        wallet = await Wallet.open(ewoq, () => url);
        await makeSubnets(wallet);
        await delegate(wallet, all[0]!.nodeID);
        for (let count = 0; count < initialBlocks; count++) await payOnce(wallet);
        const startMs = performance.now();
        await follower.following.start();
        await until(
          () => follower.following.isBootstrapped(),
          () => describe(follower),
        );
        const elapsedMs = performance.now() - startMs;
        const height = follower.store.blocks.lastAccepted().height;
        return `${height} blocks in ${Math.round(elapsedMs)} ms, phases ${follower.phases}`;
      },
    },
    {
      name: "all validators list it as a peer",
      needsBlocks: true,
      run: async () => {
        const own = formatNodeId(follower.nodeID);
        for (const validator of all) {
          const { peers } = await peersOf(validator);
          assert(peers.some(({ nodeID }) => nodeID === own));
        }
        const uptimes = follower.following.peers().map((peer) => peer.observedUptimePercent);
        return `${all.length} of ${all.length}; they observed ${uptimes}`;
      },
    },
    {
      name: "follows; every container equals the validators'",
      needsBlocks: true,
      run: async () => {
        requests.reset();
        const startMs = performance.now();
        const first = follower.store.blocks.lastAccepted().height + 1n;
        for (let count = 0; count < followedBlocks; count++) {
          await payOnce(wallet);
          await sleep(Math.random() * 300);
        }
        await caughtUp(follower, all);
        const seconds = (performance.now() - startMs) / 1000;
        const perSecond = requests.count() / seconds;
        const compared = await compareContainers(follower, url);
        const delays = await delaysFrom(follower, first, all);
        return `${compared} equal; delay behind the median validator ${delays}; ${perSecond.toFixed(1)} messages/s at ${(followedBlocks / seconds).toFixed(2)} blocks/s`;
      },
    },
    {
      name: "state equals the validators'",
      needsBlocks: true,
      run: async () => compareState(follower, url, wallet.address),
    },
    {
      name: "idle at the tip",
      needsBlocks: true,
      run: async () => {
        requests.reset();
        const cpu = process.cpuUsage();
        await sleep(15_000);
        const { user, system } = process.cpuUsage(cpu);
        assert(follower.following.isBootstrapped());
        return `${(requests.count() / 15).toFixed(1)} messages/s, ${((user + system) / 150_000).toFixed(1)} % CPU`;
      },
    },
    {
      name: "a transaction issued at the follower is accepted",
      needsBlocks: true,
      run: async () => {
        const { bytes, txID } = await signedPayment(wallet);
        const tx = parseTx(bytes);
        assert.equal(follower.chain.issue(tx), undefined);
        follower.following.submit(tx);
        assert.equal(follower.store.submittedTxs.all().length, 1);
        await until(
          () => follower.store.txs.byID(tx.id) !== undefined,
          () => "not accepted",
        );
        await until(
          () => follower.store.submittedTxs.all().length === 0,
          () => "still submitted",
        );
        return txID;
      },
    },
    {
      name: "a fresh partial-sync AvalancheGo bootstraps from the follower alone",
      needsBlocks: true,
      run: async () => {
        const address = follower.following.listeningAt();
        assert(address !== undefined);
        const startMs = performance.now();
        const bootstrap = { nodeID: formatNodeId(follower.nodeID), port: address.port };
        const fresh = await validators.joinPartially(avalanchego, bootstrap);
        const height = await heightOf(fresh);
        assert.equal(height, follower.store.blocks.lastAccepted().height);
        await validators.end(fresh);
        return `height ${height} after ${Math.round(performance.now() - startMs)} ms`;
      },
    },
    ...lies.map((lie) => liarCheck(lie, validators, stakingKeys, () => wallet)),
    {
      name: "stops",
      run: async () => follower.stop().then(() => `${follower.errors.length} errors`),
    },
  ];
}

/** One of the five, beacon and validator, is replaced by a liar with its keys. */
function liarCheck(
  lie: Lie,
  validators: Validators,
  stakingKeys: string,
  wallet: () => Wallet,
): Check {
  return {
    name: `follows although one beacon with a fifth of the stake ${lie.name}`,
    needsBlocks: true,
    run: async () => {
      const last = validators.all.at(-1)!;
      await validators.end(last);
      const read = (name: string) => readFileSync(join(stakingKeys, name));
      const liar = await startLiar(lie, {
        certificatePem: read("staker5.crt").toString(),
        keyPem: read("staker5.key").toString(),
        blsSecretKey: new Uint8Array(read("signer5.key")),
      });
      const honest = validators.all.slice(0, -1);
      const address = liar.listeningAt!;
      const beacons = [...honest.map(beaconOf), { nodeID: liar.nodeID, address }];
      const follower = openFollower({ genesis: local(), beacons });
      try {
        const startMs = performance.now();
        await follower.following.start();
        await until(
          () => follower.following.isBootstrapped(),
          () => describe(follower),
        );
        const bootstrapMs = Math.round(performance.now() - startMs);
        const first = follower.store.blocks.lastAccepted().height + 1n;
        for (let count = 0; count < 10; count++) await payOnce(wallet());
        await caughtUp(follower, honest);
        const compared = await compareContainers(follower, honest[0]!.url);
        const delays = await delaysFrom(follower, first, honest);
        return `bootstrapped after ${bootstrapMs} ms, ${compared} equal, delay ${delays}`;
      } finally {
        await follower.stop();
        await liar.close();
      }
    },
  };
}

function beaconOf({ nodeID, stakingPort }: Validator) {
  return { nodeID: parseNodeId(nodeID), address: { ip: "127.0.0.1", port: stakingPort } };
}

function describe({ following, phases, errors, warnings }: TestFollower): string {
  const { phase, height } = following.progress();
  return `${phase} at ${height}, ${following.peers().length} peers, ${phases}, ${errors.concat(warnings)}`;
}

/** Counts requests to peers, of every follower in this process. */
function countRequests() {
  let sent = 0;
  const proto = PeerRequests.prototype;
  for (const name of ["acceptedFrontier", "accepted", "ancestors", "container", "chits"] as const) {
    const original = proto[name] as (...args: unknown[]) => unknown;
    Object.assign(proto, {
      [name](this: unknown, ...args: unknown[]) {
        sent++;
        return original.apply(this, args);
      },
    });
  }
  return { count: () => sent, reset: () => (sent = 0) };
}

async function heightOf({ url }: Pick<Validator, "url">): Promise<bigint> {
  const { height } = await ask<{ height: string }>(url, "/ext/bc/P", "platform.getHeight");
  return BigInt(height);
}

async function peersOf({ url }: Validator) {
  return ask<{ peers: { nodeID: string }[] }>(url, "/ext/info", "info.peers");
}

async function caughtUp(follower: TestFollower, validators: readonly Validator[]): Promise<void> {
  const heights = await Promise.all(validators.map(heightOf));
  const own = () => follower.store.blocks.lastAccepted().height;
  await until(
    () => heights.every((height) => own() >= height),
    () => `${own()} of ${heights}, ${describe(follower)}`,
  );
}

type Indexed = { readonly id: string; readonly bytes: string; readonly timestamp: string };

async function indexed(url: string): Promise<Indexed[]> {
  const params = { startIndex: "0", numToFetch: "1024", encoding: "hexnc" };
  const range = await ask<{ containers: Indexed[] }>(
    url,
    "/ext/index/P/block",
    "index.getContainerRange",
    params,
  );
  return range.containers;
}

async function compareContainers({ indexer, store }: TestFollower, url: string): Promise<number> {
  const containers = await indexed(url);
  const own = [...indexer.logs["P/block"].pages()].flat().map(parseContainer);
  assert.equal(BigInt(own.length), store.blocks.lastAccepted().height);
  for (const [at, { id, bytes }] of own.entries()) {
    assert.equal(id, containers[at]?.id);
    assert.deepEqual(
      Buffer.from(decodeBytes(bytes, "hex")),
      Buffer.from(parseHex(containers[at]!.bytes)),
    );
  }
  return own.length;
}

/** From the times at which the nodes of this machine accepted the same blocks. */
async function delaysFrom(
  { indexer }: TestFollower,
  first: bigint,
  validators: readonly Validator[],
): Promise<string> {
  const theirs = await Promise.all(validators.map(({ url }) => indexed(url)));
  const own = [...indexer.logs["P/block"].pages()].flat().map(parseContainer);
  const delays = own.slice(Number(first) - 1).map(({ timestamp }, i) => {
    const times = theirs
      .map((containers) => Date.parse(containers[Number(first) - 1 + i]!.timestamp))
      .sort((a, b) => a - b);
    return Date.parse(timestamp) - times[Math.floor(times.length / 2)]!;
  });
  delays.sort((a, b) => a - b);
  return `${delays[Math.floor(delays.length / 2)]} ms median, ${delays.at(-1)} ms worst of ${delays.length}`;
}

async function compareState(follower: TestFollower, url: string, address: string): Promise<string> {
  const platform = <T>(method: string, params = {}) =>
    ask<T>(url, "/ext/bc/P", `platform.${method}`, params);
  const { store } = follower;
  const { supply } = await platform<{ supply: string }>("getCurrentSupply");
  assert.equal(store.state.currentSupply(new Uint8Array(32)), BigInt(supply));
  const height = store.blocks.lastAccepted().height;
  // v1.14.2 returns the map itself.
  const validators = await platform<Record<string, { weight: string }>>("getValidatorsAt", {
    height: height.toString(),
  });
  const own = store.validators.setAt(new Uint8Array(32), height);
  assert.deepEqual(
    Object.fromEntries(own.map(({ nodeID, weight }) => [formatNodeId(nodeID), weight.toString()])),
    Object.fromEntries(Object.entries(validators).map(([id, { weight }]) => [id, weight])),
  );
  const { numFetched } = await platform<{ numFetched: string }>("getUTXOs", {
    addresses: [address],
  });
  return `supply ${supply}, ${own.length} validators, ${numFetched} UTXOs of the wallet there`;
}
