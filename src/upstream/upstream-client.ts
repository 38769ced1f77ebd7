import { type BytesKey, type Id, keyOf } from "../formats/bytes.ts";
import { stripChecksum } from "../formats/checksum.ts";
import { encodeBytes } from "../formats/encoding.ts";
import { FormatError } from "../formats/format-error.ts";
import { formatId } from "../formats/id.ts";
import { parseNodeId } from "../formats/node-id.ts";
import type { IndexPath } from "../store/container-log.ts";
import {
  postJsonRpc,
  type RequestLimits,
  type UpstreamAddress,
  UpstreamFailure,
  UpstreamRefusal,
} from "./json-rpc-post.ts";

const platformPath = "/ext/bc/P";

/** A response of one small value. */
const smallLimits: RequestLimits = { timeoutMs: 10_000, responseBytes: 64 * 1024 };
/** A response of containers, a block, or the validators of the network. */
const largeLimits: RequestLimits = { timeoutMs: 30_000, responseBytes: 32 * 1024 * 1024 };

/** Of an index without containers, on a chain without blocks. avalanchego indexer/index.go @ v1.12.1 */
const emptyIndex = "no containers have been accepted";

/** The methods that following calls. Each rejects with UpstreamRefusal or UpstreamFailure. */
export class UpstreamClient {
  readonly #address: UpstreamAddress;

  constructor(address: UpstreamAddress) {
    this.#address = address;
  }

  /** The URL without user, password and query, which may be secret. */
  get name(): string {
    const { protocol, host, pathname } = this.#address.url;
    return `${protocol}//${host}${pathname === "/" ? "" : pathname}`;
  }

  async networkID(signal: AbortSignal): Promise<number> {
    const call = { path: "/ext/info", method: "info.getNetworkID", params: {} };
    return Number(uint64(await this.#small(call, signal), "networkID"));
  }

  /** The result of info.upgrades; `hidden` if the upstream does not serve the method, as many gateways do not. */
  async upgrades(signal: AbortSignal): Promise<Readonly<Record<string, unknown>> | "hidden"> {
    try {
      const call = { path: "/ext/info", method: "info.upgrades", params: {} };
      return await this.#small(call, signal);
    } catch (error) {
      if (isNotServed(error)) return "hidden";
      throw error;
    }
  }

  /** Whether the upstream serves the dev API. Rejects if it does not, too, as its gateway may. */
  async isDevNode(signal: AbortSignal): Promise<boolean> {
    const call = { path: "/ext/dev", method: "dev.nodeInfo", params: {} };
    const { mode, followable } = await this.#small(call, signal);
    return mode === "dev" && followable !== true;
  }

  /** Whether the upstream has caught up with the network itself, or is offline. */
  async isBootstrapped(signal: AbortSignal): Promise<boolean> {
    const call = { path: "/ext/info", method: "info.isBootstrapped", params: { chain: "P" } };
    if ((await this.#small(call, signal))["isBootstrapped"] !== false) return true;
    // Calls of a chain are refused while it bootstraps; a node that is offline serves the chain that it has.
    return this.height(signal).then(
      () => true,
      () => false,
    );
  }

  async height(signal: AbortSignal): Promise<bigint> {
    const call = { path: platformPath, method: "platform.getHeight", params: {} };
    return uint64(await this.#small(call, signal), "height");
  }

  /** The P-chain block at a height, without its proposervm wrapping. */
  async block(height: bigint, signal: AbortSignal): Promise<Uint8Array> {
    const params = { height: String(height), encoding: "hex" };
    const call = { path: platformPath, method: "platform.getBlockByHeight", params };
    return hexBytes((await this.#large(call, signal))["block"], "block");
  }

  /** At most `count` containers of an index from `startIndex` on; fewer at its end. */
  async containers(
    index: IndexPath,
    startIndex: bigint,
    count: number,
    signal: AbortSignal,
  ): Promise<readonly Uint8Array[]> {
    const params = { startIndex: String(startIndex), numToFetch: String(count), encoding: "hex" };
    const call = { path: `/ext/index/${index}`, method: "index.getContainerRange", params };
    const result = await this.#large(call, signal);
    // Couloir's own profile returns the list itself, AvalancheGo an object with it.
    const containers = Array.isArray(result) ? result : result["containers"];
    if (!Array.isArray(containers)) throw new UpstreamFailure("returned no containers");
    const kept = containers.slice(0, count);
    return kept.map((container: { bytes?: unknown } | null) => hexBytes(container?.bytes, "bytes"));
  }

  /**
   * The index of the last container; undefined for an empty index. Rejects if the upstream does not serve the index, or has
   * blocks whose containers it does not know.
   */
  async lastIndex(index: IndexPath, signal: AbortSignal): Promise<bigint | undefined> {
    const path = `/ext/index/${index}`;
    const call = { path, method: "index.getLastAccepted", params: { encoding: "hex" } };
    try {
      // The result contains the container too.
      return uint64(await this.#large(call, signal), "index");
    } catch (error) {
      const isEmpty = error instanceof UpstreamRefusal && error.message.includes(emptyIndex);
      if (isEmpty) return undefined;
      throw error;
    }
  }

  async isAccepted(index: IndexPath, id: Id, signal: AbortSignal): Promise<boolean> {
    const params = { id: formatId(id), encoding: "hex" };
    const call = { path: `/ext/index/${index}`, method: "index.isAccepted", params };
    return (await this.#small(call, signal))["isAccepted"] === true;
  }

  /** The supply of a subnet's token, and the height that it belongs to if the upstream says so. */
  async currentSupply(
    subnetID: Id,
    signal: AbortSignal,
  ): Promise<{ readonly supply: bigint; readonly height: bigint | undefined }> {
    const params = { subnetID: formatId(subnetID) };
    const call = { path: platformPath, method: "platform.getCurrentSupply", params };
    const result = await this.#small(call, signal);
    const height = result["height"] === undefined ? undefined : uint64(result, "height");
    return { supply: uint64(result, "supply"), height };
  }

  /** Weights by node ID as text. AvalancheGo returns the map itself, whose values are objects with the weight and a key. */
  async validatorsAt(
    height: bigint,
    subnetID: Id,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, bigint>> {
    const params = { height: String(height), subnetID: formatId(subnetID) };
    const call = { path: platformPath, method: "platform.getValidatorsAt", params };
    const result = await this.#large(call, signal);
    const validators = "validators" in result ? result["validators"] : result;
    if (typeof validators !== "object") throw new UpstreamFailure("returned no validators");
    const weights = Object.entries(validators ?? {}).map(([nodeID, value]) => {
      const weight = typeof value === "object" && value !== null ? value : { weight: value };
      return [nodeID, uint64(weight as Record<string, unknown>, "weight")] as const;
    });
    return new Map(weights);
  }

  /** The uptimes of the primary network's validators as the upstream observed them, in percent, by node ID. */
  async uptimes(signal: AbortSignal): Promise<ReadonlyMap<BytesKey, number>> {
    const call = { path: platformPath, method: "platform.getCurrentValidators", params: {} };
    const { validators } = await this.#large(call, signal);
    if (!Array.isArray(validators)) throw new UpstreamFailure("returned no validators");
    return new Map(validators.flatMap(uptimeOf));
  }

  /** Issues a signed transaction. Rejects with UpstreamRefusal and the upstream's own text. */
  async issueTx(tx: Uint8Array, signal: AbortSignal): Promise<void> {
    const params = { tx: encodeBytes(tx, "hex"), encoding: "hex" };
    await this.#small({ path: platformPath, method: "platform.issueTx", params }, signal);
  }

  #small(call: Parameters<typeof postJsonRpc>[1], signal: AbortSignal) {
    return postJsonRpc(this.#address, call, smallLimits, signal);
  }

  #large(call: Parameters<typeof postJsonRpc>[1], signal: AbortSignal) {
    return postJsonRpc(this.#address, call, largeLimits, signal);
  }
}

/** None for a validator whose uptime the upstream does not state. */
function uptimeOf(
  validator: Readonly<Record<string, unknown>> | null,
): readonly (readonly [BytesKey, number])[] {
  const { nodeID, uptime } = validator ?? {};
  const percent = Number.parseFloat(String(uptime));
  if (typeof nodeID !== "string" || !(percent >= 0 && percent <= 100)) return [];
  try {
    return [[keyOf(parseNodeId(nodeID)), percent]];
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return [];
  }
}

/** Codes and texts of other errors, such as a limit of requests, do not say that a method is not served. */
function isNotServed(error: unknown): boolean {
  if (error instanceof UpstreamFailure) return [403, 404, 405].includes(error.status ?? 0);
  if (!(error instanceof UpstreamRefusal)) return false;
  const notServed =
    /can't find (method|service)|method\b.*\b(not found|not exist|not supported|not available|not allowed)/i;
  return error.code === -32601 || notServed.test(error.message);
}

function uint64(result: Readonly<Record<string, unknown>>, field: string): bigint {
  const value = result[field];
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || !/^\d{1,20}$/.test(text)) {
    throw new UpstreamFailure(`returned no valid ${field}`);
  }
  return BigInt(text);
}

/** Reads hex with a checksum. Node.js decodes it ten times faster than `decodeBytes`. */
function hexBytes(value: unknown, field: string): Uint8Array {
  const text = typeof value === "string" ? value : "";
  const checked = Buffer.from(text.slice(2), "hex");
  const isWhole = text.startsWith("0x") && 2 + 2 * checked.length === text.length;
  if (!isWhole) throw new UpstreamFailure(`returned no valid ${field}`);
  try {
    return stripChecksum(new Uint8Array(checked.buffer, checked.byteOffset, checked.length));
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new UpstreamFailure(`returned ${field} with a wrong checksum`, { cause: error });
  }
}
