import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseId } from "../../src/formats/id.ts";
import { formatNodeId } from "../../src/formats/node-id.ts";
import type { Wallet } from "../e2e/wallet.ts";
import { followedChains, followingAllChains, untilStored } from "./all-chains.ts";
import { beaconsOf, Couloir } from "./couloir.ts";
import { CrossChainWallet } from "./cross-chain-wallet.ts";
import { bytesOf, compareContainers, delaysOf, indexed } from "./indices.ts";
import type { Scene } from "./join-checks.ts";
import { identityOf, type Lie, lies } from "./liars.ts";
import type { Check } from "./peer-checks.ts";
import { payOnce } from "./traffic.ts";

const followedBlocks = 10;
/** Of the X- and of the C-chain. */
const foreignBlocks = 3;

/** One of the five, beacon and validator, is replaced by a liar with its keys, on each chain; the others go on. */
export function liarChecks(scene: Scene, stakingKeys: string): readonly Check[] {
  return lies.map((lie) => ({
    name: `follows although one beacon with a fifth of the stake ${lie.name}`,
    needsBlocks: true,
    run: () => followBesides(lie, scene, stakingKeys),
  }));
}

async function followBesides(
  lie: Lie,
  { validators, wallet }: Scene,
  stakingKeys: string,
): Promise<string> {
  await validators.end(validators.all.at(-1)!);
  const honest = validators.all.slice(0, -1);
  const urls = honest.map(({ url }) => url);
  await untilAccepting(wallet());
  const read = (name: string) => readFileSync(join(stakingKeys, name));
  const identity = identityOf({
    certificatePem: read("staker5.crt").toString(),
    keyPem: read("staker5.key").toString(),
    blsSecretKey: new Uint8Array(read("signer5.key")),
  });
  const crossing = await CrossChainWallet.open(urls[0]!, validators.network);
  const truths = followedChains.map((chain) => {
    const truth = async () =>
      (await indexed(urls[0]!, chain))
        .map((container) => ({ id: parseId(container.id), bytes: bytesOf(container) }))
        .reverse();
    return { chainID: crossing.ids[chain], truth };
  });
  const liar = await lie.start(identity, truths, validators.network);
  const { nodeID, address } = liar;
  const beacons = [
    ...beaconsOf(honest),
    { nodeID: formatNodeId(nodeID), address: `${address.ip}:${address.port}` },
  ];
  let couloir: Couloir | undefined;
  try {
    couloir = await Couloir.join(validators.network, beacons, followingAllChains);
    const bootstrapMs = await couloir.untilBootstrapped();
    const first = (await couloir.height()) + 1n;
    for (let count = 0; count < followedBlocks; count++) await untilAccepting(wallet());
    for (let count = 0; count < foreignBlocks; count++) await payOnXAndC(crossing);
    await couloir.catchesUp(urls);
    await untilStored(couloir.url, urls[0]!);
    const compared: number[] = [];
    for (const chain of followedChains) {
      compared.push(await compareContainers(couloir.url, urls[0]!, chain));
    }
    const delays = await delaysOf(couloir.url, first, urls);
    // The four that are left have 80 % of the stake: all of them must have accepted a block.
    const afterLast = await delaysOf(couloir.url, first, urls, { behind: "last" });
    const { peakMiB } = couloir.usage();
    return `bootstrapped after ${bootstrapMs} ms, ${compared.join(", ")} blocks of ${followedChains.join(", ")} equal, delay behind the median validator ${delays}, after the last one ${afterLast}, at most ${peakMiB.toFixed(0)} MiB`;
  } finally {
    await couloir?.process.discard();
    await liar.close();
  }
}

/**
 * Pays once. The other four need a while to see that one is gone, and longer while it is connected and silent: their own
 * polls wait for it, and a wallet that waits for its transaction gives up first.
 */
function untilAccepting(wallet: Wallet): Promise<void> {
  return untilPaid(() => payOnce(wallet));
}

async function payOnXAndC(wallet: CrossChainWallet): Promise<void> {
  await untilPaid(() => wallet.pay("X"));
  await untilPaid(() => wallet.payOnC());
}

async function untilPaid(pay: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    try {
      await pay();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}
