import { readFileSync } from "node:fs";
import { freePorts } from "../dropin/five-nodes/free-ports.ts";
import { NodeProcess } from "../e2e/node-process.ts";
import { ask } from "../e2e/rpc.ts";
import type { TestNetwork } from "./test-network.ts";
import { until } from "./traffic.ts";
import type { Beacon, Validator } from "./validators.ts";

export function beaconsOf(validators: readonly Validator[]): readonly Beacon[] {
  return validators.map(({ nodeID, stakingPort }) => ({
    nodeID,
    address: `127.0.0.1:${stakingPort}`,
  }));
}

/** The executable as an operator runs it, following a network. */
export class Couloir {
  readonly stakingPort: number;
  readonly process: NodeProcess;

  private constructor(process: NodeProcess, stakingPort: number) {
    this.process = process;
    this.stakingPort = stakingPort;
  }

  /** Follows over peers; returns before it has caught up. */
  static async join(
    network: TestNetwork,
    beacons: readonly Beacon[],
    flags: readonly string[] = [],
  ): Promise<Couloir> {
    return Couloir.#start(network, [
      ...flags,
      `--bootstrap-ips=${beacons.map(({ address }) => address).join(",")}`,
      `--bootstrap-ids=${beacons.map(({ nodeID }) => nodeID).join(",")}`,
    ]);
  }

  /** Follows over HTTP. */
  static async follow(network: TestNetwork, urls: readonly string[]): Promise<Couloir> {
    return Couloir.#start(network, [`--upstream=${urls.join(",")}`]);
  }

  static async #start(network: TestNetwork, flags: readonly string[]): Promise<Couloir> {
    const [port] = await freePorts(1);
    const process = await NodeProcess.start(
      ...network.flags,
      ...network.couloirFlags,
      "--api-profile=avalanchego",
      "--staking-host=127.0.0.1",
      "--public-ip=127.0.0.1",
      `--staking-port=${port}`,
      ...flags,
    );
    return new Couloir(process, port!);
  }

  get url(): string {
    return this.process.url;
  }

  async nodeID(): Promise<string> {
    return (await ask<{ nodeID: string }>(this.url, "/ext/info", "info.getNodeID")).nodeID;
  }

  async isBootstrapped(): Promise<boolean> {
    const params = { chain: "P" };
    const method = "info.isBootstrapped";
    return (await ask<{ isBootstrapped: boolean }>(this.url, "/ext/info", method, params))
      .isBootstrapped;
  }

  /** Returns how long it took. */
  async untilBootstrapped(): Promise<number> {
    const startMs = performance.now();
    await until(
      () => this.isBootstrapped().catch(() => false),
      () => `not bootstrapped: ${this.lastLog()}`,
    );
    return Math.round(performance.now() - startMs);
  }

  async height(): Promise<bigint> {
    const result = await ask<{ height: string }>(this.url, "/ext/bc/P", "platform.getHeight");
    return BigInt(result.height);
  }

  /** Waits until it has every block that these nodes have now. */
  async catchesUp(urls: readonly string[]): Promise<bigint> {
    const heights = await Promise.all(urls.map(heightOf));
    const [target] = heights.sort((a, b) => (a < b ? 1 : -1));
    await until(
      async () => (await this.height().catch(() => -1n)) >= target!,
      () => `below ${target}: ${this.lastLog()}`,
    );
    return target!;
  }

  /** A gauge or counter without labels, or the sum over all labels. */
  async metric(name: string, label = ""): Promise<number> {
    const text = await (await fetch(`${this.url}/ext/metrics`)).text();
    return text
      .split("\n")
      .filter((line) => line.startsWith(name) && /^[ {]/.test(line.slice(name.length)))
      .filter((line) => line.includes(label))
      .reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
  }

  /** Resident MiB now, and CPU seconds since the start. */
  usage(): { readonly residentMiB: number; readonly peakMiB: number; readonly cpuSeconds: number } {
    const { pid } = this.process;
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const kib = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]);
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
    // Fields 14 and 15 of proc(5), in ticks of 10 ms.
    const cpuSeconds = (Number(stat[11]) + Number(stat[12])) / 100;
    return { residentMiB: kib("VmRSS") / 1024, peakMiB: kib("VmHWM") / 1024, cpuSeconds };
  }

  lastLog(): string {
    try {
      const log = readFileSync(`${this.process.directory}/logs/main.log`, "utf8");
      return log.trimEnd().split("\n").slice(-4).join(" | ");
    } catch {
      return "no log";
    }
  }
}

export async function heightOf(url: string): Promise<bigint> {
  const { height } = await ask<{ height: string }>(url, "/ext/bc/P", "platform.getHeight");
  return BigInt(height);
}
