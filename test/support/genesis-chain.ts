import { readFileSync } from "node:fs";
import { equalBytes, type Id } from "../../src/formats/bytes.ts";
import { formatId } from "../../src/formats/id.ts";
import { formatJson, type JsonValue } from "../../src/formats/json.ts";
import type { HandlerContext } from "../../src/handlers/context.ts";
import { ViewCache } from "../../src/handlers/views/view-cache.ts";
import {
  cChainAliases,
  platformChainAliases,
  platformChainID,
  primaryNetworkID,
  xChainAliases,
} from "../../src/networks/chains.ts";
import { findNetwork, underRelease } from "../../src/networks/find-network.ts";
import type { ChainContext } from "../../src/networks/network.ts";
import type { ReleaseName } from "../../src/networks/release.ts";
import { parseUpgrades } from "../../src/networks/upgrades.ts";
import { makeBlock } from "../../src/pchain/blocks/block.ts";
import { buildGenesis } from "../../src/pchain/genesis/build.ts";
import { type GenesisConfig, parseGenesisConfig } from "../../src/pchain/genesis/config.ts";
import { genesisBlock, genesisChainIDs } from "../../src/pchain/genesis/genesis.ts";
import { loadGenesis } from "../../src/pchain/genesis/load.ts";
import { Diff } from "../../src/pchain/state/diff.ts";
import { MemoryState } from "../../src/pchain/state/memory-state.ts";
import type { MutableState } from "../../src/pchain/state/state.ts";
import { ChainStore } from "../../src/store/chain-store.ts";
import type { TableModule } from "../../src/store/migrations.ts";
import { type HistoryName, historyGenesisFile } from "./histories.ts";

/** What the handlers of the P-chain's API use. */
export type PlatformContext = Pick<
  HandlerContext,
  | "blockchains"
  | "chain"
  | "clock"
  | "feeTime"
  | "node"
  | "queries"
  | "state"
  | "transactions"
  | "uptimes"
  | "views"
>;

/** A chain in memory that has its genesis, and what handlers need to answer for it. */
export type GenesisChain = {
  readonly store: ChainStore;
  readonly chain: ChainContext;
  readonly context: PlatformContext;
  setClock(nowSeconds: bigint): void;
};

const bundledLocal = new URL("../../src/networks/genesis/local.json", import.meta.url);

/** The configuration of the local network as it starts at a time. */
export function localGenesis(startTime: bigint): GenesisConfig {
  return { ...parseGenesisConfig(readFileSync(bundledLocal)), startTime };
}

/** The configuration that a recorded history begins with. */
export function recordedGenesis(name: HistoryName): GenesisConfig {
  return parseGenesisConfig(readFileSync(historyGenesisFile(name)));
}

/** Loads a genesis into a new store. `upgrades` is an upgrade file's content, the network's own where it is left out. */
export function openGenesisChain(
  config: GenesisConfig,
  upgrades?: JsonValue,
  release: ReleaseName = "avalanchego-1.12",
  modules: readonly TableModule[] = [],
): GenesisChain {
  const known = findNetwork(config.networkID);
  const network = underRelease(
    upgrades === undefined
      ? known
      : { ...known, upgrades: parseUpgrades(Buffer.from(formatJson(upgrades))) },
    release,
  );
  const built = buildGenesis(config);
  const chain = { network, avaxAssetID: built.avaxAssetID, ...genesisChainIDs(built.genesis) };
  const store = ChainStore.open({
    path: ":memory:",
    networkID: network.id,
    networkName: network.name,
    modules,
  });
  const diff = new Diff(new MemoryState());
  loadGenesis(built.genesis, diff, network);
  const block = genesisBlock(built.id);
  store.loadGenesis({ genesisID: built.id, block, changes: diff.changes() });
  let now = config.startTime;
  const context = contextOf(store, chain, { nowSeconds: () => now });
  return {
    store,
    chain,
    context,
    setClock(nowSeconds) {
      now = nowSeconds;
    },
  };
}

/** Accepts a standard block without transactions, a second later, that changes the state as given. */
export function acceptBlock({ store }: GenesisChain, change: (state: MutableState) => void): void {
  const diff = new Diff(store.state);
  const time = store.state.timestamp() + 1n;
  diff.setTimestamp(time);
  change(diff);
  const { id: parentID, height } = store.blocks.lastAccepted();
  const block = makeBlock({
    kind: "BanffStandardBlock",
    time,
    parentID,
    height: height + 1n,
    txs: [],
  });
  store.accept({ blocks: [block], changes: [diff.changes()] });
}

function contextOf(
  store: ChainStore,
  chain: ChainContext,
  clock: HandlerContext["clock"],
): PlatformContext {
  return {
    clock,
    feeTime: () => store.state.timestamp(),
    chain,
    state: store.state,
    queries: store,
    views: new ViewCache(),
    blockchains: blockchainsOf(chain),
    uptimes: { uptime: () => 1, isConnected: () => true },
    transactions: {
      issue: () => "not here",
      status: () => undefined,
      proposesChain: () => false,
      minimumHeight: () => store.blocks.lastAccepted().height,
    },
    node: {
      mode: "dev",
      nodeID: new Uint8Array(20),
      blsPublicKey: new Uint8Array(48),
      proofOfPossession: new Uint8Array(96),
      publicAddress: () => "127.0.0.1:9651",
      versions: { application: "", database: "", rpcProtocol: "", gitCommit: "", vms: {} },
      currentAcps: [],
      vms: {},
      fxs: {},
    },
  };
}

function blockchainsOf({ xChainID, cChainID }: ChainContext): HandlerContext["blockchains"] {
  const chains: readonly (readonly [Id, readonly string[]])[] = [
    [platformChainID, platformChainAliases],
    [xChainID, xChainAliases],
    [cChainID, cChainAliases],
  ];
  const aliasesOf = (chainID: Id) => chains.find(([id]) => equalBytes(id, chainID))?.[1];
  return {
    snapshot: () => undefined,
    lookup: (text) => chains.find(([id, names]) => [...names, formatId(id)].includes(text))?.[0],
    primaryAlias: (chainID) => aliasesOf(chainID)?.[0] ?? formatId(chainID),
    isBootstrapped: () => true,
    isTracked: (chainID) => aliasesOf(chainID) !== undefined,
    isSubnetTracked: (subnetID) => equalBytes(subnetID, primaryNetworkID),
  };
}
