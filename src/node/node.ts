import type { StoredChainProgress } from "../follow/following.ts";
import type { FollowProgress } from "../follow/progress.ts";
import { formatNodeId } from "../formats/node-id.ts";
import { applicationTag } from "../health/check.ts";
import { shuttingDownCheck } from "../health/checks/node.ts";
import { networkName } from "../networks/ids.ts";
import { isOfStore } from "../store/store-condition.ts";
import type { Assembly } from "./assembly.ts";
import type { OpenChain } from "./chain/open-chain.ts";
import { describeNode, type NodeDescription } from "./dev/node-description.ts";
import { saveState } from "./dev/saved-state.ts";
import { Backups } from "./files/backups.ts";
import { ProcessContextFile } from "./files/process-context.ts";
import type { FillingProgress } from "./filling/ledger-filling.ts";
import type { NodeIdentity } from "./identity/identity.ts";
import { KeyFileError } from "./identity/key-files.ts";
import type { PublicIp } from "./identity/public-ip.ts";
import { joinHostPort, type StakingAddress } from "./identity/staking-address.ts";
import type { Log } from "./logging/log.ts";
import type { Mode } from "./mode/decide-mode.ts";
import type { ModeState } from "./mode/mode-state.ts";
import type { NodeConfig } from "./node-config.ts";
import { notListening, StartError } from "./node-config.ts";
import { versions } from "./version.ts";
import { WatchConfigError } from "./watches/configured-watches.ts";

export type NodeParts = {
  readonly opened: OpenChain;
  readonly identity: NodeIdentity;
  readonly publicIP: PublicIp;
  readonly staking: StakingAddress;
  readonly state: ModeState;
  readonly assembly: Assembly;
};

/**
 * The part of the shutdown timeout that is kept for closing the store, the archive and the backup after the open
 * requests.
 */
const closingMs = 2_000;

/** A node. It can be started and stopped once. */
export class Node {
  readonly #config: NodeConfig;
  readonly #log: Log;
  readonly #parts: NodeParts;
  readonly #backups: Backups;
  #processContext: ProcessContextFile | undefined;
  #isStarted = false;
  #unsaved: string | undefined;
  #storeCheck: NodeJS.Timeout | undefined;

  constructor(config: NodeConfig, log: Log, parts: NodeParts) {
    this.#config = config;
    this.#log = log;
    this.#parts = parts;
    this.#backups = new Backups(parts.opened.store, config.dataDirectory, log);
  }

  /** `NodeID-...` */
  get nodeID(): string {
    return formatNodeId(this.#parts.identity.nodeID);
  }

  get mode(): Mode {
    return this.#parts.state.mode;
  }

  /** Why a node that has stopped could not save its state to the file of --state; undefined if it did, or has none. */
  get unsaved(): string | undefined {
    return this.#unsaved;
  }

  /** Whether clients occupy much memory, or could soon. */
  get isCrowded(): boolean {
    return this.#parts.assembly.server.isCrowded;
  }

  /** The progress of following the network; undefined in the other modes. */
  followProgress(): FollowProgress | undefined {
    return this.#parts.state.source?.following.progress();
  }

  /** The progress of the chains that are followed beside the P-chain. */
  storedChains(): readonly StoredChainProgress[] {
    return this.#parts.state.source?.following.storedChains() ?? [];
  }

  /** How far the ledger is filled, and how many blocks the chain has. */
  fillingProgress(): FillingProgress & { readonly height: number } {
    const { opened, assembly } = this.#parts;
    const { height } = opened.store.blocks.lastAccepted();
    return { ...assembly.filling.progress(), height: Number(height) + 1 };
  }

  /** What you need to use the node. */
  describe(url: string): Promise<NodeDescription> {
    const { opened, state, assembly } = this.#parts;
    const { nodeID } = this;
    const peersAt = assembly.peerServer?.listeningAt();
    const followableAt = peersAt && joinHostPort(peersAt.ip, peersAt.port);
    const node = { url, nodeID, mode: state.mode, config: this.#config, opened };
    return describeNode({ ...node, followableAt });
  }

  /** Resolves to the URL when the node listens and every health check has run. Throws StartError if the address is in use. */
  async start(): Promise<string> {
    const { assembly, publicIP, staking } = this.#parts;
    const { health, http, processContextFile } = this.#config;
    this.#applyWatchConfig();
    await assembly.health.start(health.frequencyMs);
    const address = await this.#listen();
    const url = `${http.tls === undefined ? "http" : "https"}://${address}`;
    this.#isStarted = true;
    assembly.blocks.start();
    assembly.archiving.start();
    assembly.watches.start();
    publicIP.start(this.mode);
    this.#startStoreCheck();
    if (processContextFile !== undefined) {
      this.#processContext = new ProcessContextFile(processContextFile);
      const context = { pid: process.pid, uri: url, stakingAddress: staking.text };
      this.#processContext.write(context, (reason) =>
        this.#log.error({ reason }, "the process context file is written when there is space"),
      );
    }
    this.#logStart();
    this.#log.info({ uri: url, nodeID: this.nodeID, mode: this.mode }, "API server listening");
    await this.#startFollowing();
    assembly.filling.start();
    return url;
  }

  /** Copies the store into `<data-dir>/backups` while the node runs, and logs the outcome. */
  backUp(): Promise<void> {
    return this.#backups.begin(networkName(this.#config.networkID));
  }

  /** Reads the file of --watch-config again. If it is wrong, the log says why and nothing changes. */
  reloadWatches(): void {
    const { applyConfig } = this.#parts.assembly.watches;
    if (applyConfig === undefined) {
      this.#log.warn({}, "there is no --watch-config to read again");
      return;
    }
    try {
      applyConfig();
      this.#log.info({}, "read the watches of --watch-config again");
    } catch (error) {
      if (isOfStore(error) || error instanceof KeyFileError) {
        this.#parts.opened.store.condition.note(error);
        this.#log.error({ err: error }, "not all watches could be stored: send SIGHUP again");
        return;
      }
      if (!(error instanceof WatchConfigError)) throw error;
      this.#log.error({ reason: error.message }, "the watches stay as they are");
    }
  }

  /** Throws StartError if the file is wrong. */
  #applyWatchConfig(): void {
    try {
      this.#parts.assembly.watches.applyConfig?.();
    } catch (error) {
      if (!(error instanceof WatchConfigError)) throw error;
      throw new StartError(error.message, { cause: error });
    }
  }

  /** Reports unhealthy for the configured time, finishes open requests, then closes everything. */
  async stop(): Promise<void> {
    const { assembly, opened, publicIP } = this.#parts;
    const { shutdownWaitMs, shutdownTimeoutMs } = this.#config.http;
    const tags = [applicationTag];
    await assembly.health.health.register("shuttingDown", shuttingDownCheck, tags, "info");
    if (shutdownWaitMs > 0) await new Promise((resolve) => setTimeout(resolve, shutdownWaitMs));
    publicIP.stop();
    const requestsMs = Math.max(shutdownTimeoutMs / 2, shutdownTimeoutMs - closingMs);
    const readers = assembly.cluster?.stop(requestsMs);
    await Promise.all([assembly.server.stop(requestsMs, readers), readers]);
    assembly.keystore.close();
    assembly.watches.stop();
    assembly.blocks.stop();
    clearInterval(this.#storeCheck);
    await assembly.filling.stop();
    // While the peers are still connected.
    assembly.observatory?.stop();
    await this.#parts.state.source?.following.stop();
    await assembly.peerServer?.stop();
    assembly.uptimes?.stop();
    await assembly.archiving.stop();
    await assembly.health.stop();
    await this.#saveState();
    await this.#backups.settled();
    await opened.close();
    const problem = opened.store.condition.writeProblem;
    if (problem !== undefined) {
      this.#log.error(
        { problem },
        "the store could not be written, so it may lack the last changes",
      );
    }
    this.#removeProcessContext();
    this.#log.info({}, "node stopped");
  }

  async #servePeers(): Promise<void> {
    const { peerServer } = this.#parts.assembly;
    if (peerServer === undefined) return;
    await peerServer.start();
    const at = peerServer.listeningAt();
    this.#log.info(
      { address: at && joinHostPort(at.ip, at.port), nodeID: this.nodeID },
      "other nodes can follow this one: bootstrap from it, with its genesis",
    );
  }

  #startStoreCheck(): void {
    const { checkFrequencyMs = 0 } = this.#config.database;
    if (checkFrequencyMs === 0) return;
    const { store } = this.#parts.opened;
    this.#storeCheck = setInterval(() => store.integrity?.verifySome(), checkFrequencyMs);
    this.#storeCheck.unref();
  }

  #logStart(): void {
    const { network } = this.#parts.opened.context;
    const { height } = this.#parts.opened.store.blocks.lastAccepted();
    this.#log.info(
      {
        version: versions.application,
        network: network.name,
        networkID: network.id,
        height: height.toString(),
        dataDirectory: this.#config.database.inMemory
          ? "none, in memory"
          : this.#config.dataDirectory,
      },
      "node started",
    );
  }

  async #saveState(): Promise<void> {
    const { stateFile } = this.#config.local;
    if (stateFile === undefined || !this.#isStarted) return;
    try {
      const { bytes } = await this.#parts.assembly.dev.dumpState();
      saveState(stateFile, bytes);
      this.#log.info({ stateFile }, "state saved");
    } catch (error) {
      this.#log.error(
        { stateFile, err: error },
        "the state could not be saved: the file still has the previous one",
      );
      this.#unsaved = `couldn't save the state to ${stateFile}: ${(error as Error).message}`;
    }
  }

  #removeProcessContext(): void {
    try {
      this.#processContext?.remove();
    } catch (error) {
      this.#log.warn({ err: error }, "the process context file could not be removed");
    }
  }

  async #listen(): Promise<string> {
    const { host, port } = this.#config.http;
    try {
      const { server, cluster } = this.#parts.assembly;
      const address = await (cluster?.start(server) ?? server.start());
      return joinHostPort(address.host, address.port);
    } catch (error) {
      throw notListening(error, joinHostPort(host, port), "http-port");
    }
  }

  async #startFollowing(): Promise<void> {
    const { state, staking, assembly } = this.#parts;
    assembly.uptimes?.start();
    assembly.observatory?.start();
    try {
      await state.source?.following.start();
      await this.#servePeers();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).syscall !== "listen") throw error;
      throw notListening(error, staking.text, "staking-port");
    }
  }
}
