import { isObject, type Json, type JsonObject, parseJson } from "../json/parse.ts";

/** Reads the data of the status page from a node. Every method throws if the call fails. */
export class NodeReader {
  readonly #node: string;

  constructor(node: string) {
    this.#node = node;
  }

  async height(): Promise<bigint> {
    const { height } = await this.call("/ext/bc/P", "platform.getHeight");
    return BigInt(height as string);
  }

  async block(height: bigint): Promise<ChainBlock> {
    const params = { height: String(height), encoding: "json" };
    const { block } = await this.call("/ext/bc/P", "platform.getBlockByHeight", params);
    return readBlock(height, isObject(block) ? block : {});
  }

  /** Number of transactions in the mempool, or undefined if the node does not report it. */
  async mempoolCount(): Promise<number | undefined> {
    return gauge(await this.#metrics(), "avalanche_platformvm_mempool_count");
  }

  /** Where the node's blocks come from, and how far following a network is. */
  async mode(): Promise<NodeMode> {
    const text = await this.#metrics();
    const [, mode = "unknown"] = /^couloir_mode\{mode="(\w+)"\} 1$/m.exec(text) ?? [];
    const [, snapshot] = /^couloir_snapshot_state\{state="(\w+)"\} 1$/m.exec(text) ?? [];
    const [, phase] = /^couloir_follow_phase\{phase="(\w+)"\} 1$/m.exec(text) ?? [];
    return {
      mode,
      phase,
      snapshot,
      height: gauge(text, "couloir_follow_height"),
      networkHeight: gauge(text, "couloir_follow_network_height"),
      blocksPerSecond: gauge(text, "couloir_follow_executed_per_second"),
      peers: gauge(text, "couloir_follow_peers"),
    };
  }

  async #metrics(): Promise<string> {
    const response = await fetch(`${this.#node}/ext/metrics`, { credentials: "omit" });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return response.text();
  }

  /** Returns the result of a call. Throws the error of the response. */
  async call(path: string, method: string, params: JsonObject = {}): Promise<JsonObject> {
    const response = await fetch(this.#node + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      credentials: "omit",
    });
    const text = await response.text();
    if (!response.ok) throw new Error(text.trim() || `HTTP ${response.status}`);
    const answer = parseJson(text);
    const { result, error } = isObject(answer) ? answer : {};
    if (isObject(error)) throw new Error(String(error["message"]));
    return isObject(result) ? result : {};
  }
}

export type NodeMode = {
  /** `dev`, `follow` or `offline`; `unknown` if the node does not report it. */
  readonly mode: string;
  /** These are undefined unless the mode is `follow`. */
  readonly phase: string | undefined;
  /** How far the snapshot is verified that the node started from; undefined without one. */
  readonly snapshot?: string | undefined;
  readonly height: number | undefined;
  readonly networkHeight: number | undefined;
  readonly blocksPerSecond: number | undefined;
  readonly peers: number | undefined;
};

/** `bootstrapping, block 1,200 of 25,000, 300 blocks/s, 24 peers` */
export function modeNote({ mode, phase, snapshot, ...progress }: NodeMode): string {
  if (mode === "dev") return "makes its own blocks";
  if (mode === "offline") return "answers from its stored chain";
  if (phase === undefined) return "";
  const { height, networkHeight, blocksPerSecond, peers } = progress;
  const count = (value: number) => value.toLocaleString("en");
  return [
    phase,
    ...(phase === "bootstrapping" && height !== undefined && networkHeight !== undefined
      ? [`block ${count(height)} of ${count(networkHeight)}`]
      : []),
    ...(phase === "bootstrapping" && blocksPerSecond !== undefined
      ? [`${count(Math.round(blocksPerSecond))} blocks/s`]
      : []),
    ...(snapshot === undefined || snapshot === "complete"
      ? []
      : [`state from a snapshot: ${snapshot}`]),
    ...(peers === undefined ? [] : [`${count(peers)} peers`]),
  ].join(", ");
}

export type ChainBlock = {
  readonly height: bigint;
  readonly id: string;
  /** Unix seconds, if the block has a time. */
  readonly time: number | undefined;
  readonly txIDs: readonly string[];
};

/** A block from its JSON form: one of standard blocks has `txs`, of others at most one `tx`. */
export function readBlock(height: bigint, block: JsonObject): ChainBlock {
  const { id, time, txs, tx } = block;
  const all: readonly Json[] = [...(Array.isArray(txs) ? txs : []), ...(isObject(tx) ? [tx] : [])];
  return {
    height,
    id: String(id ?? ""),
    time: typeof time === "number" && time > 0 ? time : undefined,
    txIDs: all.map((each) => (isObject(each) ? String(each["id"]) : "")),
  };
}

/** The value of a gauge in Prometheus' text form: the sum over its labels. */
export function gauge(text: string, name: string): number | undefined {
  const lines = text.split("\n").filter((line) => line.startsWith(name));
  const values = lines
    .filter((line) => line[name.length] === "{" || line[name.length] === " ")
    .map((line) => Number(line.slice(line.lastIndexOf(" "))));
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0);
}
