import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { encodeBytes } from "../../../src/formats/encoding.ts";
import { formatId } from "../../../src/formats/id.ts";
import type { TestChain } from "../follow/network.ts";

type Params = Readonly<Record<string, string>>;
type Call = { readonly path: string; readonly method: string; readonly params: Params };

/** An error of JSON-RPC. */
export class Refused extends Error {}

/** Answers a call, or returns undefined to leave it to the honest node. */
export type Lie = (
  call: Call,
  response: ServerResponse,
  request: IncomingMessage,
) => unknown | undefined;

/** Its response is already written, or never will be. */
export const answered = Symbol("answered");

/** An AvalancheGo node's HTTP API in front of a chain: what following calls of it, on a port of its own. */
export class FakeUpstream {
  readonly #server: Server;
  chain: TestChain;
  networkID = 1337;
  hasIndex = true;
  /** Whether it has caught up with the network itself. */
  isBootstrapped = true;
  /** Whether it serves its chain although it has not: it is offline. */
  isOffline = false;
  /** Whether a range is a list, as in Couloir's own profile, or an object with it. */
  isRangeList = false;
  supply = 720n;
  /** Whether the validators are the result itself, as AvalancheGo returns them, or a member of it. */
  isValidatorsResult = false;
  /** Weights by node ID. */
  validators: Readonly<Record<string, string>> = {};
  lie: Lie = () => undefined;
  readonly calls: Call[] = [];

  private constructor(chain: TestChain) {
    this.chain = chain;
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch((error: unknown) => response.destroy(error as Error));
    });
  }

  static async start(chain: TestChain): Promise<FakeUpstream> {
    const upstream = new FakeUpstream(chain);
    await new Promise<void>((resolve) => upstream.#server.listen(0, "127.0.0.1", resolve));
    return upstream;
  }

  get url(): URL {
    return new URL(`http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`);
  }

  count(method: string): number {
    return this.calls.filter((call) => call.method === method).length;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? "";
    const { method, params } = JSON.parse(Buffer.concat(chunks).toString()) as Call;
    const call = { path, method, params };
    this.calls.push(call);
    let body: object;
    try {
      const lied = this.lie(call, response, request);
      if (lied === answered) return;
      const isAbsent =
        path === "/ext/dev" || (path.startsWith("/ext/index/") && !this.#serves(path));
      if (lied === undefined && isAbsent) {
        response.writeHead(404).end("404 page not found");
        return;
      }
      body = { result: lied ?? this.#honest(call) };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      body = { error: { code: -32000, message: error.message, data: null } };
    }
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, ...body }));
  }

  #serves(path: string): boolean {
    return this.hasIndex && path === "/ext/index/P/block";
  }

  #honest({ method, params }: Call): object {
    const last = this.chain.length - 1;
    switch (method) {
      case "info.getNetworkID":
        return { networkID: String(this.networkID) };
      case "info.isBootstrapped":
        return { isBootstrapped: this.isBootstrapped && !this.isOffline };
      case "platform.getHeight":
        if (!this.isBootstrapped) throw new Refused("the chain is not done bootstrapping");
        return { height: String(last) };
      case "platform.getBlockByHeight": {
        const found = this.chain[Number(params["height"])];
        if (found === undefined) throw new Refused("couldn't get block at height: not found");
        return { block: encodeBytes(found.block, "hex"), encoding: "hex" };
      }
      case "index.getLastAccepted":
        if (last === 0) throw new Refused("no containers have been accepted");
        return { ...this.#container(last), index: String(last - 1) };
      case "index.getContainerRange": {
        const first = Number(params["startIndex"]) + 1;
        if (first > last) throw new Refused(`start index (${first - 1}) > last accepted index`);
        const end = Math.min(last, first + Number(params["numToFetch"]) - 1);
        const heights = Array.from({ length: end - first + 1 }, (_, i) => first + i);
        const containers = heights.map((height) => this.#container(height));
        return this.isRangeList ? containers : { containers };
      }
      case "index.isAccepted": {
        const found = this.chain.slice(1).some(({ id }) => formatId(id) === params["id"]);
        return { isAccepted: found };
      }
      case "platform.getCurrentSupply":
        return { supply: String(this.supply), height: String(last) };
      case "platform.getValidatorsAt":
        return this.isValidatorsResult
          ? withKeys(this.validators)
          : { validators: this.validators };
      default:
        throw new Refused(`the method ${method} does not exist`);
    }
  }

  #container(height: number): object {
    const { id, bytes } = this.chain[height]!;
    return { id: formatId(id), bytes: encodeBytes(bytes, "hex"), index: String(height - 1) };
  }
}

function withKeys(weights: Readonly<Record<string, string>>): object {
  const members = Object.entries(weights).map(([nodeID, weight]) => [
    nodeID,
    { publicKey: "0x", weight },
  ]);
  return Object.fromEntries(members);
}
