import { join } from "node:path";
import type { AcceptedContainers } from "../../../src/follow/accepted-containers.ts";
import { serveChain } from "../../../src/follow/chain-server.ts";
import { OwnContainers } from "../../../src/follow/own-containers.ts";
import type { StoredChain } from "../../../src/follow/stored-chain/stored-chain-following.ts";
import { genesisBlocks } from "../../../src/foreign-chains/genesis-blocks.ts";
import { emptyId } from "../../../src/formats/bytes.ts";
import { decodeBytes } from "../../../src/formats/encoding.ts";
import { formatId } from "../../../src/formats/id.ts";
import type { ChainContext, Upgrades } from "../../../src/networks/network.ts";
import type { ChainHandler } from "../../../src/p2p/chain-handler.ts";
import type { HandshakeTerms } from "../../../src/p2p/peer/handshake.ts";
import type { PeerNetwork } from "../../../src/p2p/peer-network.ts";
import type { ChainStore } from "../../../src/store/chain-store.ts";
import { parseContainer } from "../../../src/store/container-log.ts";
import { startNetwork } from "../p2p/nodes.ts";
import type { TestFollower } from "./follower.ts";
import { ForeignChain } from "./foreign-chain.ts";
import { startValidator } from "./validator.ts";
import { DagServer, makeDag } from "./x-chain-dag.ts";

export type ChainNames = readonly ("X" | "C")[];
export type ThreeChains = Awaited<ReturnType<typeof startThreeChains>>;

/** A validator that has all three chains of the primary network. */
export async function startThreeChains(
  options: {
    readonly X?: number;
    readonly C?: number;
    readonly terms?: HandshakeTerms;
    readonly upgrades?: Partial<Upgrades>;
    /** How many vertices the X-chain had before it was linear. */
    readonly vertices?: number;
  } = {},
) {
  const { terms, vertices = 0 } = options;
  const validator = await startValidator({ blocks: 3, ...(terms && { terms }) });
  const { store, context, network, identity: proposer } = validator;
  const dag = vertices === 0 ? undefined : makeDag({ ...dagOf(context), count: vertices });
  const upgrades = {
    ...options.upgrades,
    ...(dag && { cortinaXChainStopVertexID: formatId(dag.stopVertex.id) }),
  };
  const known = { ...context.network, upgrades: { ...context.network.upgrades, ...upgrades } };
  const genesis = genesisBlocks(store, { ...context, network: known });
  const { xChainID, cChainID } = context;
  const made = { proposer, unwrapped: 3 };
  const chains = {
    X: new ForeignChain({ chain: "X", chainID: xChainID, genesisID: genesis.X, ...made }),
    C: new ForeignChain({ chain: "C", chainID: cChainID, genesisID: genesis.C!, ...made }),
  };
  chains.X.extend(options.X ?? 30);
  chains.C.extend(options.C ?? 40);
  network.handle(xChainID, { ...handlerOf(chains.X), ...(dag && slowly(new DagServer(dag, 20))) });
  network.handle(cChainID, handlerOf(chains.C));
  return { ...validator, chains, dag, upgrades, beacons: [beaconAt(network)] };
}

/** A follower needs many answers, so that it can be killed between them. */
function slowly({ vertices }: DagServer): ChainHandler {
  return {
    vertices: async (id) => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      return vertices(id);
    },
  };
}

/** Its last transaction exports to the P-chain. */
function dagOf({ network, xChainID: chainID, avaxAssetID: assetID }: ChainContext) {
  return { networkID: network.id, chainID, assetID, destinationChain: emptyId };
}

/** A node without stake that serves what a validator has. */
export async function startRelay(validator: ThreeChains): Promise<PeerNetwork> {
  const { chains, context } = validator;
  const network = await startNetwork();
  network.handle(emptyId, pChainHandler(validator));
  network.handle(context.xChainID, handlerOf(chains.X));
  network.handle(context.cChainID, handlerOf(chains.C));
  return network;
}

export function pChainHandler({ store, indexer }: ThreeChains): ChainHandler {
  return handlerOf(new OwnContainers(store, indexer));
}

export function handlerOf(containers: AcceptedContainers): ChainHandler {
  return serveChain({
    containers,
    isBootstrapped: () => true,
    nowMillis: Date.now,
    sleep: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
  });
}

export function beaconAt({ nodeID, listeningAt }: PeerNetwork) {
  return { nodeID, address: listeningAt! };
}

/** Chains for a follower to store. */
export function storedChains(names: ChainNames, cStart: StoredChain["start"] = 0n) {
  return (store: ChainStore, context: ChainContext, folder: string): readonly StoredChain[] => {
    const genesis = genesisBlocks(store, context);
    return names.map((chain) => ({
      chain,
      chainID: chain === "X" ? context.xChainID : context.cChainID,
      genesisID: genesis[chain],
      start: chain === "X" ? 0n : cStart,
      stagingFile: join(folder, `staged-${chain}.sqlite`),
      ...(chain === "X" && { dagStagingFile: join(folder, "staged-dag.sqlite") }),
    }));
  };
}

export function areBootstrapped({ following }: TestFollower, names: ChainNames): boolean {
  const chains = following.storedChains();
  return names.every((name) => chains.find(({ chain }) => chain === name)!.isBootstrapped);
}

/** The bytes of the containers in an index, from index 0 on. */
export function storedBytes({ indexer }: TestFollower, chain: "X" | "C"): readonly Uint8Array[] {
  return [...indexer.logs[`${chain}/block`].pages()]
    .flat()
    .map((text) => decodeBytes(parseContainer(text).bytes, "hex"));
}

export function bytesOf({ containers }: ForeignChain, from = 0): Uint8Array[] {
  return containers.slice(from).map(({ bytes }) => bytes);
}
