import { formatNodeId } from "../formats/node-id.ts";
import { applicationTag } from "../health/check.ts";
import { shuttingDownCheck } from "../health/checks/node.ts";
import { networkName } from "../networks/ids.ts";
import { type Assembly, assemble } from "./assembly.ts";
import { configuredNetwork } from "./chain/configured-network.ts";
import { untilThereIsGas } from "./chain/first-gas.ts";
import { type OpenChain, openChain } from "./chain/open-chain.ts";
import { machineClock, NodeClock } from "./clock.ts";
import { describeNode, type NodeDescription } from "./dev/node-description.ts";
import { saveState } from "./dev/saved-state.ts";
import { wakeClock } from "./dev/wake-clock.ts";
import { Backups } from "./files/backups.ts";
import { ProcessContextFile } from "./files/process-context.ts";
import { IdentityError, loadIdentity, type NodeIdentity } from "./identity/identity.ts";
import { PublicIp } from "./identity/public-ip.ts";
import { joinHostPort, type StakingAddress, stakingAddress } from "./identity/staking-address.ts";
import type { Log } from "./logging/log.ts";
import type { NodeConfig } from "./node-config.ts";
import { StartError } from "./node-config.ts";

type Parts = {
  readonly opened: OpenChain;
  readonly identity: NodeIdentity;
  readonly publicIP: PublicIp;
  readonly staking: StakingAddress;
  readonly assembly: Assembly;
  /** Resolves with a reason when the node cannot continue. */
  readonly failed: Promise<string>;
};

/** What the caller may replace. */
export type NodeOptions = {
  /** Default: the machine's clock. */
  readonly clock?: NodeClock;
  /** Whether the chains of the primary network accept requests. By default they do at once. */
  readonly isBootstrapped?: () => boolean;
};

/** Creates a node: opens its chain, reads its identity and connects its parts. Throws StartError. */
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

/** A node. It can be started and stopped once. */
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

  /** Resolves with a reason when the node cannot continue. */
  get failed(): Promise<string> {
    return this.#parts.failed;
  }

  /** What you need to use the node. */
  describe(url: string): Promise<NodeDescription> {
    const { opened } = this.#parts;
    return describeNode({ url, nodeID: this.nodeID, config: this.#config, opened });
  }

  /** Resolves to the URL when the node listens and every health check has run. Throws StartError if the address is in use. */
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

  /** Copies the store into `<data-dir>/backups` while the node runs, and logs the outcome. */
  backUp(): Promise<void> {
    return this.#backups.begin(networkName(this.#config.networkID));
  }

  /** Reports unhealthy for the configured time, finishes open requests, then closes everything. */
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
