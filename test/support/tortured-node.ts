import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Chain } from "../../src/chain/chain.ts";
import { nodeConfig } from "../../src/cli/config.ts";
import { readRawConfig } from "../../src/cli/raw-config.ts";
import { equalBytes } from "../../src/formats/bytes.ts";
import { encodeBytes } from "../../src/formats/encoding.ts";
import { formatId } from "../../src/formats/id.ts";
import { configuredNetwork } from "../../src/node/chain/configured-network.ts";
import { openChain } from "../../src/node/chain/open-chain.ts";
import { parseBlock } from "../../src/pchain/blocks/block.ts";
import type { Utxo } from "../../src/pchain/components/utxo.ts";
import type { Tx } from "../../src/pchain/txs/tx.ts";
import { divide, outputAt, payerAddress, spendable } from "./transfers.ts";

const executable = new URL("../../bin/couloir", import.meta.url).pathname;
const localID = 12345;
const burnedNavax = 1_000_000n;
const startTimeoutMs = 60_000;

/** So much gas that it is the node that limits the load. */
const gasFlags = ["max-gas-capacity", "max-gas-per-second", "target-gas-per-second"].map(
  (name) => `--dynamic-fees-${name}=1000000000`,
);

/** One line of transfers: each spends what the one before it left. */
type Line = { utxo: Utxo; waiting: Tx | undefined };

/** A node in a process of its own that is killed under load, and what it said before. */
export class TorturedNode {
  readonly #directory = mkdtempSync(join(tmpdir(), "couloir-torture-"));
  readonly #flags = [`--data-dir=${this.#directory}`, "--http-port=0", "--accounts=1", ...gasFlags];
  readonly #acknowledged: string[] = [];
  readonly #lines: Line[] = [];
  #child: ChildProcess | undefined;
  #url = "";

  /** Transactions that the node has called Committed. */
  get acknowledged(): number {
    return this.#acknowledged.length;
  }

  async start(): Promise<void> {
    const file = join(this.#directory, "process.json");
    rmSync(file, { force: true });
    const child = spawn(process.execPath, [executable, ...this.#flags], { stdio: "ignore" });
    this.#child = child;
    const deadline = Date.now() + startTimeoutMs;
    for (;;) {
      await sleep(10);
      if (child.exitCode !== null) throw new Error(`The node ended with ${child.exitCode}.`);
      if (Date.now() > deadline) throw new Error("The node did not start in time.");
      try {
        this.#url = JSON.parse(readFileSync(file, "utf8")).uri;
        return;
      } catch {
        // Not written yet, or not whole.
      }
    }
  }

  /** Begins that many lines of transfers. */
  async divideFunds(lines: number): Promise<void> {
    const params = { addresses: [payerAddress], limit: 1024 };
    const { utxos } = (await this.#call("getUTXOs", params)) as { utxos: string[] };
    const [first] = spendable(utxos, 10_000_000_000_000n);
    if (first === undefined) throw new Error("The payer has nothing.");
    const tx = divide(localID, first, lines, burnedNavax);
    await this.#commit(tx);
    for (let i = 0; i < lines; i++) {
      this.#lines.push({ utxo: outputAt(tx, i), waiting: undefined });
    }
  }

  /** Sends transfers for a while, until some more are acknowledged, then kills the process in the midst of them. */
  async killUnderLoad(loadMs: number): Promise<void> {
    const enough = this.acknowledged + this.#lines.length;
    const ended = Promise.all(this.#lines.map((line) => this.#send(line)));
    await sleep(loadMs);
    while (this.acknowledged < enough && this.#child?.exitCode === null) await sleep(1);
    const child = this.#child!;
    const exit = once(child, "exit");
    child.kill("SIGKILL");
    await exit;
    await ended;
  }

  /** Throws where a transaction that was Committed is so no longer. The node must run. */
  async verifyAcknowledged(): Promise<void> {
    for (const txID of this.#acknowledged) {
      const { status } = (await this.#call("getTxStatus", { txID })) as { status: string };
      if (status !== "Committed") throw new Error(`${txID} was Committed and is ${status}.`);
    }
  }

  /** Throws where the state is not what the blocks make of the genesis. The node must not run. */
  async verifyState(): Promise<{ readonly height: bigint }> {
    const config = nodeConfig(await readRawConfig(this.#flags, {}));
    const network = configuredNetwork(config);
    const now = BigInt(Math.floor(Date.now() / 1000));
    const found = await openChain(config, network, now);
    const memory = { ...config, database: { ...config.database, inMemory: true } };
    const again = await openChain(memory, network, now);
    const { height } = found.store.blocks.lastAccepted();
    const clock = { nowSeconds: () => now };
    const chain = new Chain({ store: again.store, context: again.context, clock });
    again.store.beginBatch();
    for (const { bytes, height: at } of found.store.blocks.from(1n)) {
      chain.acceptBlock(parseBlock(bytes), at - 1n);
    }
    again.store.commitBatch();
    const equal = equalBytes(found.store.digest(), again.store.digest());
    await found.close();
    await again.close();
    if (!equal) throw new Error(`The state at height ${height} is not that of its blocks.`);
    return { height };
  }

  async remove(): Promise<void> {
    const child = this.#child;
    if (child !== undefined && child.exitCode === null && child.signalCode === null) {
      const exit = once(child, "exit");
      child.kill("SIGKILL");
      await exit;
    }
    rmSync(this.#directory, { recursive: true, force: true });
  }

  /** Until the node is gone. What waited when it went is sent again. */
  async #send(line: Line): Promise<void> {
    try {
      for (;;) {
        line.waiting ??= divide(localID, line.utxo, 1, burnedNavax);
        await this.#commit(line.waiting);
        line.utxo = outputAt(line.waiting, 0);
        line.waiting = undefined;
      }
    } catch (error) {
      // What fetch throws when nobody answers; any answer that is an error is another kind.
      if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error;
    }
  }

  async #commit(tx: Tx): Promise<void> {
    const txID = formatId(tx.id);
    if ((await this.#status(txID)) !== "Committed") {
      await this.#call("issueTx", { tx: encodeBytes(tx.bytes, "hex") });
    }
    for (;;) {
      const status = await this.#status(txID);
      if (status === "Committed") break;
      if (status !== "Processing") throw new Error(`${txID} is ${status}.`);
    }
    this.#acknowledged.push(txID);
  }

  async #status(txID: string): Promise<string> {
    const { status } = (await this.#call("getTxStatus", { txID })) as { status: string };
    return status;
  }

  async #call(method: string, params: object): Promise<unknown> {
    const response = await fetch(`${this.#url}/ext/bc/P`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: `platform.${method}`, params }),
    });
    const { result, error } = (await response.json()) as { result: unknown; error?: object };
    if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result;
  }
}

/** Kills a node a number of times under load; each `killsAChain` begins a new chain, so that its blocks are few. */
export async function torture(
  kills: number,
  tell: (text: string) => void,
  killsAChain = 20,
): Promise<{ readonly acknowledged: number; readonly blocks: bigint }> {
  let acknowledged = 0;
  let blocks = 0n;
  for (let done = 0; done < kills; ) {
    const node = new TorturedNode();
    try {
      await node.start();
      await node.divideFunds(10);
      let height = 0n;
      for (let i = 0; i < killsAChain && done < kills; i++, done++) {
        await node.killUnderLoad(20 + Math.random() * 400);
        height = (await node.verifyState()).height;
        await node.start();
        await node.verifyAcknowledged();
      }
      acknowledged += node.acknowledged;
      blocks += height;
      tell(`${done} of ${kills} kills, ${acknowledged} Committed, ${blocks} blocks: nothing lost`);
    } finally {
      await node.remove();
    }
  }
  return { acknowledged, blocks };
}
