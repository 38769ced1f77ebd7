import { isObject, type Json, type JsonObject, parseJson } from "../json/parse.ts";
import { failedFetch } from "../request/local-network.ts";
import { gauge, type NodeMode, readMode } from "./metrics.ts";
import { NodeClock } from "./node-clock.ts";

const pChain = "/ext/bc/P";

/**
 * Reads the data of the explorer from a node, with the public methods that every node has. Every
 * method throws if the call fails.
 */
export class NodeReader {
  /** Its time follows the node's with each reading of the mode. */
  readonly clock = new NodeClock();
  readonly #node: string;

  constructor(node: string) {
    this.#node = node;
  }

  async height(): Promise<bigint> {
    const { height } = await this.call(pChain, "platform.getHeight");
    return BigInt(height as string);
  }

  /** A block in its JSON form, by height or ID. */
  async block(heightOrID: bigint | string): Promise<JsonObject> {
    const { block } = await this.#getBlock(heightOrID, "json");
    return isObject(block) ? block : {};
  }

  /** The bytes of a block in hex. */
  async blockBytes(heightOrID: bigint | string): Promise<string> {
    return String((await this.#getBlock(heightOrID, "hex"))["block"]);
  }

  #getBlock(heightOrID: bigint | string, encoding: string): Promise<JsonObject> {
    return typeof heightOrID === "bigint"
      ? this.call(pChain, "platform.getBlockByHeight", { height: String(heightOrID), encoding })
      : this.call(pChain, "platform.getBlock", { blockID: heightOrID, encoding });
  }

  /** A transaction in its JSON form, with the block that contains it if the node reports that. */
  tx(txID: string): Promise<JsonObject> {
    return this.call(pChain, "platform.getTx", { txID, encoding: "json" });
  }

  txStatus(txID: string): Promise<JsonObject> {
    return this.call(pChain, "platform.getTxStatus", { txID });
  }

  /** The current validators of the primary network; with a node ID, that one with its delegators. */
  async validators(nodeID?: string): Promise<readonly JsonObject[]> {
    const params = nodeID === undefined ? {} : { nodeIDs: [nodeID] };
    const { validators } = await this.call(pChain, "platform.getCurrentValidators", params);
    return Array.isArray(validators) ? validators.filter(isObject) : [];
  }

  /** The asset that the primary network stakes: AVAX. */
  stakingAsset(): Promise<JsonObject> {
    return this.call(pChain, "platform.getStakingAssetID");
  }

  /** The gas price in nAVAX as of now. */
  async gasPrice(): Promise<number> {
    const { price } = await this.call(pChain, "platform.getFeeState");
    return Number(price);
  }

  /**
   * The time of the genesis in Unix seconds. Its block has none, but every network's genesis creates
   * the X-chain, and a transaction has the time of its block. Undefined if the node does not report it.
   */
  genesisTime(): Promise<number | undefined> {
    return this.#readGenesisTime().catch(() => undefined);
  }

  async #readGenesisTime(): Promise<number | undefined> {
    const { blockchainID } = await this.call("/ext/info", "info.getBlockchainID", { alias: "X" });
    const { height, time } = await this.tx(String(blockchainID));
    return height === "0" && typeof time === "string" ? Number(time) : undefined;
  }

  /** Number of transactions in the mempool, or undefined if the node does not report it. */
  async mempoolCount(): Promise<number | undefined> {
    return gauge(await this.#metrics(), "avalanche_platformvm_mempool_count");
  }

  /** Where the node's blocks come from, and how far following a network is. */
  async mode(): Promise<NodeMode> {
    const text = await this.#metrics();
    this.clock.follow(
      gauge(text, "couloir_chain_time_seconds"),
      gauge(text, "couloir_chain_lag_seconds"),
    );
    return readMode(text);
  }

  /** The node's time in Unix seconds; this machine's if the node does not report its own. */
  async now(): Promise<number> {
    await this.mode().catch(() => undefined);
    return this.clock.now();
  }

  async #metrics(): Promise<string> {
    const response = await this.#fetch("/ext/metrics", { credentials: "omit" });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return response.text();
  }

  async #fetch(path: string, init: RequestInit): Promise<Response> {
    const url = this.#node + path;
    try {
      return await fetch(url, init);
    } catch (error) {
      throw new Error(failedFetch(error, url), { cause: error });
    }
  }

  /** Returns the result of a call. Throws the error of the response. */
  async call(path: string, method: string, params: JsonObject = {}): Promise<JsonObject> {
    const response = await this.#fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      credentials: "omit",
    });
    const text = await response.text();
    if (!response.ok) throw new Error(text.trim() || `HTTP ${response.status}`);
    const answer = parseJson(text);
    const { result, error } = isObject(answer) ? answer : {};
    if (isObject(error)) throw errorOf(error);
    return isObject(result) ? result : {};
  }
}

/** The page asks for something that cannot exist, such as an ID that is too short. */
export class InvalidRequest extends Error {}

const invalidParams = -32602;

function errorOf({ code, message, data }: JsonObject): Error {
  const detail = isObject(data) && data["field"] !== undefined ? data : undefined;
  if (detail === undefined) return new Error(String(message));
  const { field, expected, got } = detail;
  return code === invalidParams
    ? new InvalidRequest(`${got} is not ${expected}`)
    : new Error(`${message}: ${field} must be ${expected}`);
}

/** The transactions of a block: one of standard blocks has `txs`, of others at most one `tx`. */
export function txsOf({ txs, tx }: JsonObject): readonly JsonObject[] {
  const all: readonly (Json | undefined)[] = [...(Array.isArray(txs) ? txs : []), tx];
  return all.filter(isObject);
}

/** The time of a block in Unix seconds, if it has one. */
export function blockTime({ time }: JsonObject): number | undefined {
  return typeof time === "number" && time > 0 ? time : undefined;
}
