import { setTimeout as sleep } from "node:timers/promises";
import { encodeBytes } from "../../src/formats/encoding.ts";
import { formatId } from "../../src/formats/id.ts";
import type { Utxo } from "../../src/pchain/components/utxo.ts";
import { divide, outputAt, payerAddress, spendable } from "../support/transfers.ts";
import { type Checker, Client, type Reply, Unanswered } from "./checker.ts";

const burnedNavax = 1_000_000n;
const pollMs = 2;
const retryMs = 20;

/** Issues one transaction after the other, each spending the last one's output, and reports those that it saw Committed. */
export class Issuer {
  readonly #client: Client;
  readonly #checker: Checker;
  readonly #networkID: number;
  readonly #pauseMs: number;
  readonly #running: Promise<void>;
  #isDone = false;

  constructor(
    checker: Checker,
    options: { readonly url: () => string; readonly networkID: number; readonly pauseMs?: number },
  ) {
    this.#client = new Client(options.url);
    this.#checker = checker;
    this.#networkID = options.networkID;
    this.#pauseMs = options.pauseMs ?? 0;
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#isDone = true;
    await this.#running;
    this.#client.close();
  }

  async #run(): Promise<void> {
    let utxo: Utxo | undefined;
    while (!this.#isDone) {
      utxo ??= await this.#firstUtxo();
      if (utxo === undefined) return;
      const tx = divide(this.#networkID, utxo, 1, burnedNavax);
      const txID = formatId(tx.id);
      const isCommitted = await this.#commit(txID, encodeBytes(tx.bytes, "hex"));
      if (isCommitted) utxo = outputAt(tx, 0);
      await sleep(this.#pauseMs);
    }
  }

  /** Issues until it is Committed: a node that is killed forgets what is in no block. */
  async #commit(txID: string, tx: string): Promise<boolean> {
    while (!this.#isDone) {
      await this.#try("platform.issueTx", { tx, encoding: "hex" });
      const deadline = performance.now() + 2_000;
      while (!this.#isDone && performance.now() < deadline) {
        const reply = await this.#try("platform.getTxStatus", { txID });
        const { status } = (reply?.result ?? {}) as { status?: string };
        if (status === "Committed") {
          this.#checker.sawCommitted(txID, reply!.height);
          return true;
        }
        if (reply === undefined || status === "Unknown" || status === "Dropped") break;
        await sleep(pollMs);
      }
    }
    return false;
  }

  async #firstUtxo(): Promise<Utxo | undefined> {
    while (!this.#isDone) {
      const params = { addresses: [payerAddress], limit: 1024, encoding: "hex" };
      const reply = await this.#try("platform.getUTXOs", params);
      const { utxos } = (reply?.result ?? { utxos: [] }) as { utxos: readonly string[] };
      const found = spendable(utxos, 1_000_000_000n)[0];
      if (found !== undefined) return found;
    }
    return undefined;
  }

  async #try(method: string, params: object): Promise<Reply | undefined> {
    try {
      return await this.#client.call(method, params);
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      await sleep(retryMs);
      return undefined;
    }
  }
}
