import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Halt } from "../../../../src/follow/halts.ts";
import type { StoredChain } from "../../../../src/follow/stored-chain/stored-chain-following.ts";
import { encodeExtData } from "../../../../src/foreign-chains/c-chain/atomic-tx.ts";
import { makeCChainBlock, parseCChainBlock } from "../../../../src/foreign-chains/c-chain/block.ts";
import { genesisBlocks } from "../../../../src/foreign-chains/genesis-blocks.ts";
import { emptyId } from "../../../../src/formats/bytes.ts";
import { formatId } from "../../../../src/formats/id.ts";
import type { ChainContext } from "../../../../src/networks/network.ts";
import type { ChainHandler } from "../../../../src/p2p/chain-handler.ts";
import { fromHex } from "../../../support/check-codec.ts";
import { openFollower, type TestFollower } from "../../../support/follow/follower.ts";
import { ForeignChain, unsignedAtomicTx } from "../../../support/follow/foreign-chain.ts";
import {
  areBootstrapped,
  beaconAt,
  bytesOf,
  type ChainNames,
  handlerOf,
  pChainHandler,
  startRelay,
  startThreeChains,
  storedBytes,
  storedChains,
  type ThreeChains,
} from "../../../support/follow/three-chains.ts";
import { startNetwork, until } from "../../../support/p2p/nodes.ts";

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A validator that has all three chains, and ends with the test. */
async function startValidator(): Promise<ThreeChains> {
  const validator = await startThreeChains();
  ends.push(() => validator.network.close());
  return validator;
}

function open(
  validator: Pick<ThreeChains, "genesis" | "beacons">,
  names: ChainNames = ["X", "C"],
  cStart?: StoredChain["start"],
): TestFollower {
  const { genesis, beacons } = validator;
  const follower = openFollower({ genesis, beacons, storedChains: storedChains(names, cStart) });
  ends.push(follower.stop);
  return follower;
}

describe("a follower of X- and C-chain", () => {
  test("stores every container in order, byte for byte, and those that come later", async () => {
    const validator = await startValidator();
    const { chains } = validator;
    const follower = open(validator);
    await follower.following.start();
    await until(() => areBootstrapped(follower, ["X", "C"]), 20_000);
    expect(storedBytes(follower, "X")).toEqual(bytesOf(chains.X));
    expect(storedBytes(follower, "C")).toEqual(bytesOf(chains.C));
    chains.X.extend(2);
    chains.C.extend(20);
    validator.produce();
    await until(() => storedBytes(follower, "X").length === 32, 20_000);
    await until(() => storedBytes(follower, "C").length === 60, 20_000);
    expect(storedBytes(follower, "X")).toEqual(bytesOf(chains.X));
    expect(storedBytes(follower, "C")).toEqual(bytesOf(chains.C));
    await until(() => follower.store.blocks.lastAccepted().height === 4n, 20_000);
    expect(follower.store.digest()).toEqual(validator.store.digest());
    expect([...follower.errors, ...follower.warnings]).toEqual([]);
    expect(follower.following.storedChains()).toMatchObject([
      { chain: "X", startHeight: 1n, progress: { height: 32n, phase: "following" } },
      { chain: "C", startHeight: 1n, progress: { height: 60n, phase: "following" } },
    ]);
  });

  test("begins the C-chain at the tip or at a height, and keeps it", async () => {
    const validator = await startValidator();
    const { chains } = validator;
    const latest = open(validator, ["C"], "latest");
    const chosen = open(validator, ["C"], 25n);
    await Promise.all([latest.following.start(), chosen.following.start()]);
    await until(() => areBootstrapped(latest, ["C"]) && areBootstrapped(chosen, ["C"]), 20_000);
    expect(storedBytes(latest, "C")).toEqual(bytesOf(chains.C, 39));
    expect(storedBytes(chosen, "C")).toEqual(bytesOf(chains.C, 24));
    chains.C.extend(3);
    const again = await latest.reopen({ storedChains: storedChains(["C"], "latest") });
    ends.push(() => again.following.stop());
    await again.following.start();
    await until(() => storedBytes(again, "C").length === 4, 20_000);
    expect(storedBytes(again, "C")).toEqual(bytesOf(chains.C, 39));
    expect(again.following.storedChains()).toMatchObject([{ startHeight: 40n }]);
    await expect(chosen.reopen({ storedChains: storedChains(["C"], 7n) })).rejects.toThrow(
      "--c-chain-start=7 contradicts the store, whose C-chain begins at height 25: remove the flag to continue there, or choose another --data-dir",
    );
  });

  test("refuses a start above the tip, and follows the other chains", async () => {
    const validator = await startValidator();
    const follower = open(validator, ["X", "C"], 41n);
    await follower.following.start();
    await until(() => areBootstrapped(follower, ["X"]), 20_000);
    await until(() => follower.warnings.length > 0, 20_000);
    const reason =
      "the chosen start 41 is above the network's height 40: choose a lower one, or latest";
    expect(follower.warnings).toEqual([`the C-chain is not followed: ${reason}`]);
    expect(follower.following.storedChains()[1]).toMatchObject({
      isBootstrapped: false,
      progress: { phase: "halted", reason },
    });
    expect(follower.following.isBootstrapped()).toBe(true);
    const again = await follower.reopen({ storedChains: storedChains(["C"], 40n) });
    ends.push(() => again.following.stop());
    await again.following.start();
    await until(() => areBootstrapped(again, ["C"]), 20_000);
    expect(storedBytes(again, "C")).toHaveLength(1);
  });

  test.each([
    ["X", "wait for a peer that has them, or name one in --bootstrap-ips and --bootstrap-ids"],
    [
      "C",
      "most nodes do not keep old ones. Wait for a peer that has them, or choose a later --c-chain-start with another --data-dir",
    ],
  ] as const)("says after a minute that no peer has old blocks of %s", async (name, remedy) => {
    const validator = await startValidator();
    const { chains, context, network } = validator;
    // A node that pruned them answers with an empty list.
    network.handle(name === "X" ? context.xChainID : context.cChainID, {
      ...handlerOf(chains[name]),
      ancestors: () => [],
    });
    const follower = open(validator, [name]);
    await follower.following.start();
    const phase = () => follower.following.storedChains()[0]?.progress.phase;
    await until(() => phase() === "bootstrapping", 20_000);
    expect(follower.following.warnings()).toEqual([]);
    vi.useFakeTimers({ toFake: ["Date"] });
    ends.push(async () => void vi.useRealTimers());
    vi.setSystemTime(Date.now() + 61_000);
    await until(() => follower.following.warnings().length > 0, 5_000);
    expect(follower.following.warnings()).toEqual([
      `no peer sends blocks of the ${name}-chain above height 0: ${remedy}`,
    ]);
  });

  test.each([
    [
      "a batch of no atomic transactions, which coreth rejects, too,",
      "000000000000",
      "cannot build a block with non-empty extra data and zero atomic transactions",
    ],
    ["ExtData of an unknown form", "0001", "unknown codec version"],
  ])("halts the C-chain at %s with a report, and the others continue", async (_, hex, reason) => {
    const validator = await startValidator();
    const { chains } = validator;
    chains.C.extendWith(fromHex(hex));
    const follower = open(validator);
    await follower.following.start();
    await until(() => follower.storedChainHalts.length > 0, 20_000);
    const [[chain, halt]] = follower.storedChainHalts as [["X" | "C", Halt]];
    expect([chain, halt.reason]).toEqual(["C", reason]);
    const report = JSON.parse(readFileSync(halt.report, "utf8")) as object;
    expect(report).toMatchObject({ chain, rejection: reason });
    await until(() => areBootstrapped(follower, ["X"]), 20_000);
    chains.X.extend(1);
    validator.produce();
    await until(() => storedBytes(follower, "X").length === 31, 20_000);
    await until(() => follower.store.blocks.lastAccepted().height === 4n, 20_000);
    // Those before it are kept.
    expect(storedBytes(follower, "C")).toEqual(bytesOf(chains.C).slice(0, -1));
    expect(follower.following.storedChains()[1]).toMatchObject({
      isBootstrapped: false,
      progress: { phase: "halted", reason },
    });
    // A restart tries it again, and has the same result.
    const again = await follower.reopen({ storedChains: storedChains(["C"]) });
    ends.push(() => again.following.stop());
    await again.following.start();
    await until(() => again.storedChainHalts.length > 0, 20_000);
    expect(again.storedChainHalts).toEqual([["C", halt]]);
  });

  test("continues after restarts, and fills what came while a chain was not followed", async () => {
    const validator = await startValidator();
    const { chains } = validator;
    let follower = open(validator);
    for (let round = 0; round < 4; round++) {
      const names: ChainNames = round === 2 ? ["X"] : ["X", "C"];
      chains.X.extend(7);
      chains.C.extend(9);
      follower = await follower.reopen({ storedChains: storedChains(names) });
      await follower.following.start();
      await until(() => areBootstrapped(follower, names), 20_000);
      await follower.following.stop();
    }
    expect(storedBytes(follower, "X")).toEqual(bytesOf(chains.X));
    expect(storedBytes(follower, "C")).toEqual(bytesOf(chains.C));
    expect(follower.errors).toEqual([]);
  });

  test("serves another follower, from where its own containers begin", async () => {
    const validator = await startValidator();
    const follower = open(validator);
    await follower.following.start();
    await until(() => areBootstrapped(follower, ["X", "C"]), 20_000);
    await validator.network.close();
    const { context } = validator;
    const relay = { nodeID: follower.nodeID, address: follower.following.listeningAt()! };
    const { X, C } = validator.chains;
    const own = await askAll(relay, context, { X, C });
    expect(own.X).toEqual(bytesOf(X));
    expect(own.C).toEqual(bytesOf(C));
  });
});

describe("a liar among the peers of a follower of X- and C-chain", () => {
  /** Other containers under the IDs of an honest chain, or containers of other chains. */
  const liars: Record<
    string,
    (chain: ForeignChain, other: ForeignChain, beside: ForeignChain) => Partial<ChainHandler>
  > = {
    "sends containers of the chain beside it": (_, __, beside) => ({
      ancestors: () => bytesOf(beside).toReversed(),
      container: () => beside.containers.at(-1)!.bytes,
    }),
    "forges ExtData": (chain) => ({
      ancestors: (id) => ancestorsOf(chain, id).map(withExtData),
      container: (id) => ancestorsOf(chain, id).slice(0, 1).map(withExtData)[0],
    }),
    "sends other containers": (_, other) => ({
      ancestors: () => bytesOf(other).toReversed(),
      container: () => other.containers[0]!.bytes,
    }),
    "alters a signature": (chain) => ({
      ancestors: (id) => ancestorsOf(chain, id).map(withOtherEnd),
      container: (id) => ancestorsOf(chain, id).slice(0, 1).map(withOtherEnd)[0],
    }),
    "has no old containers": (chain) => ({
      ancestors: (id) =>
        (chain.heightOf(id) ?? 0n) < 30n ? [] : ancestorsOf(chain, id).slice(0, 2),
    }),
    "votes for another chain": (_, other) => ({
      acceptedFrontier: () => other.lastID(),
      accepted: (ids) => ids,
      chits: () => ({
        preferredID: other.lastID(),
        acceptedID: other.lastID(),
        preferredIDAtHeight: other.lastID(),
        acceptedHeight: other.lastHeight(),
      }),
    }),
    "claims a height that does not exist": (chain) => ({
      chits: () => ({
        preferredID: chain.lastID(),
        acceptedID: chain.lastID(),
        preferredIDAtHeight: chain.lastID(),
        acceptedHeight: 1_000_000n,
      }),
    }),
    "says nothing": () => ({
      acceptedFrontier: () => undefined,
      accepted: () => undefined,
      ancestors: () => undefined,
      container: () => undefined,
      chits: () => undefined,
    }),
  };

  test.each(Object.keys(liars))("that %s changes nothing", async (name) => {
    const validator = await startValidator();
    const { chains, context, identity: proposer, store } = validator;
    const liar = await startNetwork();
    ends.push(() => liar.close());
    // It has the P-chain, as the follower needs it.
    liar.handle(emptyId, pChainHandler(validator));
    const genesis = genesisBlocks(store, context);
    for (const chain of ["X", "C"] as const) {
      const chainID = chain === "X" ? context.xChainID : context.cChainID;
      const options = { chain, chainID, proposer, salt: 5 };
      const other = new ForeignChain({ ...options, genesisID: genesis[chain]! });
      other.extend(60);
      const lies = liars[name]!(chains[chain], other, chains[chain === "X" ? "C" : "X"]);
      liar.handle(chainID, { ...handlerOf(chains[chain]), ...lies });
    }
    const honest = await startRelay(validator);
    ends.push(() => honest.close());
    const beacons = [...validator.beacons, beaconAt(honest), beaconAt(liar)];
    const follower = open({ ...validator, beacons });
    await follower.following.start();
    await until(() => areBootstrapped(follower, ["X", "C"]), 30_000);
    for (let count = 0; count < 3; count++) {
      chains.X.extend(1);
      chains.C.extend(5);
      await until(() => storedBytes(follower, "C").length === chains.C.containers.length, 20_000);
    }
    await until(() => storedBytes(follower, "X").length === chains.X.containers.length, 20_000);
    expect(storedBytes(follower, "X")).toEqual(bytesOf(chains.X));
    expect(storedBytes(follower, "C")).toEqual(bytesOf(chains.C));
    expect(follower.storedChainHalts).toEqual([]);
    expect(follower.errors).toEqual([]);
  });
});

function ancestorsOf(chain: ForeignChain, id: Uint8Array): Uint8Array[] {
  return bytesOf(chain)
    .slice(0, Number(chain.heightOf(id) ?? 0n))
    .toReversed();
}

/** The same header over an export that is not in its hash; of a wrapped block or one of the X-chain, junk. */
function withExtData(bytes: Uint8Array): Uint8Array {
  try {
    const extData = encodeExtData([forged], "batch");
    return makeCChainBlock({ ...parseCChainBlock(bytes), extData }).bytes;
  } catch {
    return withOtherEnd(bytes);
  }
}

const forged = unsignedAtomicTx({
  kind: "ExportTx",
  networkID: 1,
  blockchainID: emptyId,
  destinationChain: emptyId,
  inputs: [],
  exportedOutputs: [],
});

/** The signature is the end of a signed container; of others this makes junk. */
function withOtherEnd(bytes: Uint8Array): Uint8Array {
  const other = bytes.slice();
  other[other.length - 1]! ^= 1;
  return other;
}

/** What a node sends for the tips of its chains, in order of height. */
async function askAll(
  node: ReturnType<typeof beaconAt>,
  context: ChainContext,
  chains: { readonly X: ForeignChain; readonly C: ForeignChain },
) {
  const network = await startNetwork();
  ends.push(() => network.close());
  network.connect(node.nodeID, node.address);
  await until(() => network.connectedIDs().length === 1, 20_000);
  const ask = async (chainID: Uint8Array, chain: ForeignChain) => {
    const target = { nodeID: node.nodeID, chainID };
    const id = await network.requests.acceptedFrontier(target);
    expect(formatId(id)).toBe(formatId(chain.lastID()));
    expect(await network.requests.accepted(target, [id])).toEqual([id]);
    // A response ends after 50 ms, with as many containers as it then has.
    const all: Uint8Array[] = [];
    while (all.length < chain.containers.length) {
      const next = chain.idAt(BigInt(chain.containers.length - all.length))!;
      const containers = await network.requests.ancestors(target, next);
      expect(containers.length).toBeGreaterThan(0);
      all.push(...containers);
    }
    return all.reverse();
  };
  return {
    X: await ask(context.xChainID, chains.X),
    C: await ask(context.cChainID, chains.C),
  };
}
