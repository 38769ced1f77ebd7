import type { Container } from "../follow/container.ts";
import { equalBytes, type Id } from "../formats/bytes.ts";
import type { IndexPath } from "../store/container-log.ts";
import { UpstreamFailure, UpstreamRefusal } from "./json-rpc-post.ts";
import { RangeSize } from "./range-size.ts";
import { Standing } from "./standing.ts";
import type { UpstreamClient } from "./upstream-client.ts";

/** Blocks that are requested at once from an upstream without an index, and how many requests run in parallel. */
const blocksAtOnce = 64;
const blockRequests = 8;

/** What a follower fetches from upstreams: containers, or only blocks if no upstream has an index. */
export type Form = "containers" | "blocks";

export type UpstreamOptions = {
  readonly client: UpstreamClient;
  readonly networkID: number;
  readonly nowMillis: () => number;
  readonly onWarning: (message: string) => void;
};

/**
 * One upstream and what is known about it. Methods return undefined if the call fails or the upstream must not be
 * called now.
 */
export class Upstream {
  readonly #options: UpstreamOptions;
  readonly #rangeSizes = new Map<IndexPath, RangeSize>();
  readonly #indices = new Map<IndexPath, boolean>();
  readonly #standing: Standing;
  #isVerified = false;
  #isBehind = false;
  #failureCount = 0;

  constructor(options: UpstreamOptions) {
    this.#options = options;
    this.#standing = new Standing(options.client.name, options);
  }

  get client(): UpstreamClient {
    return this.#options.client;
  }

  /** Why its responses are currently ignored, with its name; undefined for a good upstream. */
  get problem(): string | undefined {
    const behind = `${this.client.name} is not bootstrapped: its last block may not be the network's.`;
    return this.#standing.problem ?? (this.#isBehind ? behind : undefined);
  }

  /** How many of its calls have failed: it may be another version when it comes back. */
  get failureCount(): number {
    return this.#failureCount;
  }

  get isAvailable(): boolean {
    return this.#standing.isAvailable;
  }

  /** Whether it serves an index; undefined before it was asked. */
  hasIndex(path: IndexPath): boolean | undefined {
    return this.#indices.get(path);
  }

  /** The height of its last accepted block. */
  height(form: Form, signal: AbortSignal): Promise<bigint | undefined> {
    return this.attempt(signal, async (client) => {
      const last = await this.#lastIndex("P/block", signal);
      // The first container is the block of height 1. The index may be ahead of the chain, which answers for blocks.
      if (form === "blocks" || last === "absent") return client.height(signal);
      return (last ?? -1n) + 1n;
    });
  }

  /** The number of containers in an index; undefined also if it is not served. */
  count(path: IndexPath, signal: AbortSignal): Promise<bigint | undefined> {
    return this.attempt(signal, async () => {
      const last = await this.#lastIndex(path, signal);
      return last === "absent" ? undefined : (last ?? -1n) + 1n;
    });
  }

  /** Containers of an index from a position on, up to another and to what one response may hold. */
  containers(
    path: IndexPath,
    first: bigint,
    last: bigint,
    signal: AbortSignal,
  ): Promise<readonly Uint8Array[] | undefined> {
    const size = this.#rangeSizes.get(path) ?? new RangeSize();
    this.#rangeSizes.set(path, size);
    return this.attempt(signal, async (client) => {
      try {
        const containers = await client.containers(path, first, size.within(first, last), signal);
        size.measure(containers);
        return containers;
      } catch (error) {
        // It may be too much for one response, or for the line in the time of one.
        if (error instanceof UpstreamFailure) size.shrink();
        throw error;
      }
    });
  }

  /** P-chain blocks from a height on. */
  blocks(
    from: bigint,
    to: bigint,
    signal: AbortSignal,
  ): Promise<readonly Uint8Array[] | undefined> {
    const count = Math.min(Number(to - from) + 1, blocksAtOnce);
    return this.attempt(signal, async (client) => {
      const blocks: Uint8Array[] = [];
      while (blocks.length < count) {
        const requests = Math.min(blockRequests, count - blocks.length);
        const first = from + BigInt(blocks.length);
        const heights = Array.from({ length: requests }, (_, i) => first + BigInt(i));
        blocks.push(...(await Promise.all(heights.map((height) => client.block(height, signal)))));
      }
      return blocks;
    });
  }

  /** Whether it has accepted this container at its height; undefined if it does not say. */
  attests(container: Container, form: Form, signal: AbortSignal): Promise<boolean | undefined> {
    const isByID = form === "containers" && this.#indices.get("P/block") === true;
    if (isByID) return this.hasAccepted("P/block", container.id, signal);
    // A refusal means that it has not accepted a block of that height yet.
    return this.ask(signal, async (client) => {
      return equalBytes(await client.block(container.height, signal), container.block);
    });
  }

  /**
   * Whether it has caught up with the network, or is behind a gateway that hides the method: its index shows blocks before.
   */
  async isBootstrapped(signal: AbortSignal): Promise<boolean | undefined> {
    const isBootstrapped = await this.attempt(signal, async (client) => {
      try {
        return await client.isBootstrapped(signal);
      } catch (error) {
        if (isAbsence(error)) return true;
        throw error;
      }
    });
    this.#isBehind = isBootstrapped === false;
    return isBootstrapped;
  }

  hasAccepted(path: IndexPath, id: Id, signal: AbortSignal): Promise<boolean | undefined> {
    return this.attempt(signal, (client) => client.isAccepted(path, id, signal));
  }

  /** It has another chain than the other upstreams or this node, or sent an invalid container. */
  disagrees(what: string): void {
    this.#standing.disagrees(what);
  }

  /** Marks what it sent as part of the network's chain. */
  agrees(): void {
    this.#standing.agrees();
  }

  /** As `attempt`, for a call that a good upstream may refuse or not serve. */
  ask<T>(
    signal: AbortSignal,
    call: (client: UpstreamClient) => Promise<T>,
  ): Promise<T | undefined> {
    return this.attempt(signal, async (client) => {
      try {
        return await call(client);
      } catch (error) {
        if (isAbsence(error)) return undefined;
        throw error;
      }
    });
  }

  async attempt<T>(
    signal: AbortSignal,
    call: (client: UpstreamClient) => Promise<T>,
  ): Promise<T | undefined> {
    if (!this.isAvailable) return undefined;
    try {
      if (!(await this.#isOfNetwork(signal))) return undefined;
      const result = await call(this.client);
      this.#standing.succeeds();
      return result;
    } catch (error) {
      if (signal.aborted) throw error;
      this.#failureCount++;
      if (error instanceof UpstreamRefusal) {
        this.#standing.fails(`refuses a request: ${error.message}`);
      } else if (error instanceof UpstreamFailure) {
        this.#standing.fails(error.message, error.retryAfterMs);
        this.#isVerified = false;
        this.#forgetAbsentIndices();
      } else throw error;
      return undefined;
    }
  }

  async #lastIndex(path: IndexPath, signal: AbortSignal): Promise<bigint | undefined | "absent"> {
    if (this.#indices.get(path) === false) return "absent";
    try {
      const last = await this.client.lastIndex(path, signal);
      this.#indices.set(path, true);
      return last;
    } catch (error) {
      // An index that was empty may become one of blocks without containers.
      if ((this.#indices.get(path) === true && !isLacking(error)) || !isAbsence(error)) throw error;
      this.#indices.set(path, false);
      return "absent";
    }
  }

  /** It may have an index when it comes back. */
  #forgetAbsentIndices(): void {
    for (const [path, has] of this.#indices) if (!has) this.#indices.delete(path);
  }

  /** Another node may answer at the URL when it comes back. */
  async #isOfNetwork(signal: AbortSignal): Promise<boolean> {
    if (this.#isVerified) return true;
    const { networkID } = this.#options;
    try {
      const found = await this.client.networkID(signal);
      if (found !== networkID) {
        this.#standing.disagrees(`is a node of network ${found}, not ${networkID}`);
        return false;
      }
    } catch (error) {
      // A gateway may hide the info API; the links to the genesis block remain to be verified.
      if (!isAbsence(error)) throw error;
    }
    this.#standing.agrees();
    this.#isVerified = true;
    return true;
  }
}

/** What a Couloir answers that accepted blocks without their containers, as it does if its own upstreams have none. */
function isLacking(error: unknown): boolean {
  return (
    error instanceof UpstreamRefusal && error.message.startsWith("this node has no containers")
  );
}

/** A path that is not served: AvalancheGo returns 404, gateways 403 or an error. */
function isAbsence(error: unknown): boolean {
  if (error instanceof UpstreamRefusal) return true;
  return error instanceof UpstreamFailure && [403, 404, 405].includes(error.status ?? 0);
}
