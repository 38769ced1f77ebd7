import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseVertex, type Vertex } from "../../../src/foreign-chains/x-chain/vertex.ts";
import type { Id } from "../../../src/formats/bytes.ts";
import { formatId, parseId } from "../../../src/formats/id.ts";
import { formatJson } from "../../../src/formats/json.ts";
import type { Upgrades } from "../../../src/networks/network.ts";
import { releases } from "../../../src/networks/release.ts";
import { defaultUpgrades, formatUpgrades } from "../../../src/networks/upgrades.ts";
import { freePorts } from "../../dropin/five-nodes/free-ports.ts";
import { ask } from "../../e2e/rpc.ts";
import { fromHex } from "../../support/check-codec.ts";
import { customGenesis, customID, type TestNetwork } from "../test-network.ts";
import { until } from "../traffic.ts";
import type { Beacon } from "../validators.ts";

export type DagNode = {
  readonly url: string;
  readonly stakingPort: number;
  readonly child: ChildProcess;
  readonly directory: string;
};

export type DagNodeOptions = {
  readonly flags: readonly string[];
  readonly beacons: readonly Beacon[];
};

/** A network with one validator, whose X-chain was a DAG. */
export class DagNetwork implements TestNetwork, AsyncDisposable {
  readonly id = customID;
  readonly upgrades: Upgrades;
  readonly flags: readonly string[];
  readonly couloirFlags: readonly string[] = [];
  readonly vertices: readonly Vertex[];
  readonly stopVertexID: string;
  readonly #folder: string;
  readonly #children: ChildProcess[] = [];

  private constructor(folder: string, vertices: readonly Vertex[], genesisFile: string) {
    this.#folder = folder;
    this.vertices = vertices;
    this.stopVertexID = formatId(vertices.at(-1)!.id);
    this.upgrades = { ...defaultUpgrades, cortinaXChainStopVertexID: this.stopVertexID };
    this.flags = [
      `--network-id=${customID}`,
      `--genesis-file=${genesisFile}`,
      `--upgrade-file=${join(folder, "upgrade.json")}`,
    ];
  }

  static async create(builder: string, count: number): Promise<DagNetwork> {
    const folder = await mkdtemp(join(tmpdir(), "couloir-dag-"));
    const genesisFile = join(folder, "genesis.json");
    await writeFile(genesisFile, JSON.stringify(customGenesis(1)));
    const arguments_ = [String(customID), genesisFile, String(count)];
    const out = execFileSync(builder, arguments_, { maxBuffer: 2 ** 30, encoding: "utf8" });
    const vertices = out
      .trim()
      .split("\n")
      .map((line) => parseVertex(fromHex(line)));
    const network = new DagNetwork(folder, vertices, genesisFile);
    const upgrades = formatUpgrades(network.upgrades, releases.newest);
    await writeFile(join(folder, "upgrade.json"), formatJson(upgrades));
    return network;
  }

  /** The flags of the only validator. */
  static keyFlags(stakingKeys: string): readonly string[] {
    return [
      `--staking-tls-cert-file=${join(stakingKeys, "staker1.crt")}`,
      `--staking-tls-key-file=${join(stakingKeys, "staker1.key")}`,
      `--staking-signer-key-file=${join(stakingKeys, "signer1.key")}`,
    ];
  }

  /** Returns when it answers: its X-chain waits for the DAG. */
  startNode(avalanchego: string, options: DagNodeOptions): Promise<DagNode> {
    const directory = join(this.#folder, `node-${this.#children.length}`);
    return this.#start(avalanchego, { ...options, directory });
  }

  /** Starts a node that ended again, with what it has. */
  restart(avalanchego: string, { directory }: DagNode, options: DagNodeOptions): Promise<DagNode> {
    return this.#start(avalanchego, { ...options, directory });
  }

  async #start(
    avalanchego: string,
    options: DagNodeOptions & { readonly directory: string },
  ): Promise<DagNode> {
    const { directory } = options;
    const [httpPort, stakingPort] = await freePorts(2);
    const child = spawn(
      avalanchego,
      [
        ...this.flags,
        ...options.flags,
        `--data-dir=${directory}`,
        `--http-port=${httpPort}`,
        `--staking-port=${stakingPort}`,
        "--http-host=127.0.0.1",
        "--staking-host=127.0.0.1",
        "--public-ip=127.0.0.1",
        `--bootstrap-ips=${options.beacons.map((beacon) => beacon.address).join()}`,
        `--bootstrap-ids=${options.beacons.map(({ nodeID }) => nodeID).join()}`,
        "--proposervm-min-block-delay=0s",
        "--index-enabled",
        "--fd-limit=8192",
      ],
      { stdio: "ignore" },
    );
    this.#children.push(child);
    const url = `http://127.0.0.1:${httpPort}`;
    await until(
      async () => {
        if (child.exitCode !== null) throw new Error(`AvalancheGo ended with ${child.exitCode}`);
        return ask(url, "/ext/info", "info.getNodeID").then(
          () => true,
          () => false,
        );
      },
      () => "AvalancheGo does not answer",
    );
    return { url, stakingPort: stakingPort!, child, directory };
  }

  async xChainID(url: string): Promise<Id> {
    const params = { alias: "X" };
    const method = "info.getBlockchainID";
    const { blockchainID } = await ask<{ blockchainID: string }>(url, "/ext/info", method, params);
    return parseId(blockchainID);
  }

  async remove(): Promise<void> {
    for (const child of this.#children) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill("SIGKILL");
      await once(child, "exit");
    }
    await rm(this.#folder, { recursive: true, force: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.remove();
  }
}
