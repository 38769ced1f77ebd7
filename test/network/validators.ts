import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { formatNodeId } from "../../src/formats/node-id.ts";
import { nodeIDOfCertificate } from "../../src/node/identity/staking-certificate.ts";
import { freePorts } from "../dropin/five-nodes/free-ports.ts";
import { ask } from "../e2e/rpc.ts";
import type { TestNetwork } from "./test-network.ts";

const startTimeoutMs = 180_000;

/** One AvalancheGo process. */
export type Validator = {
  readonly nodeID: string;
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly stakingPort: number;
  child: ChildProcess;
};

export type Beacon = { readonly nodeID: string; readonly address: string };

/** A network of AvalancheGo nodes on 127.0.0.1. Disposing of it kills them and removes their files. */
export class Validators implements AsyncDisposable {
  readonly all: readonly Validator[];
  readonly network: TestNetwork;
  readonly #joined: Validator[] = [];
  readonly #folder: string;

  private constructor(all: readonly Validator[], network: TestNetwork, folder: string) {
    this.all = all;
    this.network = network;
    this.#folder = folder;
  }

  /** Starts the first `count` of the five; with fewer than four none of them ever accepts a block. */
  static async start(
    avalanchego: string,
    stakingKeys: string,
    count: number,
    network: TestNetwork,
  ): Promise<Validators> {
    const folder = await mkdtemp(join(tmpdir(), "couloir-network-"));
    const ports = await freePorts(2 * count);
    const stakingPorts = ports.slice(count);
    const nodeIDs = Array.from({ length: count }, (_, at) => stakerID(stakingKeys, at + 1));
    const all = nodeIDs.map((nodeID, at) => {
      const flags = [
        ...networkFlags(network, join(folder, String(at + 1))),
        ...ownFlags(stakingKeys, at + 1),
        `--http-port=${ports[at]}`,
        `--staking-port=${stakingPorts[at]}`,
        `--bootstrap-ips=${at === 0 ? "" : `127.0.0.1:${stakingPorts[0]}`}`,
        `--bootstrap-ids=${at === 0 ? "" : nodeIDs[0]}`,
      ];
      const child = spawn(avalanchego, flags, { stdio: "ignore" });
      const url = `http://127.0.0.1:${ports[at]}`;
      return { nodeID, url, stakingPort: stakingPorts[at]!, child };
    });
    const validators = new Validators(all, network, folder);
    try {
      const isReady = validators.acceptBlocks ? isBootstrapped : hasNodeID;
      await Promise.all(all.map((validator) => until(validator, isReady)));
    } catch (error) {
      await validators[Symbol.asyncDispose]();
      throw error;
    }
    return validators;
  }

  /** Starts a node that does not validate and syncs the P-chain only; returns when it is at the tip. */
  async joinPartially(avalanchego: string, beacons: readonly Beacon[]): Promise<Validator> {
    const flags = ["--partial-sync-primary-network"];
    const joined = await this.#join(avalanchego, beacons, flags);
    await until(joined, (at) => isChainBootstrapped(at, "P"));
    return joined;
  }

  /** The same with all chains. Validators bench a partial node that becomes one of them, so it counts as down. */
  async joinFully(
    avalanchego: string,
    beacons: readonly Beacon[],
    flags: readonly string[] = [],
  ): Promise<Validator> {
    const joined = await this.#join(avalanchego, beacons, flags);
    await until(joined, isBootstrapped);
    return joined;
  }

  async #join(
    avalanchego: string,
    beacons: readonly Beacon[],
    given: readonly string[],
  ): Promise<Validator> {
    const [httpPort, stakingPort] = await freePorts(2);
    const flags = [
      ...networkFlags(this.network, join(this.#folder, `joined-${this.#joined.length}`)),
      ...given,
      `--http-port=${httpPort}`,
      `--staking-port=${stakingPort}`,
      `--bootstrap-ips=${beacons.map(({ address }) => address).join(",")}`,
      `--bootstrap-ids=${beacons.map(({ nodeID }) => nodeID).join(",")}`,
      "--index-enabled",
    ];
    const child = spawn(avalanchego, flags, { stdio: "ignore" });
    const url = `http://127.0.0.1:${httpPort}`;
    const joined = { nodeID: "a node that joined", url, stakingPort: stakingPort!, child };
    this.#joined.push(joined);
    return joined;
  }

  /** Kills one node. */
  async end({ child }: Validator): Promise<void> {
    await end(child);
  }

  /** Starts a node again that was ended, with the same ports and keys; returns when its chains are bootstrapped. */
  async restart(validator: Validator): Promise<void> {
    const [command, ...flags] = validator.child.spawnargs;
    validator.child = spawn(command!, flags, { stdio: "ignore" });
    await until(validator, isBootstrapped);
  }

  /** Blocks need four fifths of the stake. */
  get acceptBlocks(): boolean {
    return this.all.length >= 4;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.all, ...this.#joined].map(({ child }) => end(child)));
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Of one of the well-known validators 1 to 5 of network `local`. */
function stakerID(stakingKeys: string, number: number): string {
  const read = (ending: string) =>
    readFileSync(join(stakingKeys, `staker${number}.${ending}`), "utf8");
  const certificate = { certificatePem: read("crt"), keyPem: read("key") };
  return formatNodeId(nodeIDOfCertificate(certificate));
}

function ownFlags(stakingKeys: string, number: number): string[] {
  return [
    `--staking-tls-cert-file=${join(stakingKeys, `staker${number}.crt`)}`,
    `--staking-tls-key-file=${join(stakingKeys, `staker${number}.key`)}`,
    `--staking-signer-key-file=${join(stakingKeys, `signer${number}.key`)}`,
    "--index-enabled",
    "--proposervm-min-block-delay=0s",
    // A silent fifth is too much stake to be benched, so it delays every fifth poll by a timeout.
    "--network-minimum-timeout=200ms",
    "--network-initial-timeout=1s",
  ];
}

function networkFlags({ flags }: TestNetwork, dataDir: string): string[] {
  return [
    ...flags,
    `--data-dir=${dataDir}`,
    "--http-host=127.0.0.1",
    "--staking-host=127.0.0.1",
    "--public-ip=127.0.0.1",
    // The default is above what many machines allow.
    "--fd-limit=8192",
  ];
}

async function until(
  { url, child, nodeID }: Validator,
  isReady: (url: string) => Promise<boolean>,
): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  while (!(await isReady(url).catch(() => false))) {
    if (child.exitCode !== null) throw new Error(`${nodeID} ended with ${child.exitCode}`);
    if (Date.now() > deadline) throw new Error(`${nodeID} was not ready in time`);
    await sleep(500);
  }
}

async function isBootstrapped(url: string): Promise<boolean> {
  const chains = await Promise.all(["P", "X", "C"].map((chain) => isChainBootstrapped(url, chain)));
  return chains.every((isReady) => isReady);
}

async function isChainBootstrapped(url: string, chain: string): Promise<boolean> {
  const method = "info.isBootstrapped";
  return (await ask<{ isBootstrapped: boolean }>(url, "/ext/info", method, { chain }))
    .isBootstrapped;
}

/** Without three quarters of the stake no node ever calls itself bootstrapped. */
async function hasNodeID(url: string): Promise<boolean> {
  await ask(url, "/ext/info", "info.getNodeID");
  return true;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}
