import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Chain } from "../../../src/chain/chain.ts";
import { generateBlsSecretKey } from "../../../src/crypto/bls.ts";
import type { FollowPeersOptions } from "../../../src/follow/follow-options.ts";
import { followPeers } from "../../../src/follow/follow-peers.ts";
import type { Halt } from "../../../src/follow/halts.ts";
import { knowsExports } from "../../../src/follow/stored-chain/unfounded-imports.ts";
import type { Id, NodeId } from "../../../src/formats/bytes.ts";
import { Indexer, indexTables } from "../../../src/indexer/indexer.ts";
import type { ChainContext } from "../../../src/networks/network.ts";
import {
  createStakingCertificate,
  nodeIDOfCertificate,
} from "../../../src/node/identity/staking-certificate.ts";
import type { GenesisConfig } from "../../../src/pchain/genesis/config.ts";
import type { ChainStore } from "../../../src/store/chain-store.ts";
import { openGenesisChain } from "../genesis-chain.ts";

/** A node's chain that follows real peers, in this process. */
export type TestFollower = {
  readonly following: ReturnType<typeof followPeers>;
  readonly chain: Chain;
  readonly store: ChainStore;
  readonly indexer: Indexer;
  readonly nodeID: NodeId;
  readonly phases: readonly string[];
  readonly warnings: readonly string[];
  readonly errors: readonly unknown[];
  readonly halts: readonly Halt[];
  readonly storedChainHalts: readonly (readonly ["X" | "C", Halt])[];
  /** Stops following and composes it again on the same store, as a restart does, of a version with other upgrades if any. */
  readonly reopen: (version?: Version) => Promise<TestFollower>;
  readonly stop: () => Promise<void>;
};

type Changes = Partial<
  Pick<FollowPeersOptions, "beacons" | "checkpoints" | "listenAt" | "identity">
> & {
  /** The chains to follow beside the P-chain. */
  readonly storedChains?: (
    store: ChainStore,
    context: ChainContext,
    folder: string,
  ) => NonNullable<FollowPeersOptions["storedChains"]>;
  readonly genesis: GenesisConfig;
  readonly upgrades?: Upgrades;
};

type Version = {
  readonly upgrades?: Partial<ChainContext["network"]["upgrades"]>;
  readonly nowSeconds?: () => bigint;
  readonly storedChains?: NonNullable<Changes["storedChains"]>;
};

type Upgrades = NonNullable<Parameters<typeof openGenesisChain>[1]>;

/** A chain in memory with its index, as a node has it. */
export function openIndexedChain(
  genesis: GenesisConfig,
  options: {
    readonly isFollower: boolean;
    readonly upgrades?: Upgrades;
    readonly nowSeconds?: () => bigint;
  },
) {
  const { store, chain: context } = openGenesisChain(
    genesis,
    options.upgrades,
    "avalanchego-1.12",
    indexTables,
  );
  return {
    store,
    context,
    ...indexedChain(store, context, options.isFollower, options.nowSeconds),
  };
}

function indexedChain(
  store: ChainStore,
  context: ChainContext,
  isFollower: boolean,
  nowSeconds = () => BigInt(Math.floor(Date.now() / 1000)),
  knowsExports: (sourceChain: Id) => boolean = () => false,
) {
  const { upgrades } = context.network;
  const indexer = new Indexer({
    database: store.database(),
    upgrades,
    enabled: true,
    wrapsBlocks: !isFollower,
  });
  const chain: Chain = new Chain({
    store,
    context,
    clock: { nowSeconds },
    hasSharedMemory: !isFollower,
    knowsExports,
    withinTransaction: (blocks) =>
      indexer.acceptBlocks(blocks, {
        nanos: nowSeconds() * 1_000_000_000n,
        chainTime: store.state.timestamp(),
        pChainHeight: 0n,
      }),
  });
  return { chain, indexer };
}

/** Opens the genesis in memory and composes everything that a following node has; nothing is started. */
export function openFollower({ genesis, upgrades, ...changes }: Changes): TestFollower {
  const { store, chain: context } = openGenesisChain(
    genesis,
    upgrades,
    "avalanchego-1.12",
    indexTables,
  );
  const folder = mkdtempSync(join(tmpdir(), "couloir-follower-"));
  const certificate = createStakingCertificate(new Date());
  const identity = changes.identity ?? { ...certificate, blsSecretKey: generateBlsSecretKey() };
  return compose(store, context, folder, { ...changes, identity });
}

function compose(
  store: ChainStore,
  context: ChainContext,
  folder: string,
  changes: Omit<Changes, "genesis"> & Pick<FollowPeersOptions, "identity">,
  nowSeconds?: () => bigint,
): TestFollower {
  const bootstrapped = () =>
    following
      .storedChains()
      .filter((each) => each.isBootstrapped)
      .map(({ chain }) => chain);
  const { chain, indexer } = indexedChain(store, context, true, nowSeconds, (sourceChain) =>
    knowsExports(sourceChain, context, bootstrapped()),
  );
  const seen = {
    phases: [] as string[],
    warnings: [] as string[],
    errors: [] as unknown[],
    halts: [] as Halt[],
    storedChainHalts: [] as ["X" | "C", Halt][],
  };
  const { storedChains = () => [], ...options } = changes;
  const following: ReturnType<typeof followPeers> = followPeers({
    beacons: [],
    checkpoints: [],
    listenAt: { ip: "127.0.0.1", port: 0 },
    ...options,
    storedChains: storedChains(store, context, folder),
    onStoredChainHalt: (halt, chain) => seen.storedChainHalts.push([chain, halt]),
    store,
    chain,
    indexer,
    network: context.network,
    stagingFile: join(folder, "staged.sqlite"),
    reportFolder: join(folder, "reports"),
    trackedSubnets: [],
    onPhase: (phase) => seen.phases.push(phase),
    onWarning: (warning) => seen.warnings.push(warning),
    onHalt: (halt) => seen.halts.push(halt),
    onError: (error) => seen.errors.push(error),
  });
  const reopen = async ({ upgrades, nowSeconds: now, ...version }: Version = {}) => {
    await following.stop();
    const { network } = context;
    const known = { ...network, upgrades: { ...network.upgrades, ...upgrades } };
    return compose(store, { ...context, network: known }, folder, { ...changes, ...version }, now);
  };
  const stop = async () => {
    await following.stop();
    store.close();
    rmSync(folder, { recursive: true, force: true });
  };
  const nodeID = nodeIDOfCertificate(changes.identity);
  return { following, chain, store, indexer, nodeID, ...seen, reopen, stop };
}
