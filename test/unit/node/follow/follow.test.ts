import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { nodeConfig } from "../../../../src/cli/config.ts";
import { readRawConfig } from "../../../../src/cli/raw-config.ts";
import type { Following, StoredChainProgress } from "../../../../src/follow/following.ts";
import type { FollowProgress } from "../../../../src/follow/progress.ts";
import { parseNodeId } from "../../../../src/formats/node-id.ts";
import { createNode } from "../../../../src/node/create-node.ts";
import {
  type NetworkSource,
  type OpenSource,
  peerSource,
} from "../../../../src/node/follow/network-source.ts";
import { silentLog } from "../../../../src/node/logging/log.ts";
import type { Node } from "../../../../src/node/node.ts";
import type { PeerInfo } from "../../../../src/p2p/peer-info.ts";
import { Traffic } from "../../../../src/p2p/traffic.ts";
import type { Tx } from "../../../../src/pchain/txs/tx.ts";
import { stakerFlags } from "../../../exchanges/recorded-node.ts";

const staker2 = "NodeID-MFrZFVCXPv5iCn6M9K6XduxGTYp891xXZ";
const bootstrappers = ["--bootstrap-ips=127.0.0.1:9", `--bootstrap-ids=${staker2}`];

/** Metrics with their labels, as the alerts for followers in docs/operate name them. */
function followerAlertSelectors(): readonly string[] {
  const file = new URL("../../../../docs/operate/alerts.yml", import.meta.url);
  const { groups } = parse(readFileSync(file, "utf8")) as {
    groups: { name: string; rules: { expr: string }[] }[];
  };
  const rules = groups.find(({ name }) => name === "couloir-follower")!.rules;
  return rules.flatMap(({ expr }) =>
    [...expr.matchAll(/([a-z_]+)\{([^}]*)\}/g)].map(([whole, name, labels]) =>
      labels === "" ? `${name} ` : whole,
    ),
  );
}

/** A network that does what a test says. */
class FakeFollowing implements Following {
  async replay(): Promise<void> {}

  stored: StoredChainProgress[] = [];

  storedChains() {
    return this.stored;
  }

  refute(): void {}

  bootstrapped = false;
  connected: PeerInfo[] = [];
  phase: FollowProgress["phase"] = "bootstrapping";
  networkHeight = 100n;
  readonly submitted: Tx[] = [];
  problems: string[] = [];
  release = "";
  readonly figures = new Traffic(Date.now);
  calls: string[] = [];

  async start() {
    this.calls.push("start");
  }
  async stop() {
    this.calls.push("stop");
  }
  isBootstrapped() {
    return this.bootstrapped;
  }
  progress(): FollowProgress {
    return {
      phase: this.phase,
      height: 7n,
      networkHeight: this.networkHeight,
      staged: 3,
      fetchedPerSecond: 20,
      executedPerSecond: 10,
      remainingSeconds: 9.3,
      reason: this.phase === "halted" ? "a block is wrong" : undefined,
    };
  }
  peers() {
    return this.connected;
  }
  async reportedUptimes() {
    return new Map();
  }
  traffic() {
    return this.figures;
  }
  load() {
    return undefined;
  }
  polls() {
    return undefined;
  }
  warnings() {
    return this.problems;
  }
  submit(tx: Tx) {
    this.submitted.push(tx);
  }
}

function peerOf(nodeID: string, more: Partial<PeerInfo> = {}): PeerInfo {
  const nowMs = Date.now();
  return {
    nodeID: parseNodeId(nodeID),
    ip: { ip: "127.0.0.1", port: 51_000 },
    publicIP: { ip: "::1", port: 9651 },
    isInbound: false,
    version: "avalanchego/1.14.2",
    clientVersion: { name: "avalanchego", major: 1, minor: 14, patch: 2 },
    upgradeTime: 0n,
    connectedMs: nowMs,
    lastSentMs: nowMs,
    roundTripMs: undefined,
    lastReceivedMs: nowMs,
    observedUptimePercent: 80,
    trackedSubnets: [],
    supportedAcps: [],
    objectedAcps: [],
    ...more,
  };
}

const running: Node[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((node) => node.stop()));
});

async function start(flags: readonly string[], following = new FakeFollowing()) {
  const directory = mkdtempSync(join(tmpdir(), "couloir-follow-"));
  const args = [
    `--data-dir=${directory}`,
    "--http-port=0",
    "--staking-port=0",
    "--health-check-frequency=50ms",
  ];
  const config = nodeConfig(await readRawConfig([...args, ...flags], {}));
  const openSource: OpenSource = ({ chain, context }): NetworkSource => {
    following.release = context.network.release.name;
    return peerSource(following, chain);
  };
  const node = await createNode(config, silentLog, { openSource });
  running.push(node);
  return { node, url: await node.start(), following, directory };
}

async function stop(node: Node) {
  running.splice(running.indexOf(node), 1);
  await node.stop();
}

async function post(url: string, path: string, method: string, params: object = {}) {
  const response = await fetch(url + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const text = await response.text();
  return { status: response.status, text, json: () => JSON.parse(text) };
}

type HealthResult = { readonly message?: Record<string, unknown>; readonly error?: string };

async function health(url: string) {
  const response = await fetch(`${url}/ext/health`);
  return (await response.json()) as { checks: Record<string, HealthResult> };
}

describe("a node that follows", () => {
  it("refuses calls to the P-chain until it is bootstrapped, as AvalancheGo does", async () => {
    const { node, url, following } = await start(bootstrappers);
    expect(node.mode).toBe("follow");
    expect(following.calls).toEqual(["start"]);
    expect(await post(url, "/ext/bc/P", "platform.getHeight")).toMatchObject({
      status: 503,
      text: "API call rejected because chain is not done bootstrapping\n",
    });
    expect((await fetch(`${url}/ext/health/readiness`)).status).toBe(503);
    expect(await isBootstrapped(url, "P")).toBe(false);
    expect((await post(url, "/ext/index/P/block", "index.getLastAccepted")).status).toBe(200);
    following.bootstrapped = true;
    following.phase = "following";
    expect((await post(url, "/ext/bc/P", "platform.getHeight")).json().result.height).toBe("0");
    expect(await isBootstrapped(url, "P")).toBe(true);
    const readiness = async () => (await fetch(`${url}/ext/health/readiness`)).status;
    // Nothing was missed, but the network is far ahead: a load balancer must wait.
    expect(await readiness()).toBe(503);
    following.networkHeight = 8n;
    await expect.poll(readiness).toBe(200);
    following.networkHeight = 100n;
    await expect.poll(readiness).toBe(503);
    await stop(node);
    expect(following.calls).toEqual(["start", "stop"]);
  });

  it("starts again as a dev node with the rules that it made its blocks with", async () => {
    const directory = mkdtempSync(join(tmpdir(), "couloir-follow-"));
    const args = [
      `--data-dir=${directory}`,
      "--http-port=0",
      "--staking-port=0",
      "--rules=avalanchego-1.12",
      ...bootstrappers,
      ...stakerFlags(1),
    ];
    for (const height of ["1", "2"]) {
      const config = nodeConfig(await readRawConfig(args, {}));
      const node = await createNode(config, silentLog);
      running.push(node);
      const url = await node.start();
      expect(node.mode).toBe("dev");
      await post(url, "/ext/dev", "dev.buildBlock");
      const { result } = (await post(url, "/ext/bc/P", "platform.getHeight")).json();
      expect(result).toEqual({ height });
      await stop(node);
    }
  });

  it("has the rules of the newest release, whatever a flag says", async () => {
    const flags = ["--rules=avalanchego-1.12", "--api-profile=avalanchego"];
    const { following, url } = await start([...bootstrappers, ...flags]);
    expect(following.release).toBe("newest");
    const { result } = (await post(url, "/ext/info", "info.upgrades")).json();
    expect(result).toMatchObject({ heliconTime: "2020-12-05T05:00:00Z" });
    const older = await start([...bootstrappers, "--hardfork=granite"]);
    const { result: without } = (await post(older.url, "/ext/info", "info.upgrades")).json();
    expect(without).toMatchObject({ heliconTime: "9999-12-01T00:00:00Z" });
  });

  it("runs the P-chain only, as AvalancheGo with partial sync", async () => {
    const following = new FakeFollowing();
    following.bootstrapped = true;
    const { url } = await start(bootstrappers, following);
    expect(await isBootstrapped(url, "X")).toBe(false);
    expect(await isBootstrapped(url, "C")).toBe(false);
    const statusOf = async (blockchainID: string) =>
      (await post(url, "/ext/bc/P", "platform.getBlockchainStatus", { blockchainID })).json().result
        .status;
    // AvalancheGo looks aliases up before it asks what runs.
    const { blockchainID } = (
      await post(url, "/ext/info", "info.getBlockchainID", { alias: "X" })
    ).json().result;
    const statuses = await Promise.all(["P", "X", "C", blockchainID].map(statusOf));
    expect(statuses).toEqual(["Syncing", "Syncing", "Syncing", "Created"]);
    expect((await post(url, "/ext/bc/X", "avm.getHeight")).status).toBe(404);
    expect((await fetch(`${url}/ext/dev`, { method: "POST" })).status).toBe(404);
    expect(Object.keys((await health(url)).checks)).not.toContain("X");
  });

  it("shows its peers, who is connected, and how far it is", async () => {
    const following = new FakeFollowing();
    following.bootstrapped = true;
    following.connected = [peerOf(staker2)];
    const { url } = await start([...bootstrappers, "--api-profile=spec"], following);
    expect((await post(url, "/ext/info", "info.peers")).json().result).toMatchObject({
      numPeers: "1",
      peers: [
        {
          ip: "127.0.0.1:51000",
          publicIP: "[::1]:9651",
          nodeID: staker2,
          version: "avalanchego/1.14.2",
          observedUptime: "80",
          trackedSubnets: ["11111111111111111111111111111111LpoYY"],
          benched: [],
        },
      ],
    });
    const { validators } = (await post(url, "/ext/bc/P", "platform.getCurrentValidators")).json()
      .result;
    const connected = validators.filter((each: { connected: boolean }) => each.connected);
    expect(connected.map((each: { nodeID: string }) => each.nodeID)).toEqual([staker2]);
    const { checks } = await health(url);
    expect(checks["network"]!.message).toMatchObject({ connectedPeers: 1 });
    expect(checks["following"]!.message).toMatchObject({
      phase: "bootstrapping",
      height: "7",
      networkHeight: "100",
      blocksPerSecond: 10,
      remainingSeconds: 9,
    });
    const metrics = await (await fetch(`${url}/ext/metrics`)).text();
    const missing = followerAlertSelectors().filter(
      (selector) => !metrics.split("\n").some((line) => line.startsWith(selector)),
    );
    expect(missing).toEqual([]);
    expect(metrics).toContain('couloir_mode{mode="follow"} 1');
    expect(metrics).toContain("couloir_follow_height 7");
    expect(metrics).toContain('couloir_follow_phase{phase="bootstrapping"} 1');
  });

  it("counts its messages and the stake that it is connected to", async () => {
    const following = new FakeFollowing();
    following.connected = [peerOf(staker2)];
    following.bootstrapped = true;
    following.figures.countSent("getAcceptedFrontier", 40);
    following.figures.countDropped("ping");
    const { url } = await start(bootstrappers, following);
    const { P, network } = (await health(url)).checks;
    expect(P!.error).toMatch(
      /^networking: not connected to enough stake: connected to 20.000000%; required at least 66.666667%$/,
    );
    expect(P!.message).toMatchObject({ networking: { percentConnected: 0.2 } });
    const networking = P!.message!["networking"] as { disconnectedValidators: string[] };
    expect(networking.disconnectedValidators).toHaveLength(4);
    expect(network!.message!["sendFailRate"]).toBeCloseTo(1 / 3, 1);
    const metrics = await (await fetch(`${url}/ext/metrics`)).text();
    expect(metrics).toContain(
      'avalanche_network_msgs{io="sent",op="get_accepted_frontier",compressed="false"} 1',
    );
    expect(metrics).toContain(
      'avalanche_network_msgs_bytes{io="sent",op="get_accepted_frontier"} 40',
    );
    expect(metrics).toContain('avalanche_network_msgs_failed_to_send{op="ping"} 1');
    expect(metrics).toContain("avalanche_network_peers 1");
  });

  it("is unhealthy without peers, and after it halted", async () => {
    const { url, following } = await start(bootstrappers);
    expect((await health(url)).checks["network"]!.error).toMatch(
      /^network layer is unhealthy reason: not connected to a minimum of 1 peer\(s\) only 0/,
    );
    following.phase = "halted";
    await expect
      .poll(async () => (await health(url)).checks["following"]!.error)
      .toBe("following halted: a block is wrong");
  });

  it("says what to do once a chain beside the P-chain halted", async () => {
    const following = new FakeFollowing();
    const progress = { ...following.progress(), phase: "halted", reason: "an empty batch" };
    following.stored = [{ chain: "C", isBootstrapped: false, progress } as StoredChainProgress];
    const { url } = await start([...bootstrappers, "--follow-chains=P,C"], following);
    expect((await health(url)).checks["C"]!.error).toBe(
      "following halted: an empty batch; update Couloir, and report the file in the folder reports of the data directory",
    );
  });

  it("reports what following warns of", async () => {
    const following = new FakeFollowing();
    following.problems = ["an upgrade", "a quarrel"];
    const { url } = await start(bootstrappers, following);
    const { message } = (await health(url)).checks["following"]!;
    expect(message!["warning"]).toBe("an upgrade; a quarrel");
  });
});

describe("the mode of a node", () => {
  it("stays dev for the key of a validator", async () => {
    const { node, following } = await start([...bootstrappers, ...stakerFlags(1)]);
    expect(node.mode).toBe("dev");
    expect(following.calls).toEqual([]);
  });

  it("is recorded: self-made and followed blocks do not mix", async () => {
    const dev = await start([]);
    await stop(dev.node);
    const data = `--db-dir=${dev.directory}/db`;
    await expect(start([...bootstrappers, data])).rejects.toThrow(
      "has blocks that this node built itself, so it cannot follow a network: choose another --data-dir",
    );
    const follower = await start(bootstrappers);
    await stop(follower.node);
    const followed = `--db-dir=${follower.directory}/db`;
    await expect(start([followed])).rejects.toThrow(
      "the database follows a network, so this node cannot add blocks of its own",
    );
    expect((await start([followed, "--offline"])).node.mode).toBe("offline");
    await stop(running[0]!);
    expect((await start([followed, ...bootstrappers])).node.mode).toBe("follow");
  });

  it("offline answers at the stored height and is never ready", async () => {
    const { url } = await start(["--network-id=fuji", "--offline"]);
    expect((await post(url, "/ext/bc/P", "platform.getHeight")).json().result.height).toBe("0");
    expect(await isBootstrapped(url, "P")).toBe(false);
    expect((await fetch(`${url}/ext/health/readiness`)).status).toBe(503);
    expect((await health(url)).checks["network"]!.error).toBeUndefined();
  });
});

async function isBootstrapped(url: string, chain: string): Promise<boolean> {
  return (await post(url, "/ext/info", "info.isBootstrapped", { chain })).json().result
    .isBootstrapped;
}
