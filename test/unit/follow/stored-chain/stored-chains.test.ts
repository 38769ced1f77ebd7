import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { AcceptedContainers } from "../../../../src/follow/accepted-containers.ts";
import { serveChain } from "../../../../src/follow/chain-server.ts";
import { OwnContainers } from "../../../../src/follow/own-containers.ts";
import type { StoredChain } from "../../../../src/follow/stored-chain/stored-chain-following.ts";
import { genesisBlocks } from "../../../../src/foreign-chains/genesis-blocks.ts";
import { emptyId } from "../../../../src/formats/bytes.ts";
import { decodeBytes } from "../../../../src/formats/encoding.ts";
import { formatId } from "../../../../src/formats/id.ts";
import type { ChainContext } from "../../../../src/networks/network.ts";
import type { ChainHandler } from "../../../../src/p2p/chain-handler.ts";
import type { PeerNetwork } from "../../../../src/p2p/peer-network.ts";
import type { ChainStore } from "../../../../src/store/chain-store.ts";
import { parseContainer } from "../../../../src/store/container-log.ts";
import { openFollower, type TestFollower } from "../../../support/follow/follower.ts";
import { ForeignChain } from "../../../support/follow/foreign-chain.ts";
import { startValidator as startOneValidator } from "../../../support/follow/validator.ts";
import { startNetwork, until } from "../../../support/p2p/nodes.ts";

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

type Names = readonly ("X" | "C")[];

/** A validator that has all three chains. */
async function startValidator(lengths: { readonly X?: number; readonly C?: number } = {}) {
  const validator = await startOneValidator({ blocks: 3 });
  ends.push(() => validator.network.close());
  const { store, context, network, identity: proposer } = validator;
  const genesis = genesisBlocks(store, context);
  const options = { proposer, unwrapped: 3 };
  const chains = {
    X: new ForeignChain({
      chain: "X",
      chainID: context.xChainID,
      genesisID: genesis.X,
      ...options,
    }),
    C: new ForeignChain({
      chain: "C",
      chainID: context.cChainID,
      genesisID: genesis.C!,
      ...options,
    }),
  };
  chains.X.extend(lengths.X ?? 30);
  chains.C.extend(lengths.C ?? 40);
  network.handle(context.xChainID, handlerOf(chains.X));
  network.handle(context.cChainID, handlerOf(chains.C));
  return { ...validator, chains, beacons: [beaconAt(network)] };
}

function handlerOf(containers: AcceptedContainers): ChainHandler {
  return serveChain({
    containers,
    isBootstrapped: () => true,
    nowMillis: Date.now,
    sleep: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
  });
}

function beaconAt({ nodeID, listeningAt }: PeerNetwork) {
  return { nodeID, address: listeningAt! };
}

function storedChains(names: Names, cStart: StoredChain["start"] = 0n) {
  return (store: ChainStore, context: ChainContext, folder: string): readonly StoredChain[] => {
    const genesis = genesisBlocks(store, context);
    return names.map((chain) => ({
      chain,
      chainID: chain === "X" ? context.xChainID : context.cChainID,
      genesisID: genesis[chain],
      start: chain === "X" ? 0n : cStart,
      stagingFile: join(folder, `staged-${chain}.sqlite`),
    }));
  };
}

function open(
  validator: Awaited<ReturnType<typeof startValidator>>,
  names: Names = ["X", "C"],
  cStart?: StoredChain["start"],
): TestFollower {
  const { genesis, beacons } = validator;
  const follower = openFollower({ genesis, beacons, storedChains: storedChains(names, cStart) });
  ends.push(follower.stop);
  return follower;
}

const isBootstrapped = ({ following }: TestFollower, names: Names) =>
  names.every(
    (name) => following.storedChains().find(({ chain }) => chain === name)!.isBootstrapped,
  );

/** The bytes of the containers in an index, from index 0 on. */
function stored({ indexer }: TestFollower, chain: "X" | "C"): readonly Uint8Array[] {
  return [...indexer.logs[`${chain}/block`].pages()]
    .flat()
    .map((text) => decodeBytes(parseContainer(text).bytes, "hex"));
}

const bytesOf = ({ containers }: ForeignChain, from = 0) =>
  containers.slice(from).map(({ bytes }) => bytes);

describe("a follower of X- and C-chain", () => {
  test("stores every container in order, byte for byte, and those that come later", async () => {
    const validator = await startValidator();
    const { chains } = validator;
    const follower = open(validator);
    await follower.following.start();
    await until(() => isBootstrapped(follower, ["X", "C"]), 20_000);
    expect(stored(follower, "X")).toEqual(bytesOf(chains.X));
    expect(stored(follower, "C")).toEqual(bytesOf(chains.C));
    chains.X.extend(2);
    chains.C.extend(20);
    validator.produce();
    await until(() => stored(follower, "X").length === 32, 20_000);
    await until(() => stored(follower, "C").length === 60, 20_000);
    expect(stored(follower, "X")).toEqual(bytesOf(chains.X));
    expect(stored(follower, "C")).toEqual(bytesOf(chains.C));
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
    await until(() => isBootstrapped(latest, ["C"]) && isBootstrapped(chosen, ["C"]), 20_000);
    expect(stored(latest, "C")).toEqual(bytesOf(chains.C, 39));
    expect(stored(chosen, "C")).toEqual(bytesOf(chains.C, 24));
    chains.C.extend(3);
    const again = await latest.reopen({ storedChains: storedChains(["C"], "latest") });
    ends.push(() => again.following.stop());
    await again.following.start();
    await until(() => stored(again, "C").length === 4, 20_000);
    expect(stored(again, "C")).toEqual(bytesOf(chains.C, 39));
    expect(again.following.storedChains()).toMatchObject([{ startHeight: 40n }]);
    await expect(chosen.reopen({ storedChains: storedChains(["C"], 7n) })).rejects.toThrow(
      "--c-chain-start=7 contradicts the store, whose C-chain begins at height 25: remove the flag to continue there, or choose another --data-dir",
    );
  });

  test("refuses a start above the tip, and follows the other chains", async () => {
    const validator = await startValidator();
    const follower = open(validator, ["X", "C"], 41n);
    await follower.following.start();
    await until(() => isBootstrapped(follower, ["X"]), 20_000);
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
    await until(() => isBootstrapped(again, ["C"]), 20_000);
    expect(stored(again, "C")).toHaveLength(1);
  });

  test("continues after restarts, and fills what came while a chain was not followed", async () => {
    const validator = await startValidator();
    const { chains } = validator;
    let follower = open(validator);
    for (let round = 0; round < 4; round++) {
      const names: Names = round === 2 ? ["X"] : ["X", "C"];
      chains.X.extend(7);
      chains.C.extend(9);
      follower = await follower.reopen({ storedChains: storedChains(names) });
      await follower.following.start();
      await until(() => isBootstrapped(follower, names), 20_000);
      await follower.following.stop();
    }
    expect(stored(follower, "X")).toEqual(bytesOf(chains.X));
    expect(stored(follower, "C")).toEqual(bytesOf(chains.C));
    expect(follower.errors).toEqual([]);
  });

  test("serves another follower, from where its own containers begin", async () => {
    const validator = await startValidator();
    const follower = open(validator);
    await follower.following.start();
    await until(() => isBootstrapped(follower, ["X", "C"]), 20_000);
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
  const liars: Record<string, (chain: ForeignChain, other: ForeignChain) => Partial<ChainHandler>> =
    {
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
    liar.handle(emptyId, pHandler(validator));
    const genesis = genesisBlocks(store, context);
    for (const chain of ["X", "C"] as const) {
      const chainID = chain === "X" ? context.xChainID : context.cChainID;
      const options = { chain, chainID, proposer, salt: 5 };
      const other = new ForeignChain({ ...options, genesisID: genesis[chain]! });
      other.extend(60);
      const lies = liars[name]!(chains[chain], other);
      liar.handle(chainID, { ...handlerOf(chains[chain]), ...lies });
    }
    const honest = await startRelay(validator);
    const beacons = [...validator.beacons, beaconAt(honest), beaconAt(liar)];
    const follower = open({ ...validator, beacons });
    await follower.following.start();
    await until(() => isBootstrapped(follower, ["X", "C"]), 30_000);
    for (let count = 0; count < 3; count++) {
      chains.X.extend(1);
      chains.C.extend(5);
      await until(() => stored(follower, "C").length === chains.C.containers.length, 20_000);
    }
    await until(() => stored(follower, "X").length === chains.X.containers.length, 20_000);
    expect(stored(follower, "X")).toEqual(bytesOf(chains.X));
    expect(stored(follower, "C")).toEqual(bytesOf(chains.C));
    expect(follower.storedChainHalts).toEqual([]);
    expect(follower.errors).toEqual([]);
  });
});

/** Serves what a validator has, without stake. */
async function startRelay(validator: Awaited<ReturnType<typeof startValidator>>) {
  const { chains, context } = validator;
  const network = await startNetwork();
  ends.push(() => network.close());
  network.handle(emptyId, pHandler(validator));
  network.handle(context.xChainID, handlerOf(chains.X));
  network.handle(context.cChainID, handlerOf(chains.C));
  return network;
}

function pHandler({ store, indexer }: Awaited<ReturnType<typeof startValidator>>): ChainHandler {
  return handlerOf(new OwnContainers(store, indexer));
}

function ancestorsOf(chain: ForeignChain, id: Uint8Array): Uint8Array[] {
  return bytesOf(chain)
    .slice(0, Number(chain.heightOf(id) ?? 0n))
    .toReversed();
}

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
    return (await network.requests.ancestors(target, id)).reverse();
  };
  return {
    X: await ask(context.xChainID, chains.X),
    C: await ask(context.cChainID, chains.C),
  };
}
