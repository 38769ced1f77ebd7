import { type GzipStem, gzipBytesMin, gzipStem } from "./compression.ts";
import type { Lifetime } from "./method.ts";

// A longer result is kept as bytes: sent as it lies, and compressed once for all callers.
const textBytesMax = gzipBytesMin;

/** The start of every successful answer. */
export const resultPrefix = '{"jsonrpc":"2.0","result":';
const resultPrefixBytes = Buffer.from(resultPrefix);

/** A serialised result, ready to be sent again. */
export class CachedResult {
  /** Length in bytes, without the envelope. */
  readonly bytes: number;
  /** The result as text when short, else undefined. */
  readonly text: string | undefined;
  /** The start of the answer and the result when long, else undefined. */
  readonly body: Buffer | undefined;
  /** Whether it was asked for since eviction last passed by. */
  visited = false;
  /** How many keys lead here. */
  keys = 0;
  #stem: GzipStem | Promise<GzipStem> | undefined;

  constructor(text: string) {
    const bytes = Buffer.byteLength(text);
    this.bytes = bytes;
    this.text = bytes <= textBytesMax ? text : undefined;
    this.body = bytes <= textBytesMax ? undefined : Buffer.from(resultPrefix + text);
  }

  /** The result's text, also where only bytes are kept. */
  toText(): string {
    return this.text ?? this.body!.toString("utf8", resultPrefixBytes.length);
  }

  /** The compressed start of the answer; made at the first call, then kept. */
  stem(): GzipStem | Promise<GzipStem> {
    if (this.#stem === undefined) {
      const stem = gzipStem(this.body ?? Buffer.from(resultPrefix + this.text!));
      this.#stem = stem;
      if (stem instanceof Promise) {
        void stem.then((made) => {
          this.#stem = made;
        });
      }
    }
    return this.#stem;
  }
}

/** What a cache asks to know when its entries are out of date. */
type CacheClock = {
  readonly version: () => number | bigint;
  readonly generation?: () => number;
  readonly nowSeconds: () => number | bigint;
};

/** A point in time; results made before and stored after another one is reached are not kept. */
export type Moment = {
  readonly generation: number;
  readonly version: number | bigint;
  readonly second: number | bigint;
};

/**
 * Keeps serialised results as long as their lifetime allows and within a bound of bytes. Keys of
 * one entry: the text of params as it came (so that the common case parses nothing), and the
 * canonical text of the normalised params.
 */
export class ResponseCache {
  readonly #bytesMax: number;
  readonly #clock: CacheClock;
  readonly #immutable = new Map<string, CachedResult>();
  readonly #block = new Map<string, CachedResult>();
  readonly #second = new Map<string, CachedResult>();
  #bytes = 0;
  #generation = 0;
  #version: number | bigint;
  #now: number | bigint = 0;

  constructor(bytesMax: number, clock: CacheClock) {
    this.#bytesMax = bytesMax;
    this.#clock = clock;
    this.#version = clock.version();
  }

  /** Bytes held, by estimate: results and keys. */
  get bytes(): number {
    return this.#bytes;
  }

  moment(): Moment {
    const { generation, version, nowSeconds } = this.#clock;
    return { generation: generation?.() ?? 0, version: version(), second: nowSeconds() };
  }

  find(lifetime: Lifetime, key: string): CachedResult | undefined {
    if (lifetime === "live") return undefined;
    const found = this.#current(lifetime).get(key);
    if (found !== undefined) found.visited = true;
    return found;
  }

  /** Stores a result that was made at `moment` under a key, unless it is out of date by now. */
  put(lifetime: Lifetime, key: string, result: CachedResult, moment: Moment): void {
    if (lifetime === "live") return;
    const store = this.#current(lifetime);
    if (moment.generation !== this.#generation) return;
    if (lifetime !== "immutable" && moment.version !== this.#version) return;
    if (lifetime === "second" && moment.second !== this.#now) return;
    if (resultBytes(result) + keyBytes(key) > this.#bytesMax / 2) return;
    if (store.has(key)) return;
    store.set(key, result);
    result.keys += 1;
    this.#bytes += keyBytes(key) + (result.keys === 1 ? resultBytes(result) : 0);
    if (this.#bytes > this.#bytesMax) this.#evict();
  }

  #current(lifetime: Exclude<Lifetime, "live">): Map<string, CachedResult> {
    const generation = this.#clock.generation?.() ?? 0;
    if (generation !== this.#generation) {
      this.#generation = generation;
      for (const store of [this.#immutable, this.#block, this.#second]) this.#clear(store);
    }
    if (lifetime === "immutable") return this.#immutable;
    const version = this.#clock.version();
    if (version !== this.#version) {
      this.#version = version;
      this.#clear(this.#block);
      this.#clear(this.#second);
    }
    if (lifetime === "block") return this.#block;
    const now = this.#clock.nowSeconds();
    if (now !== this.#now) {
      this.#now = now;
      this.#clear(this.#second);
    }
    return this.#second;
  }

  #clear(store: Map<string, CachedResult>): void {
    for (const [key, result] of store) this.#release(key, result);
    store.clear();
  }

  /** Takes out the oldest first; an entry asked for since the last pass gets a second chance. */
  #evict(): void {
    for (const store of [this.#second, this.#block, this.#immutable]) {
      for (const [key, result] of store) {
        if (this.#bytes <= this.#bytesMax) return;
        store.delete(key);
        if (result.visited) {
          result.visited = false;
          store.set(key, result);
        } else this.#release(key, result);
      }
    }
  }

  #release(key: string, result: CachedResult): void {
    result.keys -= 1;
    this.#bytes -= keyBytes(key) + (result.keys === 0 ? resultBytes(result) : 0);
  }
}

const keyBytes = (key: string): number => key.length + 128;

// Half as much again for its compressed form.
const resultBytes = (result: CachedResult): number => result.bytes * 1.5;
