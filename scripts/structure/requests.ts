import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { avalanchejs } from "../../test/e2e/avalanchejs.ts";
import { Wallet } from "../../test/e2e/wallet.ts";
import type { Figure, Figures } from "./sizes.ts";

const root = join(import.meta.dirname, "../..");
const privateKey = "PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN";
const { pvm, TransferableOutput, utils } = avalanchejs;

/**
 * Starts a node from its sources and counts the files and functions that run for one request of each kind. Each has been made
 * once before, so that nothing is loaded for it.
 */
export async function figuresOfRequests(folder: string): Promise<Figures> {
  const data = mkdtempSync(join(tmpdir(), "couloir-structure-data-"));
  const port = await freePort();
  const command = [
    join(folder, "src/main.ts"),
    `--http-port=${port}`,
    `--data-dir=${data}`,
    "--db-type=memdb",
    "--block-production=manual",
  ];
  const url = `http://127.0.0.1:${port}`;
  try {
    return await withCoverage(command, folder, url, async (ranFor) => {
      const wallet = await Wallet.open(privateKey, () => url);
      const { address } = wallet;
      // A connection that node:http has read from once keeps what reads for it.
      const [kept, read] = [new KeptConnection(port), new KeptConnection(port)];
      const count = async (of: () => Promise<unknown>): Promise<Count> => {
        const ran = Object.entries(await ranFor(of)).filter(([file]) =>
          file.startsWith(`file://${folder}/src/`),
        );
        const names = ran.map(([file, count]) => `${file.split(`${folder}/`)[1]} ${count}`);
        return { names, functions: ran.reduce((sum, [, count]) => sum + count, 0) };
      };
      // A timer may run beside a request, so the least of several counts.
      const least = async (next: (round: number) => Promise<() => Promise<unknown>>) => {
        const counts: Count[] = [];
        for (let round = 1; round <= 6; round++) counts.push(await count(await next(round)));
        return figure(counts.reduce((a, b) => (b.functions < a.functions ? b : a)));
      };
      const repeated = (of: () => Promise<unknown>, afterMs: number) =>
        least(async (round) => {
          await of();
          // Never in step with a timer.
          if (afterMs > 0) await sleep(afterMs + 70 * round);
          return of;
        });
      const getBalance = () => kept.call("platform.getBalance", { addresses: [address] });
      const chunked = () =>
        read.call("platform.getBalance", { addresses: [address] }, { isChunked: true });
      const getUTXOs = (limit: number) =>
        kept.call("platform.getUTXOs", { addresses: [address], limit });
      const nextTx = async (amount: number) => {
        await call(url, "dev.buildBlock", {}, "/ext/dev");
        const tx = await signedTx(wallet, BigInt(amount));
        return () => kept.call("platform.issueTx", { tx });
      };
      await getUTXOs(9);
      await (await nextTx(9))();
      // The response to a balance is cached for the second in which it was made.
      const figures = {
        "files (functions) of a cached getBalance": await repeated(getBalance, 0),
        "of one through node:http": await repeated(chunked, 0),
        "of one that is not cached": await repeated(getBalance, 1_000),
        "of a getUTXOs": await least(async (round) => () => getUTXOs(round)),
        "of an issueTx": await least(nextTx),
      };
      for (const connection of [kept, read]) connection.close();
      return figures;
    });
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

/** The same for a POST to the smallest server of fastify, for comparison. */
export async function figuresOfFastify(): Promise<Figures> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const command = [join(root, "scripts/structure/fastify.ts"), String(port)];
  return withCoverage(command, root, url, async (ranFor) => {
    const post = () => call(url, "platform.getBalance", { addresses: [] });
    await post();
    const ran = Object.entries(await ranFor(post)).filter(([file]) =>
      file.includes("/node_modules/"),
    );
    const functions = ran.reduce((total, [, count]) => total + count, 0);
    return { "of a POST to fastify": `${ran.length} (${functions})` };
  });
}

type Count = { readonly names: readonly string[]; readonly functions: number };

const figure = ({ names, functions }: Count): Figure => ({
  text: `${names.length} (${functions})`,
  names,
});

type RanFor = (request: () => Promise<unknown>) => Promise<Readonly<Record<string, number>>>;

async function withCoverage<T>(
  command: readonly string[],
  cwd: string,
  url: string,
  measure: (ranFor: RanFor) => Promise<T>,
): Promise<T> {
  const coveragePort = await freePort();
  const preload = join(root, "scripts/structure/coverage.mjs");
  const child = spawn(process.execPath, ["--import", "tsx", "--import", preload, ...command], {
    cwd,
    env: { ...process.env, COULOIR_COVERAGE_PORT: String(coveragePort) },
    stdio: "ignore",
  });
  const ran = async () =>
    (await (await fetch(`http://127.0.0.1:${coveragePort}`)).json()) as Record<string, number>;
  try {
    await untilHealthy(url);
    return await measure(async (request) => {
      await ran();
      await request();
      return ran();
    });
  } finally {
    child.kill();
  }
}

async function untilHealthy(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const response = await fetch(`${url}/ext/health`).catch(() => undefined);
    if (response?.ok) return;
    await sleep(100);
  }
  throw new Error("the server does not become healthy");
}

async function call(
  url: string,
  method: string,
  params: object,
  path = "/ext/bc/P",
): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${url}${path}`, { method: "POST", headers, body });
  const { result, error } = (await response.json()) as { result?: unknown; error?: unknown };
  if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return result;
}

/** Sends requests on one kept connection, each in one piece, and waits for the response of each. */
class KeptConnection {
  readonly #socket: Socket;

  constructor(port: number) {
    this.#socket = connect(port, "127.0.0.1");
  }

  /** With its length, a call takes the fast path; in a chunk, node:http reads it. */
  async call(
    method: string,
    params: object,
    { isChunked = false }: { readonly isChunked?: boolean } = {},
  ): Promise<void> {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const head = "POST /ext/bc/P HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n";
    const framed = isChunked
      ? `Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
      : `Content-Length: ${body.length}\r\n\r\n${body}`;
    this.#socket.write(head + framed);
    const [response] = (await once(this.#socket, "data")) as [Buffer];
    if (!response.includes('"result"')) throw new Error(`${method}: ${response}`);
  }

  close(): void {
    this.#socket.destroy();
  }
}

async function signedTx(wallet: Wallet, amount: bigint): Promise<string> {
  const { address, addressBytes, api, context } = wallet;
  const { utxos } = await api.getUTXOs({ addresses: [address] });
  const outputs = [TransferableOutput.fromNative(context.avaxAssetID, amount, [addressBytes])];
  const feeState = await api.getFeeState();
  const request = { feeState, fromAddressesBytes: [addressBytes], utxos, outputs };
  const unsignedTx = pvm.newBaseTx(request, context);
  await wallet.sign(unsignedTx);
  return utils.bufferToHex(utils.addChecksum(unsignedTx.getSignedTx().toBytes()));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
