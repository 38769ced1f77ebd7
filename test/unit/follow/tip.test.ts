import { describe, expect, test } from "vitest";
import { Disagreement } from "../../../src/follow/acceptor.ts";
import { attestedID } from "../../../src/follow/attestation.ts";
import { type Container, pChainForm } from "../../../src/follow/container.ts";
import { PollCounts } from "../../../src/follow/poll-counts.ts";
import { TipFollowing } from "../../../src/follow/tip.ts";
import { keyOf, type NodeId } from "../../../src/formats/bytes.ts";
import {
  honestChits,
  makeChain,
  nodeID,
  TestAcceptor,
  type TestPeer,
  TestPeers,
} from "./network.ts";
import { VirtualTime } from "./virtual-time.ts";

const chain = makeChain(200);
const fork = makeChain(200, 5, chain.slice(0, 10));
const from = (height: number) => chain.slice(0, height + 1);

function rig(
  peers: readonly TestPeer[],
  options: {
    stakes?: readonly bigint[];
    acceptor?: TestAcceptor;
    isSigned?: (container: Container) => boolean;
    staleMs?: number;
    requestsPerSecond?: number;
    vouches?: (id: Uint8Array) => Promise<boolean>;
  } = {},
) {
  const time = new VirtualTime();
  const network = new TestPeers(peers);
  const acceptor = options.acceptor ?? new TestAcceptor(from(10));
  const stakes = options.stakes ?? peers.map(() => 100n);
  const byKey = new Map(stakes.map((stake, i) => [keyOf(nodeID(i)), stake]));
  let attested = 0;
  const abort = new AbortController();
  const following = new TipFollowing(
    {
      form: pChainForm,
      peers: network,
      polls: new PollCounts(),
      acceptor,
      stakes: () => ({
        total: stakes.reduce((sum, stake) => sum + stake, 0n),
        of: (node: NodeId) => byKey.get(keyOf(node)) ?? 0n,
        nodes: stakes.map((_, i) => nodeID(i)),
      }),
      isSigned: options.isSigned ?? (() => true),
      ...(options.vouches && { vouches: options.vouches }),
      ...(options.requestsPerSecond && { requestsPerSecond: options.requestsPerSecond }),
      nowMillis: time.nowMillis,
      random: lcg(),
      sleep: time.sleep,
      onAttested: () => {
        attested++;
      },
      onAccepted: () => {},
      onNetworkHeight: () => {},
    },
    options.staleMs,
  );
  const until = async (isDone: () => boolean) => {
    const running = following.run(abort.signal).catch((error: unknown) => error);
    for (let turn = 0; turn < 20_000 && !isDone(); turn++) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    abort.abort();
    return running;
  };
  return { network, acceptor, time, until, following, abort, attested: () => attested };
}

function lcg(): () => number {
  let seed = 1;
  return () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
}

const at = (height: number): TestPeer => ({ chain: from(height) });
const find = (id: Uint8Array) => chain.find((container) => keyOf(container.id) === keyOf(id));
const height = (acceptor: TestAcceptor) => Number(acceptor.tip().height);

describe("what a validator attests", () => {
  test("is its container at a height that it reached", () => {
    expect(attestedID(honestChits(chain, 42n), 42n)).toEqual(chain[42]!.id);
    expect(attestedID(honestChits(chain, 200n), 200n)).toEqual(chain[200]!.id);
  });

  test("does not count above its last accepted height, where it is a preference", () => {
    const chits = { ...honestChits(from(41), 42n), preferredIDAtHeight: chain[42]!.id };
    expect(attestedID(chits, 42n)).toBeUndefined();
  });

  test("is nothing if it repeats its last accepted container for a height below", () => {
    const chits = honestChits(chain, 42n);
    expect(attestedID({ ...chits, preferredIDAtHeight: chits.acceptedID }, 42n)).toBeUndefined();
  });

  test("is nothing if it contradicts itself at its last accepted height", () => {
    const chits = { ...honestChits(chain, 200n), preferredIDAtHeight: fork[200]!.id };
    expect(attestedID(chits, 200n)).toBeUndefined();
  });
});

describe("following the tip", () => {
  test("accepts what the validators accepted, up to their tip", async () => {
    const { until, acceptor, attested } = rig([at(40), at(40), at(40), at(40), at(40)]);
    await until(() => height(acceptor) === 40 && attested() > 31);
    expect(acceptor.accepted).toEqual(from(40));
  });

  test("needs those who vouch, too, while the stake comes from a snapshot", async () => {
    const known = new Set(chain.slice(0, 16).map(({ id }) => keyOf(id)));
    const { until, acceptor, time, attested } = rig([at(40), at(40), at(40)], {
      vouches: async (id) => known.has(keyOf(id)),
    });
    await until(() => height(acceptor) === 15 && time.nowMillis() > 60_000);
    expect(height(acceptor)).toBe(15);
    expect(attested()).toBeGreaterThan(0);
  });

  test("needs more than two thirds of the stake", async () => {
    const two = [at(20), at(20), at(10)];
    const short = rig(two, { stakes: [100n, 100n, 100n] });
    await short.until(() => short.time.nowMillis() > 1_800_000_020_000);
    expect(height(short.acceptor)).toBe(10);
    const enough = rig(two, { stakes: [100n, 101n, 100n] });
    await enough.until(() => height(enough.acceptor) === 20);
    expect(height(enough.acceptor)).toBe(20);
  });

  test("counts stake, not nodes", async () => {
    const peers = [at(20), at(10), at(10), at(10), at(10)];
    const { until, acceptor } = rig(peers, { stakes: [900n, 100n, 100n, 100n, 100n] });
    await until(() => height(acceptor) === 20);
    expect(height(acceptor)).toBe(20);
  });

  const liars: Record<string, TestPeer> = {
    "follows a fork": { chain: fork },
    "is silent": { chain, isSilent: true },
    "invents chits": {
      chain,
      lies: {
        chits: async (_, __, asked) => ({
          preferredID: fork[Number(asked)]!.id,
          acceptedID: fork[Number(asked)]!.id,
          acceptedHeight: asked,
          preferredIDAtHeight: fork[Number(asked)]!.id,
        }),
        container: async () => fork[11]!.bytes,
      },
    },
    "claims a height far ahead": {
      chain,
      lies: {
        chits: async (_, __, asked) => ({
          ...honestChits(chain, asked),
          acceptedHeight: 2n ** 63n,
        }),
      },
    },
    "sends junk for containers": { chain, lies: { container: async () => new Uint8Array(50) } },
    "never hands out containers": { chain, lies: { container: async () => undefined } },
  };

  test.each(Object.entries(liars))(
    "one validator of five that %s delays at most",
    async (_, liar) => {
      const { until, acceptor } = rig([at(30), at(30), liar, at(30), at(30)]);
      await until(() => height(acceptor) >= 30);
      expect(acceptor.accepted).toEqual(from(30));
    },
  );

  test("a third of the stake that is silent stops it, without a wrong block", async () => {
    const silent: TestPeer = { chain, isSilent: true };
    const { until, acceptor, time } = rig([at(30), at(30), silent]);
    await until(() => time.nowMillis() > 1_800_000_060_000);
    expect(height(acceptor)).toBe(10);
  });

  test("a preference never counts, even if all validators repeat it", async () => {
    const prefers: TestPeer = {
      chain: from(10),
      lies: {
        chits: async () => ({
          preferredID: chain[11]!.id,
          acceptedID: chain[10]!.id,
          acceptedHeight: 10n,
          preferredIDAtHeight: chain[11]!.id,
        }),
      },
    };
    const { until, acceptor, time } = rig([prefers, prefers, prefers, prefers]);
    await until(() => time.nowMillis() > 1_800_000_030_000);
    expect(height(acceptor)).toBe(10);
  });

  test("refuses a container whose signature was altered and asks another validator", async () => {
    let refused = 0;
    const isSigned = () => ++refused > 2;
    const { until, acceptor } = rig([at(11), at(11), at(11), at(11)], { isSigned });
    await until(() => height(acceptor) === 11);
    expect(refused).toBe(3);
  });

  test("trusts a validator whose block the stake confirms, although it is not sent for a while", async () => {
    let isSent = false;
    const lies: TestPeer["lies"] = {
      container: async (_, id) => (isSent ? find(id)?.bytes : undefined),
    };
    const { acceptor, time, until, abort } = rig([{ ...at(11), lies }]);
    const ended = until(() => height(acceptor) === 11);
    await time.sleep(170_000, abort.signal);
    isSent = true;
    const sentAt = time.nowMillis();
    await ended;
    expect(height(acceptor)).toBe(11);
    expect(time.nowMillis() - sentAt).toBeLessThan(5_000);
  });

  test("attests a tip that does not move, so that it is known to be current", async () => {
    const { until, attested, time } = rig([at(10), at(10), at(10), at(10)]);
    await until(() => time.nowMillis() > 1_800_000_055_000);
    // At once, and after half a minute.
    expect(attested()).toBe(2);
  });

  test("ends as stale if no stake attests anything for the time given", async () => {
    const silent: TestPeer = { chain, isSilent: true };
    const { following, abort } = rig([silent, silent, silent], { staleMs: 60_000 });
    expect(await following.run(abort.signal)).toBe("stale");
  });

  test("ends as behind if enough stake is far ahead", async () => {
    const { following, abort } = rig([at(150), at(150), at(150)]);
    expect(await following.run(abort.signal)).toBe("behind");
  });

  test("stops with the container that the engine rejects", async () => {
    const acceptor = new TestAcceptor(from(10), ({ height }) => height === 15n);
    const { following, abort } = rig([at(30), at(30), at(30)], { acceptor });
    const error = await following.run(abort.signal).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Disagreement);
    expect(height(acceptor)).toBe(14);
  });

  test("attests the tip without waiting for a validator that never answers", async () => {
    const stuck: TestPeer = { chain, lies: { chits: () => new Promise(() => {}) } };
    const { until, attested, time } = rig([at(10), stuck, at(10), at(10), at(10)]);
    const startedAt = time.nowMillis();
    await until(() => attested() > 0);
    expect(time.nowMillis() - startedAt).toBeLessThan(1_000);
  });

  test("asks again soon if the first attestation of the tip fails", async () => {
    let late = 4;
    const slow: TestPeer = {
      chain: from(10),
      lies: { chits: async (_, __, asked) => (late-- > 0 ? undefined : honestChits(chain, asked)) },
    };
    const { until, attested, time } = rig([slow, slow, slow]);
    const startedAt = time.nowMillis();
    await until(() => attested() > 0);
    expect(time.nowMillis() - startedAt).toBeLessThan(3_000);
  });

  test("attests nothing any more once it has ended", async () => {
    let answer = () => {};
    const gate = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const far: TestPeer = {
      chain: from(150),
      lies: {
        chits: async (_, __, asked) => {
          if (asked === 10n) await gate;
          return honestChits(from(150), asked);
        },
      },
    };
    const { following, abort, attested } = rig([far, far, far]);
    expect(await following.run(abort.signal)).toBe("behind");
    answer();
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(attested()).toBe(0);
  });

  test("asks one validator at a time while there is no news", async () => {
    const { until, network, time } = rig([at(10), at(10), at(10), at(10), at(10)]);
    await until(() => time.nowMillis() >= 1_800_000_010_000);
    // 100 questions for news in 10 s, and 5 for the attestation of the tip at the start.
    expect(network.asked.chits).toBeLessThan(100 + 2 * 5 + 5);
  });
});

describe("where polls are paced, a liar among the heaviest validators does not hold up the others", () => {
  const invented = new Uint8Array(32).fill(0xee);
  test.each([
    ["votes for an invented container", (height: bigint) => height],
    ["invents a height and votes for nothing", () => 1_000_000n],
  ])("one that %s", async (_name, acceptedHeight) => {
    const chits = async (_node: NodeId, _id: Uint8Array, height: bigint) => ({
      preferredID: invented,
      acceptedID: invented,
      preferredIDAtHeight: invented,
      acceptedHeight: acceptedHeight(height),
    });
    const honest = { chain: from(13) };
    const liar = { chain: from(13), lies: { chits } };
    const peers = [honest, liar, honest, honest, honest];
    const { acceptor, until, time } = rig(peers, { requestsPerSecond: 90 });
    const startMs = time.nowMillis();
    await until(() => acceptor.tip().height === 13n);
    expect(acceptor.tip().height).toBe(13n);
    expect(time.nowMillis() - startMs).toBeLessThanOrEqual(10_000);
  });
});
