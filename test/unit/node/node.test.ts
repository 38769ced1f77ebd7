import { existsSync, mkdtempSync, readFileSync, renameSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it, vi } from "vitest";
import { nodeConfig } from "../../../src/cli/config.ts";
import { readRawConfig } from "../../../src/cli/raw-config.ts";
import { createNode } from "../../../src/node/create-node.ts";
import { silentLog } from "../../../src/node/logging/log.ts";
import type { Node } from "../../../src/node/node.ts";

const running: Node[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((node) => node.stop()));
});

function dataDirectory(): string {
  return join(mkdtempSync(join(tmpdir(), "couloir-node-")), "data");
}

async function make(directory: string, ...flags: string[]): Promise<Node> {
  const args = [`--data-dir=${directory}`, "--http-port=0", ...flags];
  return createNode(nodeConfig(await readRawConfig(args, {})), silentLog);
}

async function start(directory: string, ...flags: string[]) {
  const node = await make(directory, ...flags);
  const url = await node.start();
  running.push(node);
  return { node, url };
}

async function stop(node: Node): Promise<void> {
  running.splice(running.indexOf(node), 1);
  await node.stop();
}

async function call(url: string, path: string, method: string, params: object = {}) {
  const response = await fetch(url + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  return (await response.json()) as { result?: unknown; error?: { message: string } };
}

function tlsFlags(key: string, certificate: string): string[] {
  const path = (name: string) =>
    fileURLToPath(new URL(`../rpc/vectors/localhost-${name}.pem`, import.meta.url));
  return [
    "--http-tls-enabled",
    `--http-tls-key-file=${path(key)}`,
    `--http-tls-cert-file=${path(certificate)}`,
  ];
}

const fundedAddress = "P-local1rz9djj8vlj2k7tf7rm57czcwxmjtajhlfv0rp6";

describe("a node that is offline", () => {
  // A configuration file that an operator published asks a resolution service.
  const resolves = [
    "--public-ip-resolution-service=ifconfigco",
    "--public-ip-resolution-frequency=20ms",
  ];

  async function connectionsOf(...flags: string[]): Promise<number> {
    const connect = vi.spyOn(Socket.prototype, "connect");
    try {
      const { node } = await start(dataDirectory(), ...flags, ...resolves);
      await sleep(100);
      await stop(node);
      return connect.mock.calls.length;
    } finally {
      connect.mockRestore();
    }
  }

  it("opens no connection", async () => {
    expect(await connectionsOf("--offline")).toBe(0);
    expect(await connectionsOf("--offline", "--network-id=fuji")).toBe(0);
    expect(await connectionsOf()).toBeGreaterThan(1);
  });
});

describe("a node", () => {
  it("is healthy when it has started, and reports its URL", async () => {
    const directory = dataDirectory();
    const { node, url } = await start(directory);
    const response = await fetch(`${url}/ext/health`);
    expect(response.status).toBe(200);
    expect(response.headers.get("node-id")).toBe(node.nodeID);
    const report = (await response.json()) as { checks: object; healthy: boolean };
    expect(report.healthy).toBe(true);
    expect(Object.keys(report.checks)).toEqual([
      "C",
      "P",
      "X",
      "bootstrapped",
      "database",
      "diskspace",
      "network",
      "router",
    ]);
    expect((await fetch(`${url}/ext/health/readiness`)).status).toBe(200);
    expect((await fetch(`${url}/ext/health/liveness`)).status).toBe(200);
    expect(await call(url, "/ext/bc/P", "platform.getHeight")).toMatchObject({
      result: { height: "0" },
    });
    const context = JSON.parse(readFileSync(join(directory, "process.json"), "utf8"));
    expect(context).toEqual({ pid: process.pid, uri: url, stakingAddress: "[::]:9651" });
    await stop(node);
    expect(existsSync(join(directory, "process.json"))).toBe(false);
    await expect(fetch(`${url}/ext/health`)).rejects.toThrow();
  });

  it("is the same node after a restart", async () => {
    const directory = dataDirectory();
    const first = await start(directory);
    await stop(first.node);
    const second = await start(directory);
    expect(second.node.nodeID).toBe(first.node.nodeID);
    expect(await call(second.url, "/ext/info", "info.getBlockchainID", { alias: "X" })).toEqual({
      jsonrpc: "2.0",
      id: 1,
      result: { blockchainID: "2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed" },
    });
  });

  it("rejects a data directory that another node uses", async () => {
    const directory = dataDirectory();
    await start(directory);
    await expect(make(directory)).rejects.toThrow("is in use by another process");
  });

  it("rejects the data of another network", async () => {
    const directory = dataDirectory();
    const { node } = await start(directory, "--network-id=99999", `--db-dir=${directory}/same`);
    await stop(node);
    renameSync(`${directory}/same/network-99999`, `${directory}/same/network-77777`);
    await expect(
      make(directory, "--network-id=77777", `--db-dir=${directory}/same`),
    ).rejects.toThrow("has the chain of network network-99999 (99999)");
  });

  it("says that its address is taken", async () => {
    const { url } = await start(dataDirectory());
    const { port } = new URL(url);
    const node = await make(dataDirectory(), `--http-port=${port}`);
    await expect(node.start()).rejects.toThrow(
      `couldn't listen on 127.0.0.1:${port}: another process is listening there`,
    );
    await node.stop();
  });

  it("continues when its data directory is renamed", async () => {
    const directory = dataDirectory();
    const { node, url } = await start(directory);
    renameSync(directory, `${directory}-moved`);
    const created = await call(url, "/ext/keystore", "keystore.createUser", {
      username: "someone",
      password: "A-str0ng-Passw0rd!",
    });
    expect(created.error).toBeUndefined();
    await stop(node);
    expect(existsSync(directory)).toBe(false);
    expect(existsSync(`${directory}-moved/process.json`)).toBe(false);
    const again = await start(`${directory}-moved`);
    expect(await call(again.url, "/ext/keystore", "keystore.listUsers")).toMatchObject({
      result: { users: ["someone"] },
    });
  });

  it("keeps nothing with memdb, and changes nothing with db-read-only", async () => {
    const directory = dataDirectory();
    const user = { username: "someone", password: "A-str0ng-Passw0rd!" };
    for (const flag of ["--db-type=memdb", "--db-read-only"]) {
      const { node, url } = await start(directory, flag);
      await call(url, "/ext/keystore", "keystore.createUser", user);
      await stop(node);
    }
    const { url } = await start(directory);
    expect(await call(url, "/ext/keystore", "keystore.listUsers")).toMatchObject({
      result: { users: [] },
    });
  });

  it("serves the public nothing that is its own", async () => {
    const { url } = await start(dataDirectory(), "--public");
    expect(await call(url, "/ext/info", "info.getNodeID")).toMatchObject({
      error: { message: "unavailable on public servers" },
    });
    expect((await call(url, "/ext/info", "info.getNetworkID")).error).toBeUndefined();
    for (const path of ["/ext/health", "/ext/health/liveness", "/ext/keystore"]) {
      const response = await fetch(url + path);
      expect(response.status).toBe(404);
      expect(await response.text()).toMatch(/is unavailable on public servers: .* --public/);
    }
  });

  it("serves a chain under its ID as well", async () => {
    const { url } = await start(dataDirectory());
    for (const [alias, method] of [
      ["P", "platform.getHeight"],
      ["X", "avm.getTxFee"],
    ] as const) {
      const { result } = await call(url, "/ext/info", "info.getBlockchainID", { alias });
      const { blockchainID } = result as { blockchainID: string };
      expect((await call(url, `/ext/bc/${blockchainID}`, method)).error).toBeUndefined();
    }
  });

  it("says which flag switches on what is off", async () => {
    const { url } = await start(
      dataDirectory(),
      "--index-enabled=false",
      "--api-keystore-enabled=false",
      "--api-metrics-enabled=false",
    );
    const index = await fetch(`${url}/ext/index/P/block`, { method: "POST" });
    expect(index.status).toBe(404);
    expect(await index.text()).toContain("--index-enabled turns it on");
    const keystore = await fetch(`${url}/ext/keystore`, { method: "POST" });
    expect(await keystore.text()).toContain("--api-keystore-enabled turns it on");
    const metrics = await fetch(`${url}/ext/metrics`);
    expect(metrics.status).toBe(404);
    expect(await metrics.text()).toContain("--api-metrics-enabled enables them");
  });

  it("does not start where an index would be incomplete, unless it may be", async () => {
    const directory = dataDirectory();
    await stop((await start(directory)).node);
    await expect(make(directory, "--index-enabled=false")).rejects.toThrow(
      "would become incomplete: this node has kept them so far and is now started with --index-enabled=false",
    );
    const flags = ["--index-enabled=false", "--index-allow-incomplete"];
    await stop((await start(directory, ...flags)).node);
    await expect(make(directory)).rejects.toThrow("are incomplete");
  });

  it("serves each index at a path of its own", async () => {
    const { url } = await start(dataDirectory());
    for (const index of ["P/block", "X/block", "X/tx", "X/vtx", "C/block"]) {
      expect(
        await call(url, `/ext/index/${index}`, "index.isAccepted", {
          id: "2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed",
        }),
      ).toMatchObject({ result: { isAccepted: false } });
    }
  });

  it("reports each chain's progress, at first by its genesis", async () => {
    const { url } = await start(dataDirectory(), "--hardfork=granite");
    const report = await (await fetch(`${url}/ext/health`)).json();
    const at = (lastAcceptedID: string) => ({
      message: { engine: { consensus: { lastAcceptedHeight: 0, lastAcceptedID } } },
    });
    expect(report).toMatchObject({
      checks: {
        X: at("2R2UY2pZMQr8nR9ywCdqn97Lp5a6hceqtLXkag6vH7KQSVvmst"),
        C: at("jXM4J36kLkSjgg1XgdrSPGtqAHxwok4NdcSx8j1hCmGUna9Ac"),
      },
    });
  });

  it("watches only its chains without the health API", async () => {
    const flags = ["--api-health-enabled=false", "--rules=avalanchego-1.12"];
    const { url } = await start(dataDirectory(), ...flags);
    const metrics = await (await fetch(`${url}/ext/metrics`)).text();
    expect(metrics).toContain('avalanche_health_checks_failing{check="health",tag="all"} 0');
    expect(metrics).toContain('avalanche_platformvm_mempool_count{chain="P"} 0');
    expect(metrics).toContain("# TYPE process_cpu_seconds_total counter");
    expect(metrics).toContain('avalanche_platformvm_mempool_bytes_available{chain="P"} 67108864');
    expect((await fetch(`${url}/ext/health`)).status).toBe(404);
  });

  it("counts the gas that the mempool has left under the newest rules", async () => {
    const { url } = await start(dataDirectory(), "--rules=newest");
    const metrics = await (await fetch(`${url}/ext/metrics`)).text();
    expect(metrics).toContain('avalanche_platformvm_mempool_gas_available{chain="P"} 1000000');
    expect(metrics).not.toContain("mempool_bytes_available");
    expect(metrics).toContain('avalanche_platformvm_local_delegated_staked{chain="P"} 0');
  });

  it("responds in AvalancheGo's form when asked to", async () => {
    const { url } = await start(dataDirectory(), "--api-profile=avalanchego");
    expect(await call(url, "/ext/info", "info.getNodeVersion")).toMatchObject({
      result: { version: "avalanchego/1.15.0" },
    });
    expect(await call(url, "/ext/info", "info.nope")).toMatchObject({ error: { code: -32000 } });
  });

  it("is unhealthy from the signal on, for the configured wait", async () => {
    const { node, url } = await start(dataDirectory(), "--http-shutdown-wait=300ms");
    running.splice(running.indexOf(node), 1);
    const stopped = node.stop();
    await new Promise((resolve) => setTimeout(resolve, 50));
    const response = await fetch(`${url}/ext/health`);
    expect(response.status).toBe(503);
    const { checks } = (await response.json()) as { checks: Record<string, unknown> };
    expect(Object.entries(checks).find(([name]) => name === "shuttingDown")?.[1]).toMatchObject({
      message: { isShuttingDown: true },
      error: "server shutting down",
      contiguousFailures: 1,
    });
    await stopped;
  });

  it("refuses writes while the disk has less space than required, and keeps serving reads", async () => {
    const { url } = await start(
      dataDirectory(),
      "--system-tracker-disk-required-available-space=9000000000000000000",
      "--system-tracker-disk-warning-threshold-available-space=9000000000000000000",
    );
    expect((await fetch(`${url}/ext/health`)).status).toBe(503);
    expect(await call(url, "/ext/bc/P", "platform.getHeight")).toMatchObject({
      result: { height: "0" },
    });
    const user = { username: "new", password: "k9@XzT4!wq#Lm2pR" };
    for (const refused of [
      await call(url, "/ext/keystore", "keystore.createUser", user),
      await call(url, "/ext/dev", "dev.fund", { address: fundedAddress, amount: 1 }),
    ]) {
      expect(refused).toMatchObject({
        error: {
          code: -32603,
          message: expect.stringMatching(/^the store cannot be written: remaining available disk/),
        },
      });
    }
    const metrics = await (await fetch(`${url}/ext/metrics`)).text();
    expect(metrics).toMatch(/^couloir_store_unwritable 1$/m);
  });

  it("checks that a validator runs more than the P-chain", async () => {
    const { url } = await start(dataDirectory(), "--partial-sync-primary-network");
    const report = await (await fetch(`${url}/ext/health`)).json();
    expect(report).toMatchObject({
      checks: { validation: { message: "node is not a primary network validator" } },
      healthy: true,
    });
    expect(report).not.toHaveProperty("checks.X");
    expect(await call(url, "/ext/info", "info.isBootstrapped", { chain: "X" })).toMatchObject({
      result: { isBootstrapped: false },
    });
  });

  it.each([
    [["--track-subnets=x"], "couldn't parse subnetID"],
    [["--track-subnets=11111111111111111111111111111111LpoYY"], "cannot track primary network"],
    [["--public-ip=x"], 'invalid public IP address "x"'],
    [["--staking-signer-key-file=/nowhere"], "missing staking signing key file"],
    [["--chain-aliases-file=/nowhere"], "file does not exist: /nowhere"],
    [["--genesis-file=/nowhere"], "unable to load genesis file: overrides standard network"],
    [["--network-id=7", "--genesis-file=/nowhere"], "unable to load genesis file: file does not"],
    [
      ["--http-tls-enabled", "--http-tls-key-file=/no", "--http-tls-cert-file=/no"],
      "file does not",
    ],
    [
      tlsFlags("cert", "key"),
      /-cert\.pem has the certificate and .*-key\.pem has.*: swap the two$/,
    ],
    [
      tlsFlags("rsa-key", "cert"),
      /the private key in --http-tls-key-file .*rsa-key\.pem does not belong to the certificate in --http-tls-cert-file .*cert\.pem/,
    ],
    [tlsFlags("key", "key"), /localhost-key\.pem has no certificate in PEM format/],
    [tlsFlags("cert", "cert"), /localhost-cert\.pem has no private key in PEM format/],
  ])("does not start with %j", async (flags, message) => {
    await expect(make(dataDirectory(), ...flags)).rejects.toThrow(message);
  });
});
