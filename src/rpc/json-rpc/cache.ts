import { crc32 } from "node:zlib";
import type { Lifetime } from "../../generated/profile.ts";
import type { ServedData } from "./served-data.ts";

/**
 * A result up to this length is stored as text: with its envelope it fits one network packet. A
 * longer one is stored as bytes, sent without a copy, and worth compressing.
 */
export const shortBytesMax = 1_400;

/** The start of every successful response. */
export const resultPrefix = '{"jsonrpc":"2.0","result":';
const resultPrefixBytes = Buffer.from(resultPrefix);

/** A serialised result, ready to be sent again. */
export class CachedResult {
  /** Length in bytes, without the envelope. */
  readonly bytes: number;
  /** The result as text when short, else undefined. */
  readonly text: string | undefined;
  /** The start of the response and the result when long, else undefined. */
  readonly body: Buffer | undefined;
  /** Whether it was used since the last eviction pass. */
  visited = false;
  /** How many cache keys refer to it. */
  keys = 0;

  constructor(text: string) {
    const bytes = Buffer.byteLength(text);
    this.bytes = bytes;
    this.text = bytes <= shortBytesMax ? text : undefined;
    this.body = bytes <= shortBytesMax ? undefined : Buffer.from(resultPrefix + text);
  }

  /** The result's text, even if it is stored as bytes. */
  toText(): string {
    return this.text ?? this.body!.toString("utf8", resultPrefixBytes.length);
  }
}

/** A stored result, and the key that it was stored under. */
type Entry = { readonly key: string; readonly result: CachedResult };

type Entries = Map<string | number, Entry>;

const longKey = 256;

/**
 * What the entry of a key is found by: the key itself if it is short, else its checksum, which takes a fifth of the time that
 * a map takes for the hash of a long text. Two keys with the same checksum replace each other.
 */
const indexOf = (key: string): string | number => (key.length <= longKey ? key : crc32(key));

/** Keys that are remembered as called. */
const calledMax = 16_384;

/** A point in time. A result that was made at one moment is not stored at a later one. */
export type Moment = {
  readonly generation: number;
  readonly version: number | bigint;
  readonly second: number | bigint;
};

/**
 * Stores serialised results for as long as their lifetime allows, within a limit of bytes. A result
 * has two keys: the raw text of the params, so that a repeated call parses nothing, and the canonical
 * text of the normalised params.
 */
export class ResponseCache {
  readonly #bytesMax: number;
  readonly #data: ServedData;
  readonly #immutable: Entries = new Map();
  readonly #block: Entries = new Map();
  readonly #second: Entries = new Map();
  /** Of long keys, those of calls whose results were not stored. */
  readonly #called = new Set<string | number>();
  #bytes = 0;
  #generation = 0;
  #version: number | bigint;
  #now: number | bigint = 0;

  constructor(bytesMax: number, data: ServedData) {
    this.#bytesMax = bytesMax;
    this.#data = data;
    this.#version = data.version();
  }

  /** Estimated bytes of results and keys. */
  get bytes(): number {
    return this.#bytes;
  }

  moment(): Moment {
    const data = this.#data;
    return {
      generation: data.generation(),
      version: data.version(),
      second: data.nowSeconds(),
    };
  }

  find(lifetime: Lifetime, key: string): CachedResult | undefined {
    if (lifetime === "live") return undefined;
    const found = this.#current(lifetime).get(indexOf(key));
    if (found === undefined || found.key !== key) return undefined;
    found.result.visited = true;
    return found.result;
  }

  /**
   * Whether to store the result of a call. One with long params, such as many addresses, is rarely repeated: storing its
   * result would cost more than making it, so it must have been called before.
   */
  isWorthKeeping(key: string): boolean {
    if (key.length <= longKey) return true;
    const index = indexOf(key);
    if (this.#called.has(index)) return true;
    if (this.#called.size >= calledMax) this.#called.clear();
    this.#called.add(index);
    return false;
  }

  /** Stores a result that was made at `moment`, unless it is already out of date. */
  put(lifetime: Lifetime, key: string, result: CachedResult, moment: Moment): void {
    if (lifetime === "live") return;
    const store = this.#current(lifetime);
    if (moment.generation !== this.#generation) return;
    if (lifetime !== "immutable" && moment.version !== this.#version) return;
    if (lifetime === "second" && moment.second !== this.#now) return;
    if (resultBytes(result) + keyBytes(key) > this.#bytesMax / 2) return;
    const index = indexOf(key);
    const before = store.get(index);
    if (before?.key === key) return;
    if (before !== undefined) {
      store.delete(index);
      this.#release(before);
    }
    store.set(index, { key, result });
    result.keys += 1;
    this.#bytes += keyBytes(key) + (result.keys === 1 ? resultBytes(result) : 0);
    if (this.#bytes > this.#bytesMax) this.#evict();
  }

  #current(lifetime: Exclude<Lifetime, "live">): Entries {
    const generation = this.#data.generation();
    if (generation !== this.#generation) {
      this.#generation = generation;
      for (const store of [this.#immutable, this.#block, this.#second]) this.#clear(store);
    }
    if (lifetime === "immutable") return this.#immutable;
    const version = this.#data.version();
    if (version !== this.#version) {
      this.#version = version;
      this.#clear(this.#block);
      this.#clear(this.#second);
    }
    if (lifetime === "block") return this.#block;
    const now = this.#data.nowSeconds();
    if (now !== this.#now) {
      this.#now = now;
      this.#clear(this.#second);
    }
    return this.#second;
  }

  #clear(store: Entries): void {
    for (const entry of store.values()) this.#release(entry);
    store.clear();
  }

  /** Removes the oldest first; an entry used since the last pass gets a second chance. */
  #evict(): void {
    for (const store of [this.#second, this.#block, this.#immutable]) {
      for (const [index, entry] of store) {
        if (this.#bytes <= this.#bytesMax) return;
        store.delete(index);
        if (entry.result.visited) {
          entry.result.visited = false;
          store.set(index, entry);
        } else this.#release(entry);
      }
    }
  }

  #release({ key, result }: Entry): void {
    result.keys -= 1;
    this.#bytes -= keyBytes(key) + (result.keys === 0 ? resultBytes(result) : 0);
  }
}

const keyBytes = (key: string): number => key.length + 128;

// Plus half for the compressed form.
const resultBytes = (result: CachedResult): number => result.bytes * 1.5;
