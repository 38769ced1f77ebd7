import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { formatAddress } from "../src/formats/address.ts";
import { encodeBytes } from "../src/formats/encoding.ts";
import { formatId } from "../src/formats/id.ts";
import { ask, type Json } from "../test/e2e/rpc.ts";
import { TestPostgres } from "../test/support/postgres.ts";
import { divide, outputAt, payerAddress, spendable } from "../test/support/transfers.ts";
import { addressOf } from "./ledger-chain.ts";
import type { LedgerStoreFigures, LedgerStoreMode } from "./ledger-store.ts";
import { residentMiB } from "./load.ts";
import { startCouloir } from "./servers.ts";

/** Milliseconds over HTTP on one connection, one call after the other. */
export type Latencies = {
  readonly p50: number;
  readonly p99: number;
};

export type LedgerQueryFigures = {
  readonly store: LedgerStoreFigures;
  readonly answers: LedgerAnswerFigures;
  readonly residentMiB: number;
};

/** Of calls to a node. */
export type LedgerAnswerFigures = {
  /** All pages of the busiest address, newest first. */
  readonly pages: number;
  readonly page: Latencies;
  /** The first hundred pages, and the last hundred. */
  readonly firstPages: Latencies;
  readonly lastPages: Latencies;
  /** At heights and for addresses that were not asked before, and of the busiest one. */
  readonly balance: Latencies;
  readonly busiestBalance: Latencies;
  readonly busiestUtxos: Latencies;
  /** From the answer of `issueTx` to an answer of the ledger that has it. */
  readonly visible: Latencies;
};

const addresses = 100_000;
const networkID = 12345;
/** The newest blocks whose rows stay in the store when old ones are removed. */
const keptBlocks = 10;
const asked = 500;
const edge = 100;

/** Executes transfers, one in each block, without the ledger and with it, and fills the first store. */
export async function measureLedgerCost(
  blocks: number,
): Promise<Readonly<Record<Exclude<LedgerStoreMode, "pruning">, LedgerStoreFigures>>> {
  const directories = [newDirectory(), newDirectory()] as const;
  const off = await runStore(directories[0], "off", blocks, 1);
  const on = await runStore(directories[1], "on", blocks, 1);
  const filling = await runStore(directories[0], "filling", blocks, 1);
  for (const directory of directories) rmSync(directory, { recursive: true });
  return { off, on, filling };
}

/** Asks a node about a chain of transfers, a hundred in each block, of which a fifth concern one address. */
export async function measureLedgerQueries(txs: number): Promise<LedgerQueryFigures> {
  const directory = newDirectory();
  const store = await runStore(directory, "on", txs, 100);
  const { node, call } = await startLedgerNode(directory, []);
  try {
    const answers = await measureAnswers(call, store.blocks, transactionIn(call));
    return { store, answers, residentMiB: residentMiB(node.pid) };
  } finally {
    await node.stop();
    rmSync(directory, { recursive: true });
  }
}

/** Asks a node about such a chain whose old rows are in PostgreSQL only. */
export async function measureLedgerInPostgres(txs: number): Promise<LedgerAnswerFigures> {
  const directory = newDirectory();
  const server = await TestPostgres.start(["shared_buffers=128MB"]);
  const database = await server.newDatabase();
  const copying = ["--dev=false", `--db-url=${server.url(database)}`];
  try {
    const { blocks } = await runStore(directory, "on", txs, 100);
    const { node, call } = await startLedgerNode(directory, copying);
    // A block of another day: the sums of a day need its rows.
    await issued(call, 1, async () => {});
    while (!(await isCopied(server, database, blocks + 1))) await sleep(200);
    await node.stop();
    await runStore(directory, "pruning", txs, 100);
    const again = await startLedgerNode(directory, [
      ...copying,
      `--ledger-keep-blocks=${keptBlocks}`,
    ]);
    try {
      const status = await again.call<{ readonly localFrom?: string }>(
        "/ext/ledger",
        "ledger.getStatus",
        {},
      );
      const removed = Number(status.localFrom ?? 0);
      if (removed === 0) throw new Error("no rows were removed from the store");
      return await measureAnswers(again.call, removed, newestTransaction(again.call));
    } finally {
      await again.node.stop();
    }
  } finally {
    await server.remove();
    rmSync(directory, { recursive: true });
  }
}

type Call = <Result>(path: string, method: string, params: Json) => Promise<Result>;

async function startLedgerNode(directory: string, flags: readonly string[]) {
  const own = ["--hardfork=durango", "--index-allow-incomplete=true"];
  const node = await startCouloir({ directory, flags: [...own, ...flags] });
  const call: Call = (path, method, params) =>
    ask(`http://127.0.0.1:${node.port}`, path, method, params);
  return { node, call };
}

async function isCopied(server: TestPostgres, database: string, height: number): Promise<boolean> {
  const [row] = await server.query(database, "SELECT height FROM couloir_ledger");
  return Number(row?.["height"]) >= height;
}

/** `sees` resolves when an answer of the ledger has a transaction. */
async function measureAnswers(
  call: Call,
  heights: number,
  sees: (txID: string) => Promise<void>,
): Promise<LedgerAnswerFigures> {
  const busiest = textOf(addressOf(0));
  const pages: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await timed(pages, () =>
      call<{ readonly nextCursor?: string }>("/ext/ledger", "ledger.getTransactions", {
        filter: { addresses: [busiest] },
        page: { limit: 50, ...(cursor !== undefined && { startAfter: cursor }) },
      }),
    );
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  const balance: number[] = [];
  const busiestBalance: number[] = [];
  const busiestUtxos: number[] = [];
  for (let number = 1; number <= asked; number++) {
    const height = String((number * 7919) % heights);
    const other = textOf(addressOf(1 + ((number * 104_729) % addresses)));
    const balanceOf = (address: string) =>
      call("/ext/ledger", "ledger.getBalance", { addresses: [address], height });
    await timed(balance, () => balanceOf(other));
    await timed(busiestBalance, () => balanceOf(busiest));
    await timed(busiestUtxos, () =>
      call("/ext/ledger", "ledger.getUTXOs", { addresses: [busiest], height, limit: 50 }),
    );
  }
  const visible: number[] = [];
  await issued(call, asked, (txID) => timed(visible, () => sees(txID)));
  return {
    pages: pages.length,
    page: latenciesOf(pages),
    firstPages: latenciesOf(pages.slice(0, edge)),
    lastPages: latenciesOf(pages.slice(-edge)),
    balance: latenciesOf(balance),
    busiestBalance: latenciesOf(busiestBalance),
    busiestUtxos: latenciesOf(busiestUtxos),
    visible: latenciesOf(visible),
  };
}

/** Issues transactions one after the other. */
async function issued(
  call: Call,
  count: number,
  andThen: (txID: string) => Promise<void>,
): Promise<void> {
  const { utxos } = await call<{ readonly utxos: readonly string[] }>(
    "/ext/bc/P",
    "platform.getUTXOs",
    { addresses: [payerAddress] },
  );
  let [utxo] = spendable(utxos, 1_000_000_000_000n);
  for (let number = 0; number < count; number++) {
    const tx = divide(networkID, utxo!, 1, 1_000_000n);
    await call("/ext/bc/P", "platform.issueTx", {
      tx: encodeBytes(tx.bytes, "hex"),
      encoding: "hex",
    });
    await andThen(formatId(tx.id));
    utxo = outputAt(tx, 0);
  }
}

const transactionIn = (call: Call) => async (txID: string) => {
  for (;;) {
    try {
      await call("/ext/ledger", "ledger.getTransaction", { txID });
      return;
    } catch {}
  }
};

/** Asks for a list that needs old rows, which are in PostgreSQL. */
const newestTransaction = (call: Call) => async (txID: string) => {
  for (;;) {
    const { transactions } = await call<{ readonly transactions: readonly { txID: string }[] }>(
      "/ext/ledger",
      "ledger.getTransactions",
      { filter: { addresses: [payerAddress] }, page: { limit: 1 } },
    );
    if (transactions[0]?.txID === txID) return;
  }
};

async function timed<T>(times: number[], work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  times.push(performance.now() - began);
  return result;
}

function latenciesOf(times: readonly number[]): Latencies {
  const sorted = [...times].sort((a, b) => a - b);
  const quantile = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]!;
  return { p50: quantile(0.5), p99: quantile(0.99) };
}

/** Executes a chain in a process of its own. */
export function runStore(
  directory: string,
  mode: LedgerStoreMode,
  txs: number,
  txsPerBlock: number,
): Promise<LedgerStoreFigures> {
  const script = join(import.meta.dirname, "ledger-store.ts");
  const numbers = [txs, txsPerBlock, addresses, keptBlocks];
  const child = fork(script, [directory, mode, ...numbers.map(String)]);
  return new Promise((resolve, reject) => {
    child.once("message", (figures) => resolve(figures as LedgerStoreFigures));
    child.once("exit", (code) => code !== 0 && reject(new Error(`the store ended with ${code}`)));
  });
}

const textOf = (address: Uint8Array) => formatAddress("P", "local", address);
export const newDirectory = () => mkdtempSync(join(tmpdir(), "couloir-bench-"));
