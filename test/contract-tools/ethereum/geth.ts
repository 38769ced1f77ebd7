import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Json, type JsonObject, parseJson } from "../../../codegen/load/json.ts";

/** A geth on 127.0.0.1 that serves HTTP and WebSockets at one URL. */
export type Geth = {
  readonly url: string;
  readonly call: (method: string, params?: Json) => Promise<Json>;
  readonly stop: () => Promise<void>;
};

/** No peers, no discovery, no addresses of the router. */
const alone = ["--nodiscover", "--nat", "none", "--ipcdisable", "--verbosity", "1"];

/** A chain of its own, with a block for each transaction and an account that needs no password. */
export async function startDev(geth: string): Promise<Geth> {
  const port = await freePort();
  return start(geth, port, ["--dev", "--maxpeers", "0", ...served(port, "eth,net,txpool")]);
}

/** A chain that execution-apis tests with: its blocks are imported, and its head is the last one. */
export async function startChain(geth: string, chain: string, folder: string): Promise<Geth> {
  const data = ["--datadir", join(folder, "data")];
  const quiet = { stdio: "ignore" } as const;
  const archive = ["--gcmode", "archive", "--state.scheme", "hash"];
  execFileSync(geth, [...data, ...archive, "init", join(chain, "genesis.json")], quiet);
  execFileSync(geth, [...data, "--gcmode", "archive", "import", join(chain, "chain.rlp")], quiet);
  const [port, engine, peers] = await Promise.all([freePort(), freePort(), freePort()]);
  mkdirSync(folder, { recursive: true });
  const secret = join(folder, "jwt.hex");
  const key = Buffer.alloc(32, 7);
  writeFileSync(secret, `0x${key.toString("hex")}`);
  const node = await start(geth, port, [
    ...data,
    ...["--gcmode", "archive", "--port", String(peers), "--maxpeers", "4"],
    ...["--authrpc.port", String(engine), "--authrpc.jwtsecret", secret],
    ...served(port, "admin,eth,debug,net,txpool,testing"),
  ]);
  const { method, params } = parseJson(
    readFileSync(join(chain, "headfcu.json"), "utf8"),
  ) as JsonObject;
  const headers = { authorization: `Bearer ${token(key)}` };
  await post(`http://127.0.0.1:${engine}`, String(method), params ?? [], headers);
  return node;
}

/** A node with the same genesis that fetches the chain of another one, so that it has something to synchronise. */
export async function startSyncing(
  geth: string,
  chain: string,
  folder: string,
  source: Geth,
): Promise<Geth> {
  const data = ["--datadir", join(folder, "data")];
  execFileSync(geth, [...data, "init", join(chain, "genesis.json")], { stdio: "ignore" });
  const [port, engine, peers] = await Promise.all([freePort(), freePort(), freePort()]);
  const head = (await source.call("eth_getBlockByNumber", ["latest", false])) as JsonObject;
  const node = await start(geth, port, [
    ...data,
    ...["--syncmode", "full"],
    ...["--port", String(peers), "--maxpeers", "4", "--authrpc.port", String(engine)],
    ...served(port, "admin,debug,eth,net"),
  ]);
  const { enode } = (await source.call("admin_nodeInfo")) as { readonly enode: string };
  await node.call("admin_addPeer", [enode.replace(/@[^:]+:/, "@127.0.0.1:")]);
  await waitFor("a peer", async () => (await node.call("net_peerCount")) === "0x1");
  await node.call("debug_sync", [head["hash"] ?? ""]);
  await waitFor("the head", async () => (await node.call("eth_blockNumber")) === head["number"]);
  return node;
}

function served(port: number, apis: string): string[] {
  const http = ["--http", "--http.port", String(port), "--http.api", apis];
  return [...http, "--ws", "--ws.port", String(port), "--ws.api", apis];
}

async function start(geth: string, port: number, args: readonly string[]): Promise<Geth> {
  const child = spawn(geth, [...args, ...alone], { stdio: ["ignore", "ignore", "pipe"] });
  let printed = "";
  child.stderr.on("data", (data) => {
    printed = `${printed}${data}`.slice(-2_000);
  });
  const url = `http://127.0.0.1:${port}`;
  const call: Geth["call"] = (method, params = []) => post(url, method, params);
  await waitFor("geth", async () => {
    if (child.exitCode !== null) throw new Error(`geth does not start: ${printed}`);
    return call("eth_chainId").then(Boolean, () => false);
  });
  return { url, call, stop: () => stop(child) };
}

async function waitFor(name: string, condition: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (await condition()) return;
    await sleep(100);
  }
  throw new Error(`${name} does not come within 30 seconds`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = new Promise((exit) => child.once("exit", exit));
  child.kill();
  await exited;
}

async function post(
  url: string,
  method: string,
  params: Json,
  headers: Readonly<Record<string, string>> = {},
): Promise<Json> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const { result, error } = parseJson(await response.text()) as JsonObject;
  if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return result ?? null;
}

/** A token of the engine API, valid for a minute. */
function token(key: Buffer): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const head = `${part({ alg: "HS256", typ: "JWT" })}.${part({ iat: Math.floor(Date.now() / 1_000) })}`;
  return `${head}.${createHmac("sha256", key).update(head).digest("base64url")}`;
}

function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const server = createServer().once("error", failed);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { readonly port: number };
      server.close(() => found(port));
    });
  });
}
