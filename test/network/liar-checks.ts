import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseId } from "../../src/formats/id.ts";
import { formatNodeId } from "../../src/formats/node-id.ts";
import type { Wallet } from "../e2e/wallet.ts";
import { beaconsOf, Couloir } from "./couloir.ts";
import { bytesOf, compareContainers, delaysOf, indexed, type Scene } from "./join-checks.ts";
import { identityOf, type Lie, lies } from "./liars.ts";
import type { Check } from "./peer-checks.ts";
import { payOnce } from "./traffic.ts";

const followedBlocks = 10;

/** One of the five, beacon and validator, is replaced by a liar with its keys; the others go on. */
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
  const truth = async () =>
    (await indexed(urls[0]!))
      .map((container) => ({ id: parseId(container.id), bytes: bytesOf(container) }))
      .reverse();
  const liar = await lie.start(identity, truth, validators.network);
  const { nodeID, address } = liar;
  const beacons = [
    ...beaconsOf(honest),
    { nodeID: formatNodeId(nodeID), address: `${address.ip}:${address.port}` },
  ];
  let couloir: Couloir | undefined;
  try {
    couloir = await Couloir.join(validators.network, beacons);
    const bootstrapMs = await couloir.untilBootstrapped();
    const first = (await couloir.height()) + 1n;
    for (let count = 0; count < followedBlocks; count++) await untilAccepting(wallet());
    await couloir.catchesUp(urls);
    const compared = await compareContainers(couloir.url, urls[0]!);
    const delays = await delaysOf(couloir.url, first, urls);
    // The four that are left have 80 % of the stake: all of them must have accepted a block.
    const afterLast = await delaysOf(couloir.url, first, urls, "last");
    const { peakMiB } = couloir.usage();
    return `bootstrapped after ${bootstrapMs} ms, ${compared} equal, delay behind the median validator ${delays}, after the last one ${afterLast}, at most ${peakMiB.toFixed(0)} MiB`;
  } finally {
    await couloir?.process.discard();
    await liar.close();
  }
}

/**
 * Pays once. The other four need a while to see that one is gone, and longer while it is connected and silent: their own
 * polls wait for it, and a wallet that waits for its transaction gives up first.
 */
async function untilAccepting(wallet: Wallet): Promise<void> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    try {
      await payOnce(wallet);
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}
