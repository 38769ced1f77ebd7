import { describe, expect, test, vi } from "vitest";
import { readContainer } from "../../../src/follow/container.ts";
import { encodeBytes } from "../../../src/formats/encoding.ts";
import { formatNodeId } from "../../../src/formats/node-id.ts";
import { makeOuterBlock } from "../../../src/pchain/blocks/proposervm.ts";
import { serveNoContainers } from "../../../src/upstream/serve-no-containers.ts";
import { makeChain, TestAcceptor, type TestChain } from "../follow/network.ts";
import { answered, type Lie, Refused } from "./fake-upstream.ts";
import { fakes, follow } from "./following.ts";

const chain = makeChain(3_000);
const genesis = chain.slice(0, 1);
const upTo = (height: number): TestChain => chain.slice(0, height + 1);

type Followed = ReturnType<typeof follow>;
const waitOptions = { timeout: 45_000, interval: 20 };

async function reaches({ follower, errors }: Followed, height: number): Promise<void> {
  await vi.waitFor(() => {
    expect(errors).toEqual([]);
    expect(follower.progress()).toMatchObject({ height: BigInt(height), phase: "following" });
  }, waitOptions);
}

describe("one honest upstream", () => {
  test("is followed to its tip and beyond, each container once", async () => {
    const [fake] = await fakes(upTo(2_500));
    const followed = follow([fake!.url], { stored: genesis });
    await reaches(followed, 2_500);
    expect(followed.phases).toEqual(["bootstrapping", "following"]);
    expect(fake!.count("index.getContainerRange")).toBe(3);
    fake!.chain = upTo(2_502);
    await reaches(followed, 2_502);
    expect(followed.acceptor.accepted.map(({ id }) => id)).toEqual(upTo(2_502).map(({ id }) => id));
    expect(followed.warnings).toEqual([]);
  });

  test("is followed if its ranges are lists", async () => {
    const [fake] = await fakes(upTo(30));
    fake!.isRangeList = true;
    await reaches(follow([fake!.url], { stored: genesis }), 30);
  });

  test("continues where the store ended", async () => {
    const [fake] = await fakes(upTo(100));
    const followed = follow([fake!.url], { stored: upTo(90) });
    await reaches(followed, 100);
    const ranges = fake!.calls.filter(({ method }) => method === "index.getContainerRange");
    expect(ranges.map(({ params }) => params["startIndex"])).toEqual(["90"]);
  });

  test("is bootstrapped at the genesis block while there is no other", async () => {
    const [fake] = await fakes(genesis);
    await reaches(follow([fake!.url], { stored: genesis }), 0);
  });

  test("is followed by its blocks if it has no index", async () => {
    const [fake] = await fakes(upTo(150));
    fake!.hasIndex = false;
    const blocks = upTo(160).map(({ block }) => readContainer(block));
    const followed = follow([fake!.url], { stored: blocks.slice(0, 1), form: "blocks" });
    await reaches(followed, 150);
    fake!.chain = upTo(151);
    await reaches(followed, 151);
    expect(followed.acceptor.accepted.map(({ id }) => id)).toEqual(
      blocks.slice(0, 152).map(({ id }) => id),
    );
  });
});

describe("an upstream whose index has no containers, though its chain has blocks", () => {
  const isIndex: Lie = ({ path }) => {
    if (path.startsWith("/ext/index/")) {
      throw new Refused("this node has no containers: it accepted the blocks without them");
    }
    return undefined;
  };

  test("is followed by its blocks", async () => {
    const [fake] = await fakes(upTo(150));
    fake!.lie = isIndex;
    const blocks = upTo(150).map(({ block }) => readContainer(block));
    const followed = follow([fake!.url], { stored: blocks.slice(0, 1), form: "blocks" });
    await reaches(followed, 150);
    expect(followed.warnings).toEqual([]);
  });

  test("is followed by its blocks if it had no blocks at first", async () => {
    const [fake] = await fakes(genesis);
    const blocks = upTo(150).map(({ block }) => readContainer(block));
    const followed = follow([fake!.url], { stored: blocks.slice(0, 1), form: "blocks" });
    await reaches(followed, 0);
    fake!.lie = isIndex;
    fake!.chain = upTo(150);
    await reaches(followed, 150);
    // A question to the index that was under way at the change is refused once.
    const others = followed.warnings.filter((warning) => !warning.includes("has no containers"));
    expect([others, followed.warnings.length < 2]).toEqual([[], true]);
  });

  test("cannot continue a store that has containers, which does not count as bootstrapped", async () => {
    const [fake] = await fakes(upTo(97));
    const followed = follow([fake!.url], { stored: upTo(90) });
    await reaches(followed, 97);
    fake!.lie = isIndex;
    fake!.chain = upTo(99);
    await vi.waitFor(() => expect(followed.follower.isBootstrapped()).toBe(false), waitOptions);
    expect(followed.follower.progress()).toMatchObject({
      phase: "bootstrapping",
      height: 97n,
      networkHeight: 99n,
    });
    expect(serveNoContainers(followed.upstreams)).toBe(true);
  });

  test("is followed again once it has come back with its index", async () => {
    const [fake] = await fakes(upTo(99));
    fake!.hasIndex = false;
    const followed = follow([fake!.url], { stored: upTo(97) });
    await vi.waitFor(
      () => expect(followed.follower.progress().networkHeight).toBe(99n),
      waitOptions,
    );
    fake!.lie = (_, response) => {
      response.writeHead(503).end();
      return answered;
    };
    await vi.waitFor(() => expect(followed.problems()).toHaveLength(1), waitOptions);
    fake!.hasIndex = true;
    fake!.lie = () => undefined;
    await reaches(followed, 99);
  });
});

describe("an upstream that misbehaves", () => {
  test("gets a halt if the engine rejects its block", async () => {
    const [fake] = await fakes(upTo(20));
    const acceptor = new TestAcceptor(genesis, ({ height }) => height === 11n);
    const followed = follow([fake!.url], { stored: genesis, acceptor });
    await vi.waitFor(() => expect(followed.halts).toHaveLength(1), waitOptions);
    expect(followed.halts[0]!.container.height).toBe(11n);
    expect(followed.follower.progress()).toMatchObject({
      phase: "halted",
      height: 10n,
      reason: "state differs",
    });
  });

  test("of another network is never followed", async () => {
    const [fake] = await fakes(upTo(20));
    fake!.networkID = 5;
    const followed = follow([fake!.url], { stored: genesis });
    await vi.waitFor(() => expect(followed.problems()).toHaveLength(1), waitOptions);
    expect(followed.problems()[0]).toMatch(/ is a node of network 5, not 1337\.$/);
    const asked = fake!.calls.length;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(fake!.calls.length).toBe(asked);
    expect(followed.follower.progress()).toMatchObject({ phase: "connecting", height: 0n });
    fake!.networkID = 1337;
    await reaches(followed, 20);
    expect(followed.problems()).toEqual([]);
  });

  test("that comes back as a node of another network is named", async () => {
    const [fake] = await fakes(upTo(20));
    const followed = follow([fake!.url], { stored: genesis });
    await reaches(followed, 20);
    fake!.lie = (_, response) => {
      response.writeHead(503).end();
      return answered;
    };
    await vi.waitFor(() => expect(followed.problems()).toHaveLength(1), waitOptions);
    fake!.networkID = 5;
    fake!.lie = () => undefined;
    await vi.waitFor(
      () => expect(followed.problems()[0]).toMatch(/ is a node of network 5, not 1337\.$/),
      waitOptions,
    );
  });

  test("with another genesis block is named with the remedy", async () => {
    const [fake] = await fakes(upTo(20));
    const followed = follow([fake!.url], {
      stored: [chain[1]!].map((one) => ({ ...one, height: 0n })),
    });
    await vi.waitFor(
      () =>
        expect(followed.problems()[0]).toMatch(
          / has another genesis block: start this node with its genesis file\.$/,
        ),
      waitOptions,
    );
  });

  test("with a changed container at a known height is not followed", async () => {
    const [fake] = await fakes(upTo(20));
    const followed = follow([fake!.url], { stored: genesis });
    await reaches(followed, 20);
    fake!.chain = makeChain(30, 1, upTo(15));
    await vi.waitFor(
      () =>
        expect(followed.problems()[0]).toMatch(
          / has another block at height 20 than this node: if it was reset, follow it with a new data directory\.$/,
        ),
      waitOptions,
    );
    expect(followed.follower.progress().height).toBe(20n);
    await vi.waitFor(() => expect(followed.follower.isBootstrapped()).toBe(false), waitOptions);
  });

  test("with a changed container at the tip is not believed after a restart", async () => {
    const [fake] = await fakes(makeChain(20, 1, upTo(15)));
    const followed = follow([fake!.url], { stored: upTo(20) });
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(followed.follower.isBootstrapped()).toBe(false);
  });

  // The ID does not cover the signature.
  const { outer, id } = chain[1]!;
  if (outer === undefined || outer.kind === "Option") throw new Error("not a proposal");
  const forged = makeOuterBlock({ ...outer, signature: new Uint8Array([1]) });
  const altered = { bytes: encodeBytes(forged.bytes, "hex") };

  test("with an altered signature is not followed", async () => {
    expect(forged.id).toEqual(id);
    const [fake] = await fakes(upTo(1));
    fake!.lie = lies["with altered signatures"]!;
    const followed = follow([fake!.url], { stored: genesis });
    await vi.waitFor(
      () => expect(followed.problems()[0]).toMatch(/ sent an invalid container for height 1\.$/),
      waitOptions,
    );
    expect(followed.follower.progress().height).toBe(0n);
  });

  const lies: Readonly<Record<string, Lie>> = {
    "that is not JSON": (_, response) => {
      response.writeHead(200).end("<html>");
      return answered;
    },
    "without a result": (_, response) => {
      response.writeHead(200).end('{"jsonrpc":"2.0","id":1}');
      return answered;
    },
    "with status 500": (_, response) => {
      response.writeHead(500).end();
      return answered;
    },
    "that never ends": (_, response) => {
      const piece = Buffer.alloc(1024 * 1024, 0x20);
      const more = () => {
        while (!response.destroyed && response.write(piece));
      };
      response.on("drain", more);
      response.on("error", () => {});
      more();
      return answered;
    },
    "that cuts the connection": (_, response) => {
      response.destroy();
      return answered;
    },
    "with wrong types": () => ({ index: {}, height: null, containers: 7, networkID: [] }),
    "with invalid containers": ({ method }) =>
      method === "index.getContainerRange" ? { containers: [{ bytes: "0x00" }, null] } : undefined,
    "with altered signatures": ({ method }) =>
      method === "index.getContainerRange" ? { containers: [altered] } : undefined,
    "with bytes that are not a container": ({ method }) =>
      method === "index.getContainerRange"
        ? { containers: [{ bytes: "0x0000000000000102030405" }] }
        : undefined,
  };

  test.each(Object.entries(lies))("with responses %s is outvoted by two others", async (_, lie) => {
    const started = await fakes(upTo(1_500), upTo(1_500), upTo(1_500));
    started[0]!.lie = lie;
    const followed = follow(
      started.map(({ url }) => url),
      { stored: genesis },
    );
    const beganMs = followed.nowMs();
    await reaches(followed, 1_500);
    await vi.waitFor(() => expect(followed.warnings.length).toBeGreaterThan(0), waitOptions);
    // It is called a few times a second by the follower's clock, however slow the machine is.
    const seconds = (followed.nowMs() - beganMs) / 1_000;
    expect(started[0]!.calls.length).toBeLessThan(20 + 2 * seconds);
  });

  test("is not called for as long as it requests with status 429", async () => {
    const [fake] = await fakes(upTo(20));
    let limited = 3;
    fake!.lie = (_, response) => {
      if (limited-- <= 0) return undefined;
      response.writeHead(429, { "retry-after": "10" }).end();
      return answered;
    };
    const since = performance.now();
    const followed = follow([fake!.url], { stored: genesis });
    await reaches(followed, 20);
    // Three times ten seconds, at twenty times the speed.
    expect(performance.now() - since).toBeGreaterThan(1_400);
    expect(followed.warnings[0]).toMatch(/ returned status 429\.$/);
    await vi.waitFor(() => expect(followed.problems()).toEqual([]), waitOptions);
  });

  test("does not redirect requests to another address", async () => {
    const [from, to] = await fakes(upTo(20), upTo(20));
    from!.lie = (_, response) => {
      response.writeHead(307, { location: to!.url.href }).end();
      return answered;
    };
    const followed = follow([from!.url], { stored: genesis });
    await vi.waitFor(() => expect(followed.warnings.length).toBeGreaterThan(0), waitOptions);
    expect(to!.calls).toEqual([]);
  });
});

describe("several upstreams", () => {
  test("are followed as far as a majority has accepted", async () => {
    const started = await fakes(upTo(10), upTo(25), upTo(2_000));
    const followed = follow(
      started.map(({ url }) => url),
      { stored: genesis },
    );
    await reaches(followed, 25);
    started[0]!.chain = upTo(30);
    await reaches(followed, 30);
    expect(followed.problems()).toEqual([]);
  });

  test("that disagree are followed up to there, with a warning", async () => {
    const started = await fakes(upTo(1_500), makeChain(1_500, 1, upTo(700)));
    const followed = follow(
      started.map(({ url }) => url),
      { stored: genesis },
    );
    await vi.waitFor(
      () => expect(followed.problems()[0]).toMatch(/have different blocks at 701\.$/),
      waitOptions,
    );
    expect(followed.follower.progress().height).toBe(700n);
    expect(followed.follower.isBootstrapped()).toBe(false);
    started[1]!.chain = upTo(1_500);
    await reaches(followed, 1_500);
    await vi.waitFor(() => expect(followed.problems()).toEqual([]), waitOptions);
  });

  test("outvote a liar with a longer chain", async () => {
    const started = await fakes(makeChain(1_600, 1, upTo(3)), upTo(1_500), upTo(1_500));
    const followed = follow(
      started.map(({ url }) => url),
      { stored: genesis },
    );
    await reaches(followed, 1_500);
    expect(followed.acceptor.accepted.at(-1)!.id).toEqual(chain[1_500]!.id);
  });

  test("are followed while one of three hangs", async () => {
    const started = await fakes(upTo(1_500), upTo(1_500), upTo(1_500));
    started[0]!.lie = () => answered;
    const followed = follow(
      started.map(({ url }) => url),
      { stored: genesis },
    );
    await reaches(followed, 1_500);
    started[1]!.chain = upTo(1_501);
    started[2]!.chain = upTo(1_501);
    await reaches(followed, 1_501);
  });

  test("are not believed while most are silent", async () => {
    const started = await fakes(upTo(10), upTo(10), upTo(10));
    const followed = follow(
      started.map(({ url }) => url),
      { stored: genesis },
    );
    await reaches(followed, 10);
    await started[1]!.stop();
    await started[2]!.stop();
    started[0]!.chain = upTo(11);
    await vi.waitFor(() => expect(followed.follower.isBootstrapped()).toBe(false), waitOptions);
    expect(followed.follower.progress().height).toBe(10n);
  });
});

describe("upstreams that bootstrap themselves", () => {
  test.each([0, 10])(
    "are followed, but not believed to be at the tip: height %s",
    async (height) => {
      const [fake] = await fakes(upTo(height));
      fake!.isBootstrapped = false;
      const followed = follow([fake!.url], { stored: genesis });
      const asked = () => fake!.count("info.isBootstrapped");
      await vi.waitFor(() => expect(followed.phases.at(-1)).toBe("attesting"), waitOptions);
      const before = asked();
      await vi.waitFor(() => expect(asked()).toBeGreaterThan(before + 3), waitOptions);
      expect(followed.acceptor.tip().height).toBe(BigInt(height));
      expect(followed.problems()[0]).toMatch(/ is not bootstrapped: its last block may not be/);
      expect(followed.phases).not.toContain("following");
      fake!.isBootstrapped = true;
      await reaches(followed, height);
      expect(followed.problems()).toEqual([]);
    },
  );

  test("are believed if they serve the chain because they are offline", async () => {
    const [fake] = await fakes(upTo(10));
    fake!.isOffline = true;
    await reaches(follow([fake!.url], { stored: genesis }), 10);
  });

  test("are no part of a majority, whether the others have another block or do not say", async () => {
    const started = await fakes(upTo(10), upTo(10), makeChain(10, 1, upTo(9)));
    started[1]!.isBootstrapped = false;
    const followed = follow(
      started.map(({ url }) => url),
      { stored: genesis },
    );
    await vi.waitFor(() => expect(followed.phases.at(-1)).toBe("attesting"), waitOptions);
    expect(followed.phases).not.toContain("following");
    started[2]!.lie = (_call, response) => {
      response.destroy();
      return answered;
    };
    await vi.waitFor(
      () => expect(followed.problems().join()).toContain("cannot be reached"),
      waitOptions,
    );
    const asked = started[0]!.count("info.isBootstrapped");
    await vi.waitFor(
      () => expect(started[0]!.count("info.isBootstrapped")).toBeGreaterThan(asked + 3),
      waitOptions,
    );
    expect(followed.phases).not.toContain("following");
    started[1]!.isBootstrapped = true;
    await reaches(followed, 10);
  });

  test("are outvoted by the others", async () => {
    const started = await fakes(upTo(10), upTo(10), upTo(4));
    started[2]!.isBootstrapped = false;
    const followed = follow(
      started.map(({ url }) => url),
      { stored: genesis },
    );
    await reaches(followed, 10);
  });
});

describe("the state", () => {
  const nodeID = new Uint8Array(20).fill(3);
  const state = (height: number, supply = 720n, weight = 5n) => ({
    height: () => BigInt(height),
    supply: () => supply,
    validatorsAt: () => [{ nodeID, weight }],
  });

  async function threeWithState() {
    const started = await fakes(upTo(10), upTo(10), upTo(10));
    for (const fake of started) fake.validators = { [formatNodeId(nodeID)]: "5" };
    return { started, urls: started.map(({ url }) => url) };
  }

  test("is compared from time to time", async () => {
    const { started, urls } = await threeWithState();
    const followed = follow(urls, { stored: genesis, state: state(10) });
    await vi.waitFor(
      () => expect(started[0]!.count("platform.getValidatorsAt")).toBeGreaterThan(3),
      waitOptions,
    );
    expect(followed.halts).toEqual([]);
    expect(followed.problems()).toEqual([]);
  });

  test("is compared with validators as AvalancheGo returns them", async () => {
    const { started, urls } = await threeWithState();
    for (const fake of started) fake.isValidatorsResult = true;
    const equal = follow(urls, { stored: genesis, state: state(10) });
    await vi.waitFor(
      () => expect(started[0]!.count("platform.getValidatorsAt")).toBeGreaterThan(3),
      waitOptions,
    );
    expect(equal.halts).toEqual([]);
    expect(equal.warnings).toEqual([]);
    const different = follow(urls, { stored: genesis, state: state(10, 720n, 6n) });
    await vi.waitFor(() => expect(different.halts).toHaveLength(1), waitOptions);
    expect(different.halts[0]!.message).toMatch(/^the validators at height 10 are not those of/);
  });

  test.each([
    ["supply", state(10, 721n), /^the supply is 721 nAVAX here and 720 at http/],
    ["validators", state(10, 720n, 6n), /^the validators at height 10 are not those of http/],
  ])("that has other %s than a majority halts following", async (_, ours, reason) => {
    const { urls } = await threeWithState();
    const followed = follow(urls, { stored: genesis, state: ours });
    await vi.waitFor(() => expect(followed.halts).toHaveLength(1), waitOptions);
    expect(followed.halts[0]!.message).toMatch(reason);
    expect(followed.halts[0]!.container.height).toBe(10n);
    expect(followed.follower.progress().phase).toBe("halted");
  });

  test("of another chain of the same height does not halt following", async () => {
    const { started, urls } = await threeWithState();
    const followed = follow(urls, { stored: genesis, state: state(10) });
    await reaches(followed, 10);
    for (const fake of started) {
      fake.chain = makeChain(10, 1, upTo(8));
      fake.supply = 1n;
    }
    await vi.waitFor(() => {
      expect(followed.problems()).toHaveLength(3);
      expect(followed.follower.isBootstrapped()).toBe(false);
    }, waitOptions);
    expect(followed.problems()[0]).toMatch(/ has another block at height 10 than this node: /);
    expect(followed.halts).toEqual([]);
    expect(followed.follower.progress().phase).not.toBe("halted");
  });

  test("of one upstream that differs from the others is a warning", async () => {
    const { started, urls } = await threeWithState();
    started[2]!.supply = 1n;
    const followed = follow(urls, { stored: genesis, state: state(10) });
    await vi.waitFor(
      () => expect(followed.problems()[0]).toMatch(/ has another state: the supply is 720 nAVAX/),
      waitOptions,
    );
    expect(followed.halts).toEqual([]);
    expect(followed.follower.isBootstrapped()).toBe(true);
  });
});
