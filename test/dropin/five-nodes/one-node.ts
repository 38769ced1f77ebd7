import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { avalanchejs } from "../../e2e/avalanchejs.ts";
import { ask } from "../../e2e/rpc.ts";
import { Wallet } from "../../e2e/wallet.ts";
import { runCase } from "../case.ts";
import type { Case } from "../suite.ts";
import { executable } from "./launched-node.ts";
import { Place } from "./place.ts";

/** What launchers meet with one node: its versions, sources of settings, refusals, and ends. */
export async function withOneNode(folder: string, logs: string): Promise<Case[]> {
  const cases: Case[] = [];
  for (const [name, run] of Object.entries(oneNodeCases)) {
    const place = new Place(join(folder, `one${cases.length + 1}`), join(logs, "one-node.log"));
    cases.push(await runCase(name, () => run(place).finally(() => place.discard())));
  }
  return cases;
}

const freePort = ["--http-port=0", "--staking-port=0"];

const oneNodeCases: Readonly<Record<string, (place: Place) => Promise<void>>> = {
  "--version: one line in AvalancheGo's form": async () => {
    const { status, stdout } = run("--version");
    assert.equal(status, 0);
    assert.match(stdout, /^couloir\/\d+\.\d+\.\d+ \[database=v1\.4\.5, rpcchainvm=38, .*\]\n$/);
  },
  "--version-json: AvalancheGo's members": async () => {
    const { status, stdout } = run("--version-json");
    assert.equal(status, 0);
    const { application, database, rpcchainvm, commit } = JSON.parse(stdout);
    assert.match(application, /^couloir\//);
    assert.deepEqual([database, rpcchainvm, typeof commit], ["v1.4.5", 38, "string"]);
  },
  "--version for AvalancheGo's profile: the name and number that launchers compare": async () => {
    const { stdout } = run("--version", "--api-profile=avalanchego-1.12");
    assert.match(stdout, /^avalanchego\/1\.12\.1 \[database=v1\.4\.5, rpcchainvm=38, .*\]\n$/);
    const environment = { AVAGO_API_PROFILE: "avalanchego" };
    const { application, rpcchainvm } = JSON.parse(runIn(environment, "--version-json").stdout);
    assert.deepEqual([application, rpcchainvm], ["avalanchego/1.15.0", 46]);
  },
  "an unknown flag: exit code 1 and AvalancheGo's sentence": async () => {
    const { status, stderr } = run("--nonsense");
    assert.equal(status, 1);
    assert.match(stderr, /^couldn't configure flags: unknown flag: --nonsense/);
  },
  "a value of the wrong type: exit code 1": async () => {
    const { status, stderr } = run("--http-port=abc");
    assert.equal(status, 1);
    assert.match(stderr, /^couldn't configure flags: invalid argument .*--http-port/);
  },
  "an unknown network: exit code 1 and AvalancheGo's sentence": async () => {
    const { status, stderr } = run("--network-id=nonsense");
    assert.equal(status, 1);
    assert.match(stderr, /^couldn't load node config: failed to parse network name: "nonsense"/);
  },
  "AVAGO_ variables are flags, below flags and above the config file": async (place) => {
    const file = join(place.directory, "flags.json");
    const settings = { "network-id": "local", "http-port": 1, "public-ip": "192.0.2.1" };
    writeFileSync(file, JSON.stringify({ ...settings, "staking-port": "0" }));
    const environment = {
      AVAGO_HTTP_PORT: "2",
      AVAGO_PUBLIC_IP: "192.0.2.2",
      AVAGO_FD_LIMIT: "8192",
    };
    const { uri } = await place.start([`--config-file=${file}`, "--http-port=0"], environment);
    const { ip } = await ask<{ ip: string }>(uri, "/ext/info", "info.getNodeIP");
    assert.match(ip, /^192\.0\.2\.2:\d+$/);
  },
  "--config-file-content in base64": async (place) => {
    const content = Buffer.from('{"http-port":0,"staking-port":0,"network-id":"88888"}');
    const flag = `--config-file-content=${content.toString("base64")}`;
    const { uri } = await place.start([flag, "--sybil-protection-enabled=false"]);
    const { networkID } = await ask<{ networkID: string }>(uri, "/ext/info", "info.getNetworkID");
    assert.equal(networkID, "88888");
  },
  "empty --bootstrap-ips= and --bootstrap-ids=, plugins that are not there": async (place) => {
    const none = ["--bootstrap-ips=", "--bootstrap-ids=", `--plugin-dir=${place.directory}/none`];
    const { uri } = await place.start([...none, ...freePort]);
    assert.equal((await fetch(`${uri}/ext/health/liveness`)).status, 200);
  },
  "a second node on the data directory: refused, and the first continues": async (place) => {
    const { uri } = await place.start(freePort);
    const { status, stderr } = run(`--data-dir=${place.directory}`, ...freePort);
    assert.equal(status, 4);
    assert.match(stderr, /is in use by another process/);
    assert.deepEqual(await ask(uri, "/ext/P", "platform.getHeight"), { height: "0" });
  },
  "a port in use: exit code 3 and FATAL in main.log, which tmpnet watches": async (place) => {
    const { uri } = await place.start(freePort);
    const other = join(place.directory, "other");
    const { status } = run(`--data-dir=${other}`, `--http-port=${new URL(uri).port}`);
    assert.equal(status, 3);
    const log = readFileSync(join(other, "logs/main.log"), "utf8");
    assert.match(log, / FATAL .*failed to initialize node/);
  },
  "SIGINT: exit code 0, no process.json": async (place) => {
    const { node } = await place.start(freePort);
    assert.equal(await node.stop("SIGINT"), 0);
    assert.equal(await node.readContext(), undefined);
  },
  "SIGKILL, then a start on what it left": async (place) => {
    const { node, uri } = await place.start(freePort);
    const before = await ask(uri, "/ext/info", "info.getNodeID");
    await node.stop("SIGKILL");
    assert.equal((await node.readContext())?.uri, uri);
    // tmpnet too removes it before it starts the node again.
    rmSync(join(place.directory, "process.json"));
    const again = await place.start(freePort);
    assert.deepEqual(await ask(again.uri, "/ext/info", "info.getNodeID"), before);
  },
  "the data directory is renamed while the node runs": async (place) => {
    const { node, uri } = await place.start(freePort);
    renameSync(place.directory, `${place.directory}-moved`);
    const wallet = await Wallet.open(ewoq, () => uri);
    await wallet.send((funds, context) =>
      avalanchejs.pvm.newCreateSubnetTx({ ...funds, subnetOwners: [wallet.addressBytes] }, context),
    );
    assert.deepEqual(await ask(uri, "/ext/P", "platform.getHeight"), { height: "1" });
    await ask(uri, "/ext/keystore", "keystore.createUser", user);
    const { users } = await ask<{ users: string[] }>(uri, "/ext/keystore", "keystore.listUsers");
    assert.deepEqual(users, [user.username]);
    assert.equal(await node.stop(), 0);
  },
};

/** The key that every local network funds. */
const ewoq = "PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN";
const user = { username: "launcher", password: "k9@XzT4!wq#Lm2pR" };

function run(...args: readonly string[]) {
  return runIn({}, ...args);
}

function runIn(environment: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const env = { ...process.env, ...environment };
  return spawnSync(executable, args, { encoding: "utf8", env, timeout: 30_000 });
}
