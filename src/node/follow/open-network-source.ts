import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { followPeers } from "../../follow/follow-peers.ts";
import { knownBeacons } from "../../follow/known-beacons.ts";
import type { FollowPhase } from "../../follow/progress.ts";
import { StartRefused } from "../../follow/stored-chain/chain-start.ts";
import type { StoredChain } from "../../follow/stored-chain/stored-chain-following.ts";
import type { DagPhase } from "../../follow/x-chain-dag/dag-following.ts";
import { genesisBlocks } from "../../foreign-chains/genesis-blocks.ts";
import type { Id } from "../../formats/bytes.ts";
import { isProductionNetwork } from "../../networks/find-network.ts";
import type { IpPort } from "../../p2p/ip-address.ts";
import type { IndexPath } from "../../store/container-log.ts";
import { followUpstreams } from "../../upstream/follow-upstreams.ts";
import { storeFile } from "../chain/open-chain.ts";
import { trackedSubnets } from "../chain/tracked-subnets.ts";
import type { Log } from "../logging/log.ts";
import { type NodeConfig, StartError } from "../node-config.ts";
import { haltTextOf } from "./halt-text.ts";
import {
  type FollowedParts,
  type NetworkSource,
  type OpenSource,
  peerSource,
  upstreamSource,
} from "./network-source.ts";
import { isAssumed, withVerification } from "./snapshot-following.ts";

/** Follows the network of the configuration, over its peers or over HTTP. */
export function openNetworkSource(over: NetworkSource["over"]): OpenSource {
  const open = over === "peers" ? openPeers : openUpstreams;
  return (parts) => {
    try {
      return open(parts);
    } catch (error) {
      throw error instanceof StartRefused ? new StartError(error.message) : error;
    }
  };
}

function openPeers(parts: FollowedParts): NetworkSource {
  const { config, store, context, chain, indexer, identity, log, onPhase } = parts;
  const { network } = context;
  const known = knownBeacons(network.id, Math.random);
  const { certificate, blsSecretKey } = identity;
  if (isAssumed(parts)) refuseWithoutContainers(parts);
  const following = followPeers({
    store,
    storedChains: storedChains(parts),
    older: parts.older,
    onStored: parts.onStored,
    isAssumed: () => isAssumed(parts),
    chain,
    indexer,
    network,
    beacons: config.source.bootstrappers ?? known?.beacons ?? [],
    checkpoints: known?.checkpoints ?? [],
    identity: { ...certificate, blsSecretKey },
    publicIP: publicAddress(parts),
    allowPrivateIPs: config.source.allowPrivateIPs,
    listenAt: { ip: hostOrAll(config.staking.host), port: parts.staking.port },
    stagingFile: stagingFile(config.database, network.name),
    reportFolder: reportFolder(config),
    trackedSubnets: trackedSubnets(config.staking.trackedSubnets),
    ...logged(log),
    onPhase: (phase) => {
      log.info({ phase }, phaseTexts[phase]);
      onPhase();
    },
    unreachableHint: isProductionNetwork(network.id) ? undefined : devNodeHint,
    onHalt: (halt) => log.fatal({ ...halt }, haltTextOf(halt, network.id)),
    onDagPhase: (phase) => log.info({ chain: "X", phase }, dagTexts[phase]),
    onStoredChainPhase: (chain, phase) => {
      log.info({ chain, phase }, storedChainTexts[phase]);
      onPhase();
    },
    onStoredChainHalt: (halt, chain) => log.fatal({ chain, ...halt }, storedChainHaltText),
  });
  return peerSource(withVerification(following, parts), chain);
}

function openUpstreams(parts: FollowedParts): NetworkSource {
  const { config, store, context, chain, indexer, clock, log, onPending, onPhase } = parts;
  const { upstreams, upstreamHeaders } = config.source;
  const following = followUpstreams({
    urls: upstreams.map((url) => new URL(url)),
    headers: upstreamHeaders,
    networkID: context.network.id,
    upgrades: context.network.upgrades,
    chain,
    store,
    indexer,
    isIndexEnabled: config.index.enabled,
    storedChains: config.source.storedChains.map((chain) => ({
      chain,
      chainID: chain === "X" ? context.xChainID : context.cChainID,
    })),
    older: parts.older,
    onStored: parts.onStored,
    genesisID: genesisIDs(parts),
    nowMillis: clock.nowMillis,
    reportFolder: reportFolder(config),
    stagingFile: stagingFile(config.database, context.network.name, "staged-dag.sqlite"),
    ...logged(log),
    onPhase: (phase) => {
      log.info({ phase }, { ...phaseTexts, ...upstreamPhaseTexts }[phase]);
      onPhase();
    },
    onHalt: (halt) => log.fatal({ ...halt }, haltTextOf(halt, context.network.id)),
    onPending,
  });
  return upstreamSource(withVerification(following, parts));
}

/** Throws StartError if the containers in the store begin elsewhere. */
function storedChains({ config, store, context }: FollowedParts): readonly StoredChain[] {
  const { database, source } = config;
  const genesis = genesisBlocks(store, context);
  return source.storedChains.map((chain) => ({
    chain,
    chainID: chain === "X" ? context.xChainID : context.cChainID,
    genesisID: genesis[chain],
    start: chain === "X" ? 0n : source.cChainStart,
    stagingFile: stagingFile(
      database,
      context.network.name,
      `staged-${chain.toLowerCase()}.sqlite`,
    ),
    ...(source.xChainDag && {
      dagStagingFile: stagingFile(database, context.network.name, "staged-x-dag.sqlite"),
    }),
  }));
}

/** The container of the last block is what its child names as its parent. */
function refuseWithoutContainers({ indexer }: FollowedParts): void {
  if (indexer.lastAcceptedID() !== undefined) return;
  throw new StartError(
    "the snapshot has no container of its last block, because its node followed upstreams without an index: follow with --upstream, or choose another snapshot",
  );
}

const devNodeHint = "a Couloir dev node accepts peers only with --followable";

function logged(log: Log) {
  return {
    onWarning: (message: string) => log.warn({}, message),
    onError: (err: unknown) => log.error({ err }, "couldn't follow the network; trying again"),
  };
}

const phaseTexts: Readonly<Record<FollowPhase, string>> = {
  connecting: "connecting to the bootstrappers",
  bootstrapping: "fetching and executing the chain",
  attesting: "waiting until two thirds of the stake attest the last block",
  following: "bootstrapped: following the network",
  outdated: "outdated: the network has activated an upgrade that this version does not know",
  halted: "following halted",
};

/** Over HTTP there are neither bootstrappers nor stakes. */
const upstreamPhaseTexts = {
  connecting: "waiting for a majority of the upstreams",
  attesting: "waiting until a majority of the upstreams has the last block",
} as const satisfies Partial<Record<FollowPhase, string>>;

const storedChainTexts: Readonly<Record<FollowPhase, string>> = {
  connecting: "connecting to the bootstrappers for the chain",
  bootstrapping: "fetching the containers of the chain",
  attesting: "waiting until two thirds of the stake attest the last container",
  following: "every container up to the network's tip is stored",
  outdated: phaseTexts.outdated,
  halted: "the chain is not followed any more",
};
const dagTexts: Readonly<Record<DagPhase, string>> = {
  waiting: "fetching the X-chain's DAG once the chain is followed",
  fetching: "fetching the X-chain's DAG from its stop vertex down",
  ordering: "the X-chain's DAG is fetched: computing its order",
  storing: "storing the X-chain's DAG",
  complete: "X/tx and X/vtx have everything from before the X-chain was linear",
  halted: "the X-chain's DAG is not fetched any more",
};
const storedChainHaltText =
  "the network accepted a block of this chain that this node cannot read: it stores no more containers of it, and follows the P-chain. Update Couloir, and report the file";

/** The address that peers learn; where the node listens if nothing is configured. */
function publicAddress({ config, staking }: FollowedParts): IpPort | undefined {
  const { address } = config.publicIP;
  return address === undefined ? undefined : { ip: address, port: staking.port };
}

/** All addresses for an empty host. */
function hostOrAll(host: string): string {
  if (host !== "") return host;
  const hasIPv6 = Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ family }) => family === "IPv6"),
  );
  return hasIPv6 ? "::" : "0.0.0.0";
}

/** Beside the chain; in memory for a node that keeps nothing. */
function stagingFile(
  database: NodeConfig["database"],
  networkName: string,
  name = "staged.sqlite",
): string {
  const store = database.readOnly ? undefined : storeFile(database, networkName);
  return store === undefined ? ":memory:" : join(store, "..", name);
}

function reportFolder({ dataDirectory }: Pick<NodeConfig, "dataDirectory">): string {
  return join(dataDirectory, "reports");
}

/** The parents of the first containers of the indices that have a genesis block. */
function genesisIDs({
  store,
  context,
}: Pick<FollowedParts, "store" | "context">): (path: IndexPath) => Id | undefined {
  const others = genesisBlocks(store, context);
  const known: Readonly<Partial<Record<IndexPath, Id | undefined>>> = {
    "P/block": store.blocks.byHeight(0n)?.id,
    "X/block": others.X,
    "C/block": others.C,
  };
  return (path) => known[path];
}
