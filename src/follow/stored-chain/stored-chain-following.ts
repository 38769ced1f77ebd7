import { equalBytes, type Id, type NodeId } from "../../formats/bytes.ts";
import type { Indexer } from "../../indexer/indexer.ts";
import type { Network } from "../../networks/network.ts";
import type { ChainHandler } from "../../p2p/chain-handler.ts";
import { Rejection } from "../../pchain/rejection.ts";
import type { ChainStore } from "../../store/chain-store.ts";
import { StagedContainers } from "../../store/staged-containers.ts";
import { serveChain } from "../chain-server.ts";
import {
  type BlockForm,
  type Container,
  ContainerError,
  readContainerWithID,
} from "../container.ts";
import { type Halt, Halts } from "../halts.ts";
import type { ValidatorStakes } from "../height-poll.ts";
import { Follower } from "../peer-follower.ts";
import type { Peers } from "../peers.ts";
import type { FollowPhase, FollowProgress } from "../progress.ts";
import { ProposerSignatures } from "../proposer-signature.ts";
import type { DagPeers, DagPhase, DagProgress } from "../x-chain-dag/dag-following.ts";
import { XChainPast, type XChainPastOptions } from "../x-chain-dag/x-chain-past.ts";
import { cChainForm, xChainForm } from "./block-forms.ts";
import { ChainStart, type ChosenStart, StartRefused } from "./chain-start.ts";
import { LoggedContainers } from "./logged-containers.ts";
import { lastUnbound, type OlderContainers, SharedMemoryFeed } from "./shared-memory-feed.ts";
import { StoredChainAcceptor } from "./stored-chain-acceptor.ts";
import { UnfoundedImports } from "./unfounded-imports.ts";

/** A chain of the primary network whose containers are stored and not executed. */
export type StoredChain = {
  readonly chain: "X" | "C";
  readonly chainID: Id;
  /** The block at height 0; undefined if the genesis of the chain cannot be read. */
  readonly genesisID: Id | undefined;
  readonly start: ChosenStart;
  /** For containers that are fetched and not stored in order yet. */
  readonly stagingFile: string;
  /** For the vertices of the DAG that the X-chain was before it was linear; it is not fetched if absent. */
  readonly dagStagingFile?: string | undefined;
};

export type StoredChainFollowingOptions = StoredChain & {
  readonly peers: Peers & DagPeers;
  readonly beacons: readonly NodeId[];
  readonly store: ChainStore;
  readonly indexer: Pick<Indexer, "logs">;
  readonly older?: OlderContainers | undefined;
  readonly network: Pick<Network, "id" | "upgrades">;
  readonly stakes: () => ValidatorStakes;
  /** Whether the stake is that of the network's tip: else nothing is attested. */
  readonly isStakeCurrent: () => boolean;
  readonly reportFolder: string;
  readonly nowMillis: () => number;
  /** For durations. */
  readonly elapsedMillis: () => number;
  readonly random: () => number;
  readonly sleep: (delayMs: number, signal: AbortSignal) => Promise<void>;
  readonly onPhase: (chain: "X" | "C", phase: FollowPhase) => void;
  readonly onDagPhase?: (phase: DagPhase) => void;
  /** Called after containers were stored. */
  readonly onStored?: () => void;
  readonly onWarning: (message: string) => void;
  readonly onHalt: (halt: Halt, chain: "X" | "C") => void;
  /** The P-chain imported a UTXO that this chain, whose exports are all known, never exported. */
  readonly onUnfoundedImport: (utxoID: Id, chain: "X" | "C") => void;
  readonly onError: (error: unknown) => void;
};

/**
 * How many requests per second attesting one of these chains may take on average: the C-chain has a block a second and
 * more, and a poll of 930 validators takes 488 requests.
 */
export const pacedRequestsPerSecond = 90;

/** How often containers are looked for that are not applied. */
const applyMs = 1_000;

/** How long nothing may arrive before it is a warning. */
const silentMs = 60_000;

/**
 * Follows the X- or C-chain over peers. The beacons name the first tip and the stake attests later ones, as on the P-chain,
 * whose validators count; everything below is taken by its hashes.
 */
export class StoredChainFollowing {
  readonly chain: "X" | "C";
  readonly #options: StoredChainFollowingOptions;
  readonly #form: BlockForm;
  readonly #sharedMemory: SharedMemoryFeed;
  /** Of the X-chain. */
  readonly #past: XChainPast | undefined;
  readonly #stopped = new AbortController();
  readonly #start: ChainStart;
  readonly #containers: LoggedContainers;
  readonly #staging: StagedContainers;
  readonly #halts: Halts;
  readonly #follower: Follower;
  readonly #imports: UnfoundedImports;
  #isStarted = false;
  #applying: Promise<void> = Promise.resolve();
  #movedAtMillis: number;

  /** Throws StartRefused if the store's containers begin elsewhere. */
  constructor(options: StoredChainFollowingOptions) {
    const { chain, store, indexer, genesisID, start, nowMillis, elapsedMillis } = options;
    const path = `${chain}/block` as const;
    const log = indexer.logs[path];
    this.chain = chain;
    this.#options = options;
    this.#sharedMemory = new SharedMemoryFeed({ ...options, path, log });
    this.#past = chain === "X" ? new XChainPast(this.#pastOptions()) : undefined;
    this.#form = chain === "X" ? xChainForm : cChainForm(options.network.upgrades);
    this.#start = new ChainStart(chain, store.metadata, start, log.count() > 0n);
    this.#containers = new LoggedContainers(log, this.#start, genesisID);
    this.#staging = new StagedContainers(options.stagingFile);
    this.#movedAtMillis = elapsedMillis();
    this.#imports = new UnfoundedImports({
      ...options,
      nowMillis: elapsedMillis,
      isWhole: () => this.isBootstrapped() && this.#isWhole(),
    });
    const acceptor = new StoredChainAcceptor({
      store,
      log,
      containers: this.#containers,
      sharedMemory: this.#sharedMemory,
      nowNanos: () => BigInt(nowMillis()) * 1_000_000n,
    });
    this.#halts = new Halts({
      store,
      form: this.#form,
      acceptor,
      folder: options.reportFolder,
      nowMillis,
    });
    this.#follower = this.#createFollower(acceptor);
  }

  /** Call it once the validators of the network's tip are known. Does nothing after the first time. */
  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    const halt = this.#halts.before();
    this.#follower.start(halt?.reason);
    if (halt !== undefined) this.#options.onHalt(halt, this.chain);
    this.#applying = this.#applyAll();
    this.#past?.start();
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#applying;
    await Promise.all([this.#follower.stop(), this.#past?.stop()]);
    this.#staging.close();
  }

  /** Whether every container from the start height up to an attested tip is stored, and applied to shared memory. */
  isBootstrapped(): boolean {
    return (
      this.#follower.isBootstrapped() &&
      this.#options.isStakeCurrent() &&
      this.#sharedMemory.isComplete() &&
      this.#past?.isApplied() !== false
    );
  }

  /** How far the DAG is that the chain was before it was linear; undefined if it is not fetched. */
  dag(): DagProgress | undefined {
    return this.#past?.progress();
  }

  progress(): FollowProgress {
    return this.#follower.progress();
  }

  /** The height of the first stored container; undefined until it is fixed. */
  startHeight(): bigint | undefined {
    return this.#start.isFixed ? this.#start.height() : undefined;
  }

  /** The last height whose transactions between chains no hash covers; undefined if there is none. */
  unverifiedTo(): bigint | undefined {
    return this.chain === "C" ? lastUnbound(this.#options.store.metadata) : undefined;
  }

  warnings(): readonly string[] {
    return [...this.#silence(), ...(this.#past?.warnings() ?? [])];
  }

  #silence(): readonly string[] {
    const { phase, height } = this.progress();
    const isSilent =
      this.#isStarted &&
      phase === "bootstrapping" &&
      this.#options.elapsedMillis() - this.#movedAtMillis > silentMs;
    if (!isSilent) return [];
    const name = `${this.chain}-chain`;
    return [
      this.chain === "X"
        ? `no peer sends blocks of the ${name} above height ${height}: wait for a peer that has them, or name one in --bootstrap-ips and --bootstrap-ids`
        : `no peer sends blocks of the ${name} above height ${height}: most nodes do not keep old ones. Wait for a peer that has them, or choose a later --c-chain-start with another --data-dir`,
    ];
  }

  /** What peers get from this node. */
  handler(): ChainHandler {
    const { elapsedMillis } = this.#options;
    const never = new AbortController().signal;
    const sleep = (delayMs: number) => this.#options.sleep(delayMs, never);
    const blocks = serveChain({
      containers: this.#containers,
      isBootstrapped: () => this.isBootstrapped(),
      nowMillis: elapsedMillis,
      sleep,
    });
    return { ...blocks, ...this.#past?.handler(sleep) };
  }

  #pastOptions(): XChainPastOptions {
    const { onDagPhase } = this.#options;
    return { ...this.#options, onPhase: (phase) => onDagPhase?.(phase) };
  }

  #createFollower(acceptor: StoredChainAcceptor): Follower {
    const { chainID, onHalt, onPhase, onStored } = this.#options;
    const signatures = new ProposerSignatures(chainID);
    return new Follower({
      ...this.#options,
      nowMillis: this.#options.elapsedMillis,
      form: this.#form,
      checkpoints: [],
      acceptor,
      staging: this.#staging,
      requestsPerSecond: pacedRequestsPerSecond,
      acceptedID: (height) => this.#containers.idAt(height),
      isAccepted: (id) => this.#containers.heightOf(id) !== undefined,
      isSigned: (container) => signatures.isValid(container),
      countSigned: (containers) => signatures.countValid(containers),
      beforeWalk: (attested, signal) => this.#fixStart(attested, signal),
      onAttested: () => {
        const utxoID = this.#imports.attested();
        if (utxoID !== undefined) this.#options.onUnfoundedImport(utxoID, this.chain);
      },
      onMoved: () => {
        this.#movedAtMillis = this.#options.elapsedMillis();
        onStored?.();
      },
      onPhase: (phase) => {
        this.#noteTimes(phase);
        onPhase(this.chain, phase);
      },
      onHalt: (disagreement) => onHalt(this.#halts.record(disagreement), this.chain),
    });
  }

  /** Whether its exports are known from the first block on, and hashes cover all of them. */
  #isWhole(): boolean {
    if (this.#past !== undefined) return this.#past.isWhole();
    const { metadata } = this.#options.store;
    return this.#start.height() === 1n && lastUnbound(metadata) === undefined;
  }

  /** Some containers may be stored and not applied to shared memory yet: copied ones, and those before a snapshot is complete. */
  async #applyAll(): Promise<void> {
    const { onError, sleep } = this.#options;
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      try {
        while (!signal.aborted && (await this.#applySome())) await nextTurn();
      } catch (error) {
        if (error instanceof Rejection) {
          this.#follower.halt(error.message);
          return;
        }
        onError(error);
      }
      await sleep(applyMs, signal).catch(() => {});
    }
  }

  /** Returns false if everything is applied. */
  async #applySome(): Promise<boolean> {
    await this.#sharedMemory.prepare();
    return this.#sharedMemory.advance() || (await this.#past?.advance()) === true;
  }

  /** Containers that are stored while the node bootstraps have the time of its completion. */
  #noteTimes(phase: FollowPhase): void {
    const log = this.#options.indexer.logs[`${this.chain}/block`];
    const nanos = BigInt(this.#options.nowMillis()) * 1_000_000n;
    this.#movedAtMillis = this.#options.elapsedMillis();
    if (phase === "bootstrapping") log.bootstraps.begin(nanos, log.count());
    if (phase === "attesting") log.bootstraps.complete(nanos, log.count());
  }

  /** The first start decides where the containers begin: an attested one says how high the network is. */
  async #fixStart(attested: readonly Id[], signal: AbortSignal): Promise<void> {
    if (this.#start.isFixed) return;
    try {
      this.#start.fix(await this.#heightOf(attested, signal));
    } catch (error) {
      if (!(error instanceof StartRefused)) throw error;
      this.#follower.halt(error.message);
      this.#options.onWarning(`the ${this.chain}-chain is not followed: ${error.message}`);
      signal.throwIfAborted();
    }
  }

  /** Asks the beacons until one of them sends an attested container. */
  async #heightOf(attested: readonly Id[], signal: AbortSignal): Promise<bigint> {
    const { peers, beacons, sleep, genesisID } = this.#options;
    for (;;) {
      for (const id of attested) {
        if (genesisID !== undefined && equalBytes(id, genesisID)) return 0n;
        for (const beacon of beacons) {
          signal.throwIfAborted();
          const bytes = await peers.container(beacon, id);
          const container = bytes && this.#readOrUndefined(bytes, id);
          if (container !== undefined) return container.height;
        }
      }
      await sleep(1_000, signal);
    }
  }

  #readOrUndefined(bytes: Uint8Array, id: Id): Container | undefined {
    try {
      return readContainerWithID(bytes, id, this.#form);
    } catch (error) {
      if (error instanceof ContainerError) return undefined;
      throw error;
    }
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
