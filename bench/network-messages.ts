import { pChainForm, readContainer } from "../src/follow/container.ts";
import type { ValidatorStakes } from "../src/follow/height-poll.ts";
import type { Peers } from "../src/follow/peers.ts";
import { PollCounts } from "../src/follow/poll-counts.ts";
import { TipFollowing } from "../src/follow/tip.ts";
import { keyOf, type NodeId } from "../src/formats/bytes.ts";
import { honestChits, makeChain, TestAcceptor } from "../test/unit/follow/network.ts";
import { VirtualTime } from "../test/unit/follow/virtual-time.ts";

export type MessageFigures = {
  readonly connected: number;
  /** Questions a second to all peers together, while there are no blocks. */
  readonly idlePerSecond: number;
  /** Questions for one block, beyond those. */
  readonly perBlock: number;
  /** From the acceptance by all to ours, in the median. */
  readonly delayMs: number;
};

const latencyMs = 50;
const blockMs = 2_000;
const blocks = 30;
/** Heaviest validators are connected up to this share of the stake, in percent. */
const connectedPercent = 85n;

/** Follows a network of a number of validators in virtual time. Their stake falls with the square root of their rank. */
export async function measureMessages(validators: number): Promise<MessageFigures> {
  const weights = Array.from({ length: validators }, (_, rank) =>
    BigInt(Math.round(1e9 / Math.sqrt(rank + 1))),
  );
  const stakes = stakesOf(weights);
  const connected = heaviest(stakes);
  const idle = await follow(stakes, connected, 0);
  const busy = await follow(stakes, connected, blocks);
  const seconds = (blocks * blockMs) / 1000;
  const idlePerSecond = idle.asked / seconds;
  return {
    connected: connected.length,
    idlePerSecond,
    perBlock: (busy.asked - idle.asked) / blocks,
    delayMs: busy.delaysMs.sort((a, b) => a - b)[blocks >> 1]!,
  };
}

async function follow(stakes: ValidatorStakes, connected: readonly NodeId[], count: number) {
  const time = new VirtualTime();
  const chain = makeChain(count);
  const startMs = time.nowMillis();
  const heightNow = () => Math.min(count, Math.floor((time.nowMillis() - startMs) / blockMs));
  const abort = new AbortController();
  let asked = 0;
  const answer = async <T>(read: () => T): Promise<T> => {
    asked++;
    await time.sleep(latencyMs / 2, new AbortController().signal);
    const value = read();
    await time.sleep(latencyMs / 2, new AbortController().signal);
    return value;
  };
  const peers: Pick<Peers, "connected" | "chits" | "container"> = {
    connected: () => connected,
    chits: (_, __, height) => answer(() => honestChits(chain.slice(0, heightNow() + 1), height)),
    container: (_, id) => answer(() => chain.find((each) => keyOf(each.id) === keyOf(id))?.bytes),
  };
  const delaysMs: number[] = [];
  const following = new TipFollowing({
    form: pChainForm,
    polls: new PollCounts(),
    peers: peers as Peers,
    acceptor: new TestAcceptor([readContainer(chain[0]!.bytes)]),
    stakes: () => stakes,
    isSigned: () => true,
    nowMillis: time.nowMillis,
    random: Math.random,
    sleep: time.sleep,
    onAttested: () => {},
    onAccepted: ({ height }) => {
      delaysMs.push(time.nowMillis() - startMs - Number(height) * blockMs);
    },
    onNetworkHeight: () => {},
  });
  const running = following.run(abort.signal).catch(() => {});
  await time.sleep(blocks * blockMs + 500, abort.signal);
  abort.abort(new Error("measured"));
  await running;
  return { asked, delaysMs };
}

function stakesOf(weights: readonly bigint[]): ValidatorStakes {
  const nodes = weights.map((_, rank) => {
    const id = new Uint8Array(20);
    new DataView(id.buffer).setUint32(0, rank);
    return id;
  });
  const byKey = new Map(nodes.map((node, rank) => [keyOf(node), weights[rank]!]));
  return {
    total: weights.reduce((sum, weight) => sum + weight, 0n),
    of: (node) => byKey.get(keyOf(node)) ?? 0n,
    nodes,
  };
}

function heaviest({ nodes, of, total }: ValidatorStakes): readonly NodeId[] {
  let stake = 0n;
  const end = nodes.findIndex((node) => {
    stake += of(node);
    return stake * 100n >= total * connectedPercent;
  });
  return nodes.slice(0, end + 1);
}
