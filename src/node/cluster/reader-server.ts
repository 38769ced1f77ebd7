import { formatId } from "../../formats/id.ts";
import { formatNodeId } from "../../formats/node-id.ts";
import { loadProfile } from "../../generated/load-profile.ts";
import type { HandlerContext } from "../../handlers/context.ts";
import { ViewCache } from "../../handlers/views/view-cache.ts";
import { underRelease } from "../../networks/find-network.ts";
import type { ChainContext } from "../../networks/network.ts";
import { maxBigint } from "../../pchain/uint64.ts";
import { Relay } from "../../rpc/http/relay.ts";
import { RpcServer } from "../../rpc/http/server.ts";
import { AnsweredElsewhere, elsewhere } from "../../rpc/json-rpc/elsewhere.ts";
import type { Asked, Handler } from "../../rpc/json-rpc/method.ts";
import { ChainReader, ReaderBehind } from "../../store/chain-reader.ts";
import { type IndexPath, indexPaths } from "../../store/container-log.ts";
import { Containers } from "../../store/containers.ts";
import { NotLocal } from "../../store/ledger/queries/ledger-queries.ts";
import { ProposerTips } from "../../store/proposer-tip.ts";
import { readRelease } from "../../store/release.ts";
import { snapshotStatus } from "../../store/snapshot/record.ts";
import type { SqliteDatabase } from "../../store/sqlite.ts";
import { httpOptions } from "../apis/http-options.ts";
import { isMcpPath } from "../apis/mcp.ts";
import { uptimesAlone } from "../apis/no-peers.ts";
import { profileHandlers } from "../apis/profile-handlers.ts";
import { servedApis } from "../apis/served-apis.ts";
import { heightHeaders } from "../apis/served-chain.ts";
import { SharedMemorySince } from "../apis/shared-memory-since.ts";
import { readAliases } from "../chain/aliases.ts";
import { makeBlockchains } from "../chain/blockchains.ts";
import { readChainIDs } from "../chain/chain-ids.ts";
import { configuredNetwork } from "../chain/configured-network.ts";
import { containersAt, lacksContainers } from "../chain/served-index.ts";
import { trackedSubnets } from "../chain/tracked-subnets.ts";
import { NodeClock } from "../clock.ts";
import { DevSettings, devUptimes } from "../dev/dev-settings.ts";
import { withStoreErrors } from "../health/handler-calls.ts";
import { makeNodeFacts } from "../identity/node-facts.ts";
import type { Log } from "../logging/log.ts";
import type { ReaderStart } from "./messages.ts";
import { CommitReads, ReadChain, WriterProcess } from "./read-chain.ts";
import { ReaderEffort } from "./reader-effort.ts";
import { readFacts, type SharedFacts } from "./shared-facts.ts";

/** Answers queries from the store that the writer writes, and leaves everything else to the writer. */
export type ReaderServer = {
  readonly chain: ChainReader;
  readonly server: RpcServer;
  readonly close: () => void;
};

/** `onBusy` is called once, before or after much work. */
export async function openReaderServer(
  start: ReaderStart,
  log: Log,
  onBusy: () => void,
): Promise<ReaderServer> {
  const effort = new ReaderEffort(onBusy);
  const { config, nodeID, mode } = start;
  const chain = new ChainReader(start.storePath);
  const clock = new NodeClock();
  const settings = new DevSettings(chain.metadata);
  const logs = Object.fromEntries(
    indexPaths.map((path) => [path, new Containers(chain.database(), path)]),
  ) as Record<IndexPath, Containers>;
  const indexed = indexedIn(chain.database(), logs);
  let facts = readFacts(chain.metadata);
  const moved = () => {
    facts = readFacts(chain.metadata);
    clock.restore(facts.clock);
    settings.reload();
    for (const path of indexPaths) logs[path].bootstraps.reload();
  };
  moved();
  chain.onMoved(moved);
  const relay = new Relay(start.relayPath);
  const context = readerContext(start, chain, clock, settings, () => facts);
  const profile = await loadProfile[config.apis.profile]();
  const reads = new CommitReads(chain);
  const description = servedApis({
    profile,
    handlers: profileHandlers[config.apis.profile],
    around: (handler) => unlessBehind(withStoreErrors(handler, chain.condition)),
    data: new ReadChain(
      chain,
      reads,
      clock,
      mode === "offline",
      () => facts.isBootstrapped,
      sharedMemorySince(start, chain),
    ),
    apis: config.apis,
    index: config.index,
    context: (api, path) => {
      if (api !== "index") return context;
      // Only the writer is connected to the database.
      const isWhole = config.databaseURL === undefined;
      if (!isWhole) return { ...context, containers: elsewhere() };
      const lacks = () => lacksContainers(chain.blocks, indexed);
      return { ...context, containers: containersAt(logs, path, chain.history, lacks) };
    },
    headers: { "node-id": formatNodeId(nodeID) },
    gets: [],
    streams: [],
    disabled: [],
    // Only the writer checks the token.
    elsewhere: config.watches.tokenFile === undefined ? [] : ["watch"],
    storedChains: storedChainsOf(start),
    ...{ runsXChain: mode !== "follow", buildsBlocks: mode === "dev" },
    xChainID: formatId(context.chain.xChainID),
    cChainID: formatId(context.chain.cChainID),
    log,
  });
  const server = new RpcServer(
    {
      ...description,
      gets: description.gets.filter(({ path }) => isMcpPath(path)),
      // The writer says why.
      disabled: [],
      relay,
      position: heightHeaders,
      onLongBody: effort.expect,
      elsewhere: new WriterProcess(chain, reads, effort, relay),
    },
    httpOptions(config.http, config.processes),
  );
  const { methods } = profile.endpoints.platform!;
  await effort.warmUp(methods["platform.getCurrentValidators"]!, context);
  return {
    chain,
    server,
    close: () => {
      relay.close();
      chain.close();
    },
  };
}

function storedChainsOf({ mode, config }: ReaderStart): readonly ("X" | "C")[] {
  return mode === "follow" ? config.source.storedChains : [];
}

function sharedMemorySince(
  start: ReaderStart,
  { metadata }: ChainReader,
): SharedMemorySince | undefined {
  const { upgrades } = start.rules;
  const chains = storedChainsOf(start);
  if (chains.length === 0) return undefined;
  const nowMillis = performance.now.bind(performance);
  return new SharedMemorySince({ chains, metadata, upgrades, nowMillis });
}

/** The writer answers a call during which it has committed, and one that reads the database. */
function unlessBehind(handler: Handler): Handler {
  const answer = handler as (params: unknown, context: unknown, asked: Asked) => unknown;
  const fail = (error: unknown): never => {
    const isElsewhere = error instanceof ReaderBehind || error instanceof NotLocal;
    throw isElsewhere ? new AnsweredElsewhere() : error;
  };
  return (params: unknown, context: unknown, asked: Asked) => {
    try {
      const result = answer(params, context, asked);
      return result instanceof Promise ? result.catch(fail) : result;
    } catch (error) {
      return fail(error);
    }
  };
}

function readerContext(
  { config, mode, rules, gasAsNetwork, nodeID, blsPublicKey, proofOfPossession }: ReaderStart,
  chain: ChainReader,
  clock: NodeClock,
  settings: DevSettings,
  facts: () => SharedFacts,
): Omit<HandlerContext, "containers"> {
  const context = chainContext(config, rules, chain);
  return {
    clock,
    chain: context,
    state: chain.state,
    queries: chain,
    views: new ViewCache(),
    blockchains: makeBlockchains({
      context,
      chains: chain.chains,
      aliases: readAliases("chain", config.aliases.chains),
      trackedSubnets: trackedSubnets(config.staking.trackedSubnets),
      staking: config.staking,
      isBootstrapped: () => facts().isBootstrapped,
      bootstrappedChains: () => facts().bootstrappedChains,
      snapshot: () => snapshotStatus(chain.metadata),
    }),
    // A follower observes its peers in the writer's memory.
    uptimes: mode === "follow" ? elsewhere() : devUptimes(settings, uptimesAlone(nodeID)),
    node: makeNodeFacts({
      mode,
      identity: {
        nodeID,
        blsPublicKey: () => blsPublicKey,
        proofOfPossession: () => proofOfPossession,
      },
      publicIP: elsewhere(),
      staking: elsewhere(),
      profile: config.apis.profile,
      vmAliases: readAliases("vm", config.aliases.vms),
    }),
    feeTime: () => {
      const chainTime = chain.state.timestamp();
      return gasAsNetwork ? chainTime : maxBigint(chainTime, clock.nowSeconds());
    },
    transactions: elsewhere(),
    proposer: elsewhere(),
    dev: elsewhere(),
    health: elsewhere(),
    peers: elsewhere(),
    keystore: elsewhere(),
    watches: elsewhere(),
  };
}

function chainContext(
  config: ReaderStart["config"],
  rules: ReaderStart["rules"],
  chain: ChainReader,
): ChainContext {
  const ids = readChainIDs(chain.metadata);
  if (ids === undefined) throw new Error("The store has no chain.");
  const network = underRelease(configuredNetwork(config), readRelease(chain.metadata));
  return { network: { ...network, ...rules }, ...ids };
}

function indexedIn(database: SqliteDatabase, logs: Record<IndexPath, Containers>) {
  const tips = new ProposerTips(database);
  return { logs, lastAcceptedID: () => tips.read()?.id };
}
