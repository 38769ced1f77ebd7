import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Registry } from "prom-client";
import type { DevControls } from "../../handlers/context.ts";
import type { RouteCounts, RouteMetrics } from "../../rpc/http/metrics.ts";
import type { RpcServer } from "../../rpc/http/server.ts";
import { StoreDamaged } from "../../store/store-files.ts";
import type { OpenChain } from "../chain/open-chain.ts";
import type { NodeClock } from "../clock.ts";
import { registerGauge } from "../health/metrics.ts";
import type { NodeIdentity } from "../identity/identity.ts";
import type { Log } from "../logging/log.ts";
import type { Mode } from "../mode/decide-mode.ts";
import type { NodeConfig } from "../node-config.ts";
import type { ReaderCounts } from "./messages.ts";
import { Readers } from "./readers.ts";
import { FactsWriter, publishing } from "./shared-facts.ts";

export type ClusterWriterOptions = {
  readonly config: NodeConfig;
  readonly log: Log;
  readonly clock: NodeClock;
  readonly opened: OpenChain;
  readonly identity: NodeIdentity;
  readonly mode: Mode;
  readonly gasAsNetwork: boolean;
  readonly isBootstrapped: () => boolean;
  readonly bootstrappedChains: () => readonly ("X" | "C")[];
};

/** This process, which writes the chain, and the readers that answer queries beside it. */
export class ClusterWriter {
  readonly #options: ClusterWriterOptions;
  /** Only this user may enter it. */
  readonly #directory = mkdtempSync(join(tmpdir(), "couloir-"));
  readonly #facts: FactsWriter;
  readonly #readers: Readers;
  #counts: readonly (readonly [number: number, counts: ReaderCounts])[] = [];

  constructor(options: ClusterWriterOptions) {
    const { config, opened, identity, mode, gasAsNetwork, clock, log } = options;
    const { isBootstrapped, bootstrappedChains } = options;
    this.#options = options;
    const { upgrades, staking, staticFees, dynamicFees, validatorFees } = opened.context.network;
    const rules = { upgrades, staking, staticFees, dynamicFees, validatorFees };
    const { metadata, condition } = opened.store;
    const onChanged = () => this.moved();
    this.#facts = new FactsWriter({
      metadata,
      clock,
      isBootstrapped,
      bootstrappedChains,
      onChanged,
    });
    this.#readers = new Readers(
      {
        config,
        storePath: opened.file,
        relayPath: this.#relayPath,
        mode,
        rules,
        gasAsNetwork,
        nodeID: identity.nodeID,
        blsPublicKey: identity.blsPublicKey(),
        proofOfPossession: identity.proofOfPossession(),
      },
      log,
      (damage) => condition.note(new StoreDamaged(damage)),
    );
    condition.onChange(() => {
      if (condition.damage !== undefined) this.#readers.damaged(condition.damage);
    });
  }

  /** Starts the readers, then listens and shares the connections with them. */
  async start(server: RpcServer): Promise<{ readonly host: string; readonly port: number }> {
    this.#facts.start();
    await server.startAt(this.#relayPath);
    await this.#readers.start(this.#options.config.processes - 1);
    return server.start(this.#readers.spread);
  }

  /** Call it after each block. */
  moved(): void {
    this.#readers.moved();
  }

  /** The controls of a developer, whose changes readers see before they are acknowledged. */
  shared(dev: DevControls): DevControls {
    return publishing(dev, this.#facts.publish);
  }

  readonly refreshCounts = async (): Promise<void> => {
    this.#counts = await this.#readers.counts();
  };

  /** The counts of all processes. */
  routes(own: readonly RouteMetrics[]): readonly RouteCounts[] {
    return [
      ...own.map(({ base, processing, calls, durationMs, buckets }) => ({
        base,
        processing,
        calls,
        durationMs,
        buckets,
        process: "writer",
      })),
      ...this.#counts.flatMap(([number, { routes }]) =>
        routes.map((route) => ({ ...route, process: readerName(number) })),
      ),
    ];
  }

  registerMetrics(registry: Registry): void {
    const { blocks } = this.#options.opened.store;
    const ofAll = (own: () => number, other: (counts: ReaderCounts) => number) => () => [
      { value: own(), labels: { process: "writer" } },
      ...this.#counts.map(([number, counts]) => ({
        value: other(counts),
        labels: { process: readerName(number) },
      })),
    ];
    registerGauge(
      registry,
      "couloir_process_resident_bytes",
      "Memory of a process of the node",
      ofAll(process.memoryUsage.rss, ({ residentBytes }) => residentBytes),
    );
    registerGauge(
      registry,
      "couloir_process_height",
      "Height of the P-chain that a process of the node serves",
      ofAll(
        () => Number(blocks.lastAccepted().height),
        ({ height }) => Number(height),
      ),
    );
  }

  /** Lets the readers finish their requests for at most `timeoutMs`. */
  async stop(timeoutMs: number): Promise<void> {
    this.#facts.stop();
    await this.#readers.stop(timeoutMs);
    rmSync(this.#directory, { recursive: true, force: true });
  }

  get #relayPath(): string {
    return join(this.#directory, "writer.sock");
  }
}

function readerName(number: number): string {
  return `reader-${number}`;
}
