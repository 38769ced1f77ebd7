import assert from "node:assert/strict";
import { ask, type Json } from "../../e2e/rpc.ts";
import type { Skipped } from "../case.ts";
import type { Answer, PrimaryNetwork } from "./sdk.ts";

export const pChain = "p-chain";
export const xChain = "x-chain";

export type Members = Readonly<Record<string, Answer>>;

/** A function of the package's, with the check of what it answers; or why it cannot be made on a chain. */
type Call = (chain: Chain) => Promise<void> | Promise<Skipped>;
export type Calls = Readonly<Record<string, Call>>;

/** A node with a chain, and the package's functions on it. */
export class Chain {
  readonly url: string;
  readonly network: PrimaryNetwork;
  readonly #options: { readonly serverURL: string };
  /** Of all outputs that a transaction emitted, without `P-`. */
  addresses: readonly string[] = [];
  txs: readonly Members[] = [];

  constructor(url: string, network: PrimaryNetwork) {
    this.url = url;
    this.network = network;
    // Functions ignore the server of the SDK's constructor.
    this.#options = { serverURL: url };
  }

  /** Reads what the calls compare with. */
  async open(): Promise<void> {
    const request = { blockchainId: pChain, pageSize: 100 };
    this.txs = await this.walk("transactions", "listLatest", request, "transactions");
    const emitted = this.txs.flatMap((tx) => tx["emittedUtxos"]);
    this.addresses = [...new Set<string>(emitted.flatMap((utxo) => utxo.addresses))];
    assert(this.addresses.length > 0);
  }

  one(group: string, method: string, request: object): Promise<Answer> {
    return this.#call(group, method, request);
  }

  /** All entries of a list, page by page; a page that is not the last is full, and no entry comes twice. */
  async walk(group: string, method: string, request: object, member: string): Promise<Members[]> {
    const pageSize = (request as { pageSize?: number }).pageSize ?? 7;
    const pages = await this.#call(group, method, { ...request, pageSize });
    const entries: Members[] = [];
    let isLast = false;
    for await (const { result } of pages) {
      assert(!isLast, "a page follows the last one");
      entries.push(...result[member]);
      isLast = result.nextPageToken === undefined || result.nextPageToken === "";
      if (!isLast) assert.equal(result[member].length, pageSize);
    }
    assert(isLast);
    const texts = entries.map((entry) => JSON.stringify(entry));
    assert.equal(new Set(texts).size, texts.length, "an entry came twice");
    return entries;
  }

  P(method: string, params: Json = {}): Promise<Members> {
    return ask<Members>(this.url, "/ext/bc/P", method, params);
  }

  L(method: string, params: Json): Promise<Members> {
    return ask<Members>(this.url, "/ext/ledger", method, params);
  }

  /** All entries of a list of the ledger. */
  async ledger(method: string, filter: Json = {}): Promise<Members[]> {
    const entries: Members[] = [];
    let startAfter: string | undefined;
    do {
      const page = { limit: 1024, ...(startAfter !== undefined && { startAfter }) };
      const result = await this.L(method, { page, filter });
      entries.push(...(Object.values(result).find(Array.isArray) ?? []));
      startAfter = result["nextCursor"];
    } while (startAfter !== undefined);
    return entries;
  }

  #call(group: string, method: string, request: object): Promise<Answer> {
    const owner: PrimaryNetwork | undefined =
      group === "" ? this.network : (this.network[group as keyof PrimaryNetwork] as never);
    if (typeof owner?.[method] !== "function") throw new Error(`the SDK has no ${group}.${method}`);
    return owner[method](request, this.#options);
  }
}

/** Compares members of the SDK's entries with what the node's own methods have, in any order. */
export function sameSet(actual: readonly unknown[], expected: readonly unknown[]): void {
  const sorted = (values: readonly unknown[]) => values.map((each) => JSON.stringify(each)).sort();
  assert.deepEqual(sorted(actual), sorted(expected));
}
