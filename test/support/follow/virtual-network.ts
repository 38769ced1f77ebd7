import { pChainForm, readContainer } from "../../../src/follow/container.ts";
import type { ValidatorStakes } from "../../../src/follow/height-poll.ts";
import type { Peers } from "../../../src/follow/peers.ts";
import { PollCounts } from "../../../src/follow/poll-counts.ts";
import { TipFollowing } from "../../../src/follow/tip.ts";
import { keyOf, type NodeId } from "../../../src/formats/bytes.ts";
import { honestChits, makeChain, TestAcceptor } from "../../unit/follow/network.ts";
import { VirtualTime } from "../../unit/follow/virtual-time.ts";

const latencyMs = 50;
/** Heaviest validators are connected up to this share of the stake, in percent. */
const connectedPercent = 85n;

export type VirtualNetwork = {
  readonly stakes: ValidatorStakes;
  readonly blocks: number;
  readonly blockMs: number;
  readonly seconds: number;
  /** As of TipOptions. */
  readonly requestsPerSecond?: number;
  /** How much later than the first validator the last one accepts a block; the others are between. */
  readonly spreadMs?: number;
};

/** Follows validators that accept a block at a time, in virtual time. Delays are counted from the median validator. */
export async function followInVirtualTime(network: VirtualNetwork) {
  const { stakes, blocks, blockMs, seconds, requestsPerSecond, spreadMs = 0 } = network;
  const connected = connectedValidators(stakes);
  const time = new VirtualTime();
  const chain = makeChain(blocks);
  const startMs = time.nowMillis();
  const lateness = new Map(
    connected.map((node, i) => [keyOf(node), (((i * 7919) % 101) / 100) * spreadMs]),
  );
  const heightOf = (node: NodeId) => {
    const elapsedMs = time.nowMillis() - startMs - lateness.get(keyOf(node))!;
    return Math.max(0, Math.min(blocks, Math.floor(elapsedMs / blockMs)));
  };
  const abort = new AbortController();
  let asked = 0;
  const answer = async <T>(read: () => T): Promise<T> => {
    asked++;
    await time.sleep(latencyMs / 2, new AbortController().signal);
    const value = read();
    await time.sleep(latencyMs / 2, new AbortController().signal);
    return value;
  };
  const byID = new Map(chain.map((each) => [keyOf(each.id), each]));
  const bytesFrom = (height: number, count: number) =>
    chain.slice(Math.max(0, height - count + 1), height + 1).map(({ bytes }) => bytes);
  const peers: Pick<Peers, "connected" | "chits" | "container" | "ancestors"> = {
    connected: () => connected,
    chits: (node, _, height) =>
      answer(() => honestChits(chain.slice(0, heightOf(node) + 1), height)),
    container: (_, id) => answer(() => byID.get(keyOf(id))?.bytes),
    ancestors: (_, id) =>
      answer(() => bytesFrom(Number(byID.get(keyOf(id))?.height ?? -1n), 20).reverse()),
  };
  const delaysMs: number[] = [];
  const acceptor = new TestAcceptor([readContainer(chain[0]!.bytes)]);
  const following = new TipFollowing({
    form: pChainForm,
    ...(requestsPerSecond !== undefined && { requestsPerSecond }),
    polls: new PollCounts(),
    peers: peers as Peers,
    acceptor,
    stakes: () => stakes,
    isSigned: () => true,
    nowMillis: time.nowMillis,
    random: seeded(),
    sleep: time.sleep,
    onAttested: () => {},
    onAccepted: ({ height }) => {
      const medianMs = startMs + Number(height) * blockMs + spreadMs / 2;
      delaysMs.push(time.nowMillis() - medianMs);
    },
    onNetworkHeight: () => {},
  });
  const running = following.run(abort.signal).catch((error: unknown) => error);
  await time.sleep(seconds * 1000 + 500, abort.signal);
  abort.abort(new Error("measured"));
  const ended = await running;
  return { asked, delaysMs, chain, accepted: acceptor.accepted, ended };
}

function seeded(): () => number {
  let seed = 1;
  return () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
}

/** Their stake falls with the square root of their rank. */
export function validatorStakes(count: number): ValidatorStakes {
  const nodes = Array.from({ length: count }, (_, rank) => {
    const id = new Uint8Array(20);
    new DataView(id.buffer).setUint32(0, rank);
    return id;
  });
  const weights = nodes.map((_, rank) => BigInt(Math.round(1e9 / Math.sqrt(rank + 1))));
  const byKey = new Map(nodes.map((node, rank) => [keyOf(node), weights[rank]!]));
  return {
    total: weights.reduce((sum, weight) => sum + weight, 0n),
    of: (node) => byKey.get(keyOf(node)) ?? 0n,
    nodes,
  };
}

export function connectedValidators({ nodes, of, total }: ValidatorStakes): readonly NodeId[] {
  let stake = 0n;
  const end = nodes.findIndex((node) => {
    stake += of(node);
    return stake * 100n >= total * connectedPercent;
  });
  return nodes.slice(0, end + 1);
}
