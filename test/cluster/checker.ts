import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { CheckReport } from "./report.ts";

/** What a response to a call says. */
export type Reply = {
  /** Undefined for an error object. */
  readonly result: unknown;
  readonly error: { readonly code: number; readonly message: string } | undefined;
  /** From the header Couloir-Height. */
  readonly height: bigint;
};

/** No response, because the connection broke or the server cannot answer now. */
export class Unanswered extends Error {}

/** A client with one connection at a time, as most have. */
export class Client {
  readonly #url: () => string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(url: () => string) {
    this.#url = url;
  }

  call(method: string, params: object = {}, headers: Record<string, string> = {}): Promise<Reply> {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const path = method.startsWith("platform.") ? "/ext/bc/P" : `/ext/${method.split(".")[0]}`;
    return new Promise((resolve, reject) => {
      const unanswered = (reason: unknown) => reject(new Unanswered(String(reason)));
      const sent = request(
        `${this.#url()}${path}`,
        {
          method: "POST",
          agent: this.#agent,
          headers: { "content-type": "application/json", ...headers },
          timeout: 10_000,
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("error", unanswered);
          response.on("aborted", () => unanswered("aborted"));
          response.on("end", () => {
            if (!response.complete) return;
            const { statusCode } = response;
            const text = Buffer.concat(chunks).toString();
            if (statusCode !== 200) {
              unanswered(`${statusCode} ${text}`);
              return;
            }
            const { result, error } = JSON.parse(text);
            // A follower that has joined from a snapshot says what it cannot answer yet.
            const isDeclared = error?.message.startsWith("the history below height") === true;
            if (error?.code === -32603 || isDeclared) unanswered(text);
            else
              resolve({
                result,
                error,
                height: BigInt(String(response.headers["couloir-height"])),
              });
          });
        },
      );
      sent.on("error", unanswered);
      sent.on("timeout", () => sent.destroy(new Error("timeout")));
      sent.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

export type CheckerOptions = {
  /** Where clients connect now. */
  readonly url: () => string;
  readonly clients: number;
  /**
   * `any`: a call that begins after another one was answered, by whichever client, sees at least as much.
   * `own`: a client sees at least what it has seen itself, because it sends Couloir-Min-Height.
   */
  readonly sees: "any" | "own";
};

/** What a client, or all of them, have seen. */
type Seen = { height: bigint; readonly committed: string[] };

/** Calls a node from many clients at once and reports each response that contradicts an earlier one. */
export class Checker {
  readonly failures: string[] = [];
  readonly unanswered = new Map<string, number>();
  calls = 0;
  readonly #options: CheckerOptions;
  /** Block IDs by height. */
  readonly #blocks = new Map<bigint, string>();
  readonly #all: Seen = { height: 0n, committed: [] };
  readonly #running: Promise<void>[] = [];
  #isDone = false;

  constructor(options: CheckerOptions) {
    this.#options = options;
    for (let i = 0; i < options.clients; i++) this.#running.push(this.#client(i));
  }

  /** The highest height that any client has seen. */
  get height(): bigint {
    return this.#all.height;
  }

  get committedCount(): number {
    return this.#all.committed.length;
  }

  /** Call it for a transaction whose status was Committed in a response. */
  sawCommitted(txID: string, height: bigint): void {
    this.#all.committed.push(txID);
    if (height > this.#all.height) this.#all.height = height;
  }

  report(): CheckReport {
    const { calls, committedCount: committed, height, failures, unanswered } = this;
    return { calls, committed, height, failures, unanswered };
  }

  async stop(): Promise<void> {
    this.#isDone = true;
    await Promise.all(this.#running);
  }

  async #client(number: number): Promise<void> {
    const client = new Client(this.#options.url);
    const seen: Seen = this.#options.sees === "any" ? this.#all : { height: 0n, committed: [] };
    for (let turn = number; !this.#isDone; turn++) {
      try {
        await this.#check(client, seen, turn);
        this.calls += 1;
      } catch (error) {
        if (!(error instanceof Unanswered)) throw error;
        const reason = error.message.replace(/\d{3,}/g, "N").slice(0, 80);
        this.unanswered.set(reason, (this.unanswered.get(reason) ?? 0) + 1);
        await sleep(5);
      }
    }
    client.close();
  }

  async #check(client: Client, seen: Seen, turn: number): Promise<void> {
    const before = seen.height;
    const headers: Record<string, string> =
      this.#options.sees === "own" ? { "Couloir-Min-Height": String(before) } : {};
    const call = (method: string, params: object) => client.call(method, params, headers);
    let reply: Reply;
    switch (turn % 4) {
      case 0: {
        reply = await call("platform.getHeight", {});
        const { height } = reply.result as { height: string };
        this.#notBelow("getHeight", BigInt(height), before);
        if (reply.height < BigInt(height)) this.#fail(`header ${reply.height} < ${height}`);
        break;
      }
      case 1: {
        const height = before - BigInt(Math.floor(Math.random() * 3));
        if (height < 0n) return;
        reply = await call("platform.getBlockByHeight", {
          height: Number(height),
          encoding: "hex",
        });
        const block = (reply.result as { block: string } | undefined)?.block;
        if (block === undefined) this.#fail(`block ${height} is gone: ${reply.error?.message}`);
        else this.#sameBlock(height, block);
        break;
      }
      case 2: {
        const { committed } = seen;
        const txID = committed[Math.floor(Math.random() ** 3 * committed.length)];
        const newest = committed.at(-1);
        const wanted = turn % 8 === 2 ? newest : txID;
        if (wanted === undefined) {
          await sleep(5);
          return;
        }
        reply = await call("platform.getTxStatus", { txID: wanted });
        const status = (reply.result as { status?: string } | undefined)?.status;
        if (status !== "Committed") this.#fail(`${wanted} was Committed, is ${status}`);
        break;
      }
      default: {
        reply = await call("platform.getBalance", { addresses: [] as string[], ...this.balanceOf });
        break;
      }
    }
    this.#notBelow("Couloir-Height", reply.height, before);
    if (reply.height > seen.height) seen.height = reply.height;
    if (reply.height > this.#all.height) this.#all.height = reply.height;
    if (this.#options.sees === "own" && turn % 16 === 0) await this.#learn(client, seen);
  }

  /** Params of the getBalance calls. */
  balanceOf: object = {};

  /** A client of its own: what it has seen Committed once must stay so for it. */
  async #learn(client: Client, seen: Seen): Promise<void> {
    const headers = { "Couloir-Min-Height": String(seen.height) };
    const txID = this.#all.committed.at(-1);
    if (txID === undefined) return;
    const reply = await client.call("platform.getTxStatus", { txID }, headers);
    const { status } = (reply.result ?? {}) as { status?: string };
    this.#notBelow("Couloir-Height", reply.height, seen.height);
    if (reply.height > seen.height) seen.height = reply.height;
    if (status === "Committed") seen.committed.push(txID);
  }

  #sameBlock(height: bigint, block: string): void {
    const known = this.#blocks.get(height);
    if (known === undefined) this.#blocks.set(height, block);
    else if (known !== block) this.#fail(`two blocks at height ${height}`);
  }

  #notBelow(what: string, height: bigint, before: bigint): void {
    if (height < before) this.#fail(`${what} went back from ${before} to ${height}`);
  }

  #fail(text: string): void {
    if (this.failures.length < 100) this.failures.push(text);
  }
}
