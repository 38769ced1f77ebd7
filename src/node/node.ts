import { formatNodeId } from "../formats/node-id.ts";
import { applicationTag } from "../health/check.ts";
import { shuttingDownCheck } from "../health/checks/node.ts";
import { networkName } from "../networks/ids.ts";
import { type Assembly, assemble } from "./assembly.ts";
import { Backups } from "./backups.ts";
import { machineClock, NodeClock } from "./clock.ts";
import { configuredNetwork } from "./configured-network.ts";
import { describeNode, type NodeDescription } from "./dev/node-description.ts";
import { saveState } from "./dev/saved-state.ts";
import { wakeClock } from "./dev/wake-clock.ts";
import { untilThereIsGas } from "./first-gas.ts";
import { joinHostPort } from "./host-port.ts";
import { IdentityError, loadIdentity, type NodeIdentity } from "./identity/identity.ts";
import type { Log } from "./log.ts";
import type { NodeConfig } from "./node-config.ts";
import { type OpenChain, openChain } from "./open-chain.ts";
import { ProcessContextFile } from "./process-context.ts";
import { PublicIp } from "./public-ip.ts";
import { type StakingAddress, stakingAddress } from "./staking-address.ts";
import { StartError } from "./start-error.ts";

type Parts = {
  readonly opened: OpenChain;
  readonly identity: NodeIdentity;
  readonly publicIP: PublicIp;
  readonly staking: StakingAddress;
  readonly assembly: Assembly;
  /** Resolves with a reason when the node finds that it cannot go on. */
  readonly failed: Promise<string>;
};

/** What the maker of a node may hold in its own hands. */
export type NodeOptions = {
  /** The machine's, unless said otherwise. */
  readonly clock?: NodeClock;
  /** Whether the chains of the primary network may be asked; they may at once, as this node waits for nobody. */
  readonly isBootstrapped?: () => boolean;
};

/** Makes a node: opens its chain, reads its identity and joins its parts. Throws StartError. */
export async function createNode(
  config: NodeConfig,
  log: Log,
  { clock: given, isBootstrapped = () => true }: NodeOptions = {},
): Promise<Node> {
  const { timestamp } = config.local;
  const clock =
    given ?? new NodeClock(timestamp === undefined ? undefined : Number(timestamp) * 1000);
  for (const { level, message } of config.notices) log[level]({}, message);
  const network = configuredNetwork(config);
  const publicIP = new PublicIp(config.publicIP, log);
  const staking = await stakingAddress(config.staking.host, config.staking.port);
  const opened = await openChain(config, network, clock.nowSeconds());
  try {
    if (config.apis.dev && given === undefined && timestamp === undefined) {
      wakeClock(clock, opened, config, log);
    }
    const identity = readIdentity(config);
    let onFailure: (reason: string) => void = () => {};
    const failed = new Promise<string>((resolve) => {
      onFailure = resolve;
    });
    const base = { config, log, clock, opened, identity, publicIP, staking, onFailure };
    const assembly = await assemble({ ...base, isBootstrapped });
    if (given === undefined) await untilThereIsGas(clock, opened.store);
    return new Node(config, log, { opened, identity, publicIP, staking, assembly, failed });
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** A node, which is started once and stopped once. */
export class Node {
  readonly #config: NodeConfig;
  readonly #log: Log;
  readonly #parts: Parts;
  readonly #backups: Backups;
  #processContext: ProcessContextFile | undefined;
  #isStarted = false;

  constructor(config: NodeConfig, log: Log, parts: Parts) {
    this.#config = config;
    this.#log = log;
    this.#parts = parts;
    this.#backups = new Backups(parts.opened.store, config.dataDirectory, log);
  }

  /** `NodeID-...` */
  get nodeID(): string {
    return formatNodeId(this.#parts.identity.nodeID);
  }

  /** Resolves with a reason when the node finds that it cannot go on. */
  get failed(): Promise<string> {
    return this.#parts.failed;
  }

  /** What a person or a program begins with. */
  describe(url: string): Promise<NodeDescription> {
    const { opened } = this.#parts;
    return describeNode({ url, nodeID: this.nodeID, config: this.#config, opened });
  }

  /** Resolves to the URL when the node listens and every check has run. Rejects with StartError where the address is taken. */
  async start(): Promise<string> {
    const { assembly, publicIP, staking } = this.#parts;
    const { health, http, processContextFile } = this.#config;
    await assembly.health.start(health.frequencyMs);
    const address = await this.#listen();
    const url = `${http.tls === undefined ? "http" : "https"}://${address}`;
    this.#isStarted = true;
    assembly.blocks.start();
    assembly.archiving.start();
    publicIP.start();
    if (processContextFile !== undefined) {
      this.#processContext = new ProcessContextFile(processContextFile);
      this.#processContext.write({ pid: process.pid, uri: url, stakingAddress: staking.text });
    }
    this.#log.info({ uri: url, nodeID: this.nodeID }, "API server listening");
    return url;
  }

  /** Copies the store into `<data-dir>/backups` while it is in use; the log tells the outcome. */
  backUp(): Promise<void> {
    return this.#backups.begin(networkName(this.#config.networkID));
  }

  /** Is unhealthy for as long as the configuration says, lets what is asked be answered, then closes everything. */
  async stop(): Promise<void> {
    const { assembly, opened, publicIP } = this.#parts;
    const { shutdownWaitMs, shutdownTimeoutMs } = this.#config.http;
    const tags = [applicationTag];
    await assembly.health.health.register("shuttingDown", shuttingDownCheck, tags, "info");
    if (shutdownWaitMs > 0) await new Promise((resolve) => setTimeout(resolve, shutdownWaitMs));
    publicIP.stop();
    await assembly.server.stop(shutdownTimeoutMs);
    assembly.blocks.stop();
    await assembly.archiving.stop();
    await assembly.health.stop();
    this.#saveState();
    await this.#backups.settled();
    await opened.close();
    this.#processContext?.remove();
    this.#log.info({}, "node stopped");
  }

  #saveState(): void {
    const { stateFile } = this.#config.local;
    if (stateFile === undefined || !this.#isStarted) return;
    saveState(stateFile, this.#parts.assembly.dev.dumpState());
    this.#log.info({ stateFile }, "state saved");
  }

  async #listen(): Promise<string> {
    const { host, port } = this.#config.http;
    try {
      const address = await this.#parts.assembly.server.start();
      return joinHostPort(address.host, address.port);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const reason = code === "EADDRINUSE" ? "another process listens there" : message;
      const inUse = code === "EADDRINUSE";
      throw new StartError(
        `couldn't listen on ${joinHostPort(host, port)}: ${reason}${inUse ? ". Stop it, or choose another --http-port, 0 for a free one." : ""}`,
        { cause: error, ...(inUse && { reason: "address-in-use" }) },
      );
    }
  }
}

function readIdentity(config: NodeConfig): NodeIdentity {
  try {
    return loadIdentity(config.identity, machineClock.nowDate());
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error;
    throw new StartError(error.message, { cause: error });
  }
}
