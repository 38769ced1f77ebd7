import { setTimeout as timeout } from "node:timers/promises";
import type { PendingStatus } from "../chain/chain.ts";
import { AnnouncedUpgrade } from "../follow/announced-upgrade.ts";
import { ChainAcceptor } from "../follow/chain-acceptor.ts";
import { type Container, readContainer } from "../follow/container.ts";
import type { StoredChainProgress } from "../follow/following.ts";
import { Halts } from "../follow/halts.ts";
import { newestUpgradeTime } from "../follow/handshake-terms.ts";
import type { FollowPhase, FollowProgress } from "../follow/progress.ts";
import { ProposerSignatures } from "../follow/proposer-signature.ts";
import type {
  ReplayedChain,
  ReplayProgress,
  ReplayTarget,
} from "../follow/replay/replayed-chain.ts";
import { storedStart } from "../follow/stored-chain/chain-start.ts";
import type { BytesKey, Id } from "../formats/bytes.ts";
import { parseId } from "../formats/id.ts";
import type { PeerInfo } from "../p2p/peer-info.ts";
import type { Tx } from "../pchain/txs/tx.ts";
import type { ChainStore } from "../store/chain-store.ts";
import { BlockAcceptor } from "./block-acceptor.ts";
import { DevUpstreams } from "./dev-upstreams.ts";
import type { FollowUpstreamsOptions, UpstreamFollowing } from "./follow-options.ts";
import { Forwarding } from "./forwarding.ts";
import { IndexMirror } from "./index-mirror.ts";
import { medianUptimes } from "./median-uptimes.ts";
import { MirroredChains } from "./mirrored-chains.ts";
import { replayFromUpstreams } from "./replay-from-upstreams.ts";
import { serveNoContainers } from "./serve-no-containers.ts";
import { type ComparedState, StateComparison } from "./state-comparison.ts";
import { UpgradeWatch } from "./upgrade-watch.ts";
import { type Form, Upstream } from "./upstream.ts";
import { UpstreamClient } from "./upstream-client.ts";
import { UpstreamFollower } from "./upstream-follower.ts";

const roundMs = 1_000;
const restartMs = 5_000;

/** Follows a network through the HTTP APIs of other nodes, of which a majority must agree. */
export function followUpstreams(options: FollowUpstreamsOptions): UpstreamFollowing {
  return new ComposedUpstreamFollowing(options);
}

/** Composes upstreams, follower, forwarding of transactions and mirror of the other chains' indices. */
export class ComposedUpstreamFollowing implements UpstreamFollowing {
  readonly #options: FollowUpstreamsOptions;
  readonly #upstreams: readonly Upstream[];
  readonly #follower: UpstreamFollower;
  readonly #announced: AnnouncedUpgrade;
  readonly #upgrades: UpgradeWatch;
  readonly #devUpstreams: DevUpstreams;
  readonly #halts: Halts;
  readonly #forwarding: Forwarding;
  readonly #mirror: IndexMirror;
  readonly #mirrored: MirroredChains;
  readonly #abort = new AbortController();
  #running: Promise<unknown> = Promise.resolve();

  constructor(options: FollowUpstreamsOptions) {
    const { chain, store, indexer } = options;
    const clients = options.urls.map(
      (url) => new UpstreamClient({ url, headers: options.headers, fetch }),
    );
    const upstreams = clients.map(
      (client) => new Upstream({ ...options, client, nowMillis: elapsedMillis }),
    );
    const { upgrades } = options;
    const announced = new AnnouncedUpgrade({
      metadata: store.metadata,
      knownTime: newestUpgradeTime(upgrades),
      upgrades,
      announcedBy: "upstreams",
      nowMillis: options.nowMillis,
    });
    const rulesEnd = () => announced.time;
    const acceptors = {
      containers: new ChainAcceptor({ chain, store, indexer, rulesEnd }),
      blocks: new BlockAcceptor(chain, store, rulesEnd),
    };
    this.#options = options;
    this.#upstreams = upstreams;
    this.#announced = announced;
    this.#devUpstreams = new DevUpstreams({ ...options, clients, sleep });
    this.#upgrades = new UpgradeWatch({ ...options, upstreams, announced, sleep });
    this.#halts = new Halts({
      ...options,
      acceptor: acceptors[storedForm(options) ?? "containers"],
      folder: options.reportFolder,
    });
    this.#follower = this.#createFollower(acceptors);
    this.#forwarding = new Forwarding({
      ...options,
      upstreams,
      isBootstrapped: () => this.isBootstrapped(),
    });
    const { logs } = indexer;
    this.#mirrored = new MirroredChains({
      ...options,
      chains: options.storedChains ?? [],
      network: { id: options.networkID, upgrades },
      logs,
      isBootstrapped: () => this.isBootstrapped(),
    });
    this.#mirror = new IndexMirror({
      ...options,
      upstreams,
      chains: this.#mirrored,
      metadata: store.metadata,
      stopVertexID: parseId(upgrades.cortinaXChainStopVertexID),
      skipped: (chain) => (storedStart(chain, store.metadata) ?? 1n) - 1n,
      database: store.database(),
      logs,
      sleep,
    });
  }

  async start(): Promise<void> {
    const { onHalt, isIndexEnabled } = this.#options;
    const halt = this.#halts.before();
    this.#forwarding.restore();
    this.#follower.start(halt?.reason);
    if (halt !== undefined) {
      onHalt(halt);
      return;
    }
    const { signal } = this.#abort;
    const tasks = [
      this.#repeat((over) => this.#upgrades.run(over), signal),
      this.#repeat((over) => this.#forwardAll(over), signal),
      this.#devUpstreams.run(signal).catch((error) => {
        if (!signal.aborted) this.#options.onError(error);
      }),
    ];
    const isMirrored = isIndexEnabled || this.#mirrored.progress().length > 0;
    if (isMirrored) tasks.push(this.#repeat((over) => this.#mirror.run(over), signal));
    this.#running = Promise.all(tasks);
  }

  async stop(): Promise<void> {
    this.#abort.abort();
    await this.#follower.stop();
    await this.#running;
  }

  isBootstrapped(): boolean {
    return this.#follower.isBootstrapped() && this.#announced.outdated === undefined;
  }

  progress(): FollowProgress {
    return this.#announced.progress(this.#follower.progress());
  }

  storedChains(): readonly StoredChainProgress[] {
    return this.#mirrored.progress();
  }

  peers(): readonly PeerInfo[] {
    return [];
  }

  reportedUptimes(): Promise<ReadonlyMap<BytesKey, number>> {
    return medianUptimes(this.#upstreams, this.#abort.signal);
  }

  load(): undefined {
    return undefined;
  }

  polls(): undefined {
    return undefined;
  }

  traffic(): undefined {
    return undefined;
  }

  submit(tx: Tx): void {
    this.#forwarding.submit(tx);
  }

  warnings(): readonly string[] {
    return [
      ...[this.#announced.warning ?? []].flat(),
      ...this.#upgrades.warnings(),
      ...this.#devUpstreams.warnings(),
      ...this.#upstreams.flatMap(({ problem }) => problem ?? []),
      ...this.#resetWarnings(),
      ...this.#containerWarnings(),
      ...this.#mirrored.warnings(),
    ];
  }

  #resetWarnings(): readonly string[] {
    const { phase, height, networkHeight } = this.#follower.progress();
    if (networkHeight === undefined || networkHeight >= height || phase === "following") return [];
    return [
      `The upstreams are at height ${networkHeight}, and this node is at ${height}: they were reset, or are catching up. If they were reset, follow them with a new data directory.`,
    ];
  }

  #containerWarnings(): readonly string[] {
    const form = storedForm(this.#options);
    if (form === "blocks" && this.#options.isIndexEnabled) {
      return [
        "The P-chain index is empty: no upstream serves its own, and its containers cannot be rebuilt from blocks. Start an upstream with --index-enabled and follow it with a new data directory.",
      ];
    }
    if (form === "containers" && serveNoContainers(this.#upstreams)) {
      return [
        "The upstreams have no P-chain containers, and this node's blocks came with theirs: it cannot continue. Follow an upstream that has an index (--index-enabled), or follow these with a new data directory.",
      ];
    }
    return [];
  }

  replay(
    { store, chain, indexer }: ReplayedChain,
    target: ReplayTarget,
    progress: ReplayProgress,
    signal: AbortSignal,
  ): Promise<void> {
    const acceptor =
      storedForm(this.#options) === "blocks"
        ? new BlockAcceptor(chain, store)
        : new ChainAcceptor({ chain, store, indexer });
    const { nowMillis } = this.#options;
    const { runs } = this.#follower;
    return replayFromUpstreams(acceptor, target, { ...progress, runs, nowMillis, sleep }, signal);
  }

  refute(reason: string, report: object, note: () => void): void {
    const halt = this.#halts.recordRefuted(reason, report, note);
    this.#abort.abort();
    this.#follower.halt(reason);
    this.#options.onHalt(halt);
  }

  forward(tx: Tx): Promise<string | undefined> {
    return this.#forwarding.issue(tx, this.#abort.signal);
  }

  pendingStatus(txID: Id): PendingStatus | undefined {
    return this.#options.chain.pendingStatus(txID);
  }

  #createFollower(acceptors: ConstructorParameters<typeof UpstreamFollower>[0]["acceptors"]) {
    const { store, nowMillis, onHalt } = this.#options;
    const upstreams = this.#upstreams;
    const signatures = new ProposerSignatures();
    return new UpstreamFollower({
      ...this.#options,
      upstreams,
      acceptors,
      storedForm: () => storedForm(this.#options),
      lastAccepted: () => lastAccepted(this.#options),
      areRulesCompared: () => this.#upgrades.isCompared(),
      comparison: new StateComparison({ upstreams, state: comparedState(store), nowMillis }),
      isSigned: (container) => signatures.isValid(container),
      nowMillis: elapsedMillis,
      sleep,
      onPhase: (phase) => this.#enter(phase),
      onHalt: (disagreement) => {
        this.#abort.abort();
        onHalt(this.#halts.record(disagreement, this.#devUpstreams.warnings().length > 0));
      },
    });
  }

  /** Containers that are indexed while the node bootstraps have the time of its completion. */
  #enter(phase: FollowPhase): void {
    const { indexer, nowMillis, onPhase, onWarning } = this.#options;
    const nanos = BigInt(nowMillis()) * 1_000_000n;
    if (phase === "bootstrapping") indexer.beginBootstrap(nanos);
    if (phase === "following") indexer.completeBootstrap(nanos);
    onPhase(phase);
    if (phase === "attesting") for (const warning of this.#resetWarnings()) onWarning(warning);
  }

  async #forwardAll(signal: AbortSignal): Promise<void> {
    while (true) {
      const notice = this.#announced.takeNotice();
      if (notice?.isOutdated === true) this.#options.onPhase("outdated");
      if (notice !== undefined) this.#options.onWarning(notice.text);
      await this.#forwarding.round(signal);
      await sleep(roundMs, signal);
    }
  }

  /** Starts a task again after an error of ours. */
  async #repeat(task: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await task(signal);
      } catch (error) {
        if (signal.aborted) return;
        this.#options.onError(error);
        await sleep(restartMs, signal).catch(() => {});
      }
    }
  }
}

/** For delays and silence: the clock of the machine may be set back. */
function elapsedMillis(): number {
  return performance.now();
}

function sleep(delayMs: number, signal: AbortSignal): Promise<void> {
  return timeout(delayMs, undefined, { signal });
}

type Stored = Pick<FollowUpstreamsOptions, "store" | "indexer">;

/** A store whose blocks came without containers can only be continued without them. */
function storedForm({ store, indexer }: Stored): Form | undefined {
  if (store.blocks.lastAccepted().height === 0n) return undefined;
  return indexer.lastAcceptedID() === undefined ? "blocks" : "containers";
}

/** What identifies the last accepted block for upstreams: the ID of its container, or the bytes of the block. */
function lastAccepted({ store, indexer }: Stored): Container {
  const { height } = store.blocks.lastAccepted();
  const block = readContainer(store.blocks.byHeight(height)!.bytes);
  const id = indexer.lastAcceptedID();
  return id === undefined ? block : { ...block, id };
}

function comparedState(store: ChainStore): ComparedState {
  return {
    height: () => store.blocks.lastAccepted().height,
    supply: (subnetID) => store.state.currentSupply(subnetID),
    validatorsAt: (subnetID, height) => store.validators.setAt(subnetID, height),
  };
}
