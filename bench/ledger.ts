import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { formatAddress } from "../src/formats/address.ts";
import { encodeBytes } from "../src/formats/encoding.ts";
import { formatId } from "../src/formats/id.ts";
import { TestPostgres } from "../test/support/postgres.ts";
import { divide, outputAt, payerAddress, spendable } from "../test/support/transfers.ts";
import { KeptConnection, type TimedAnswer } from "./kept-connection.ts";
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
  /** Of a call that reads nothing, for what the client and the machine add to the others. */
  readonly nothing: Latencies;
};

const addresses = 100_000;
const networkID = 12345;
/** The newest blocks whose rows stay in the store when old ones are removed. */
const keptBlocks = 10;
const asked = 500;
const edge = 100;

/** Executes transfers, one in each block, without the ledger and with it, trusted and verified, and fills the first store. */
export async function measureLedgerCost(
  blocks: number,
): Promise<Readonly<Record<Exclude<LedgerStoreMode, "pruning">, LedgerStoreFigures>>> {
  const directories = Array.from({ length: 4 }, newDirectory);
  const [first, ...others] = directories as [string, string, string, string];
  const off = await runStore(first, "off", blocks, 1);
  const on = await runStore(others[0], "on", blocks, 1);
  const verifiedOff = await runStore(others[1], "verified-off", blocks, 1);
  const verifiedOn = await runStore(others[2], "verified-on", blocks, 1);
  const filling = await runStore(first, "filling", blocks, 1);
  for (const directory of directories) rmSync(directory, { recursive: true });
  return { off, on, "verified-off": verifiedOff, "verified-on": verifiedOn, filling };
}

/** Asks a node about a chain of transfers, a hundred in each block, of which a fifth concern one address. */
export async function measureLedgerQueries(txs: number): Promise<LedgerQueryFigures> {
  const directory = newDirectory();
  const store = await runStore(directory, "on", txs, 100);
  const { node, client } = await startLedgerNode(directory, []);
  try {
    const answers = await measureAnswers(client, store.blocks, transactionIn(client));
    return { store, answers, residentMiB: residentMiB(node.pid) };
  } finally {
    client.close();
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
    const { node, client } = await startLedgerNode(directory, copying);
    // A block of another day: the sums of a day need its rows.
    await issued(client, 1, async () => {});
    client.close();
    while (!(await isCopied(server, database, blocks + 1))) await sleep(200);
    await node.stop();
    await runStore(directory, "pruning", txs, 100);
    const again = await startLedgerNode(directory, [
      ...copying,
      `--ledger-keep-blocks=${keptBlocks}`,
    ]);
    try {
      const status = await resultOf<{ readonly localFrom?: string }>(
        again.client.ask("/ext/ledger", "ledger.getStatus", {}),
      );
      const removed = Number(status.localFrom ?? 0);
      if (removed === 0) throw new Error("no rows were removed from the store");
      return await measureAnswers(again.client, removed, newestTransaction(again.client));
    } finally {
      again.client.close();
      await again.node.stop();
    }
  } finally {
    await server.remove();
    rmSync(directory, { recursive: true });
  }
}

async function startLedgerNode(directory: string, flags: readonly string[]) {
  const own = ["--hardfork=durango", "--index-allow-incomplete=true"];
  const node = await startCouloir({ directory, flags: [...own, ...flags] });
  return { node, client: await KeptConnection.open(node.port) };
}

async function isCopied(server: TestPostgres, database: string, height: number): Promise<boolean> {
  const [row] = await server.query(database, "SELECT height FROM couloir_ledger");
  return Number(row?.["height"]) >= height;
}

/**
 * `sees` resolves when an answer of the ledger has a transaction. Each kind of call is measured by itself, so that none
 * pays for the garbage of another.
 */
async function measureAnswers(
  client: KeptConnection,
  heights: number,
  sees: (txID: string) => Promise<void>,
): Promise<LedgerAnswerFigures> {
  const busiest = textOf(addressOf(0));
  const pages = await pagesOf(client, busiest);
  const inTurn = async (call: (number: number) => Promise<TimedAnswer>): Promise<Latencies> => {
    const times: number[] = [];
    for (let number = 1; number <= asked; number++) {
      const answer = await call(number);
      await resultOf(answer);
      times.push(answer.tookMs);
    }
    return latenciesOf(times);
  };
  const heightOf = (number: number) => String((number * 7919) % heights);
  const balanceOf = (address: string, number: number) =>
    client.ask("/ext/ledger", "ledger.getBalance", {
      addresses: [address],
      height: heightOf(number),
    });
  return {
    pages: pages.length,
    page: latenciesOf(pages),
    firstPages: latenciesOf(pages.slice(0, edge)),
    lastPages: latenciesOf(pages.slice(-edge)),
    balance: await inTurn((number) =>
      balanceOf(textOf(addressOf(1 + ((number * 104_729) % addresses))), number),
    ),
    busiestBalance: await inTurn((number) => balanceOf(busiest, number)),
    busiestUtxos: await inTurn((number) =>
      client.ask("/ext/ledger", "ledger.getUTXOs", {
        addresses: [busiest],
        height: heightOf(number),
        limit: 50,
      }),
    ),
    nothing: await inTurn(() => client.ask("/ext/info", "info.getNodeID", {})),
    visible: await visibleAfter(client, sees),
  };
}

/** How long each page took. */
async function pagesOf(client: KeptConnection, address: string): Promise<number[]> {
  const times: number[] = [];
  let cursor: string | undefined;
  do {
    const answer = await client.ask("/ext/ledger", "ledger.getTransactions", {
      filter: { addresses: [address] },
      page: { limit: 50, ...(cursor !== undefined && { startAfter: cursor }) },
    });
    times.push(answer.tookMs);
    cursor = (await resultOf<{ readonly nextCursor?: string }>(answer)).nextCursor;
  } while (cursor !== undefined);
  return times;
}

async function visibleAfter(
  client: KeptConnection,
  sees: (txID: string) => Promise<void>,
): Promise<Latencies> {
  const times: number[] = [];
  await issued(client, asked, async (txID) => {
    const began = performance.now();
    await sees(txID);
    times.push(performance.now() - began);
  });
  return latenciesOf(times);
}

/** Issues transactions one after the other. */
async function issued(
  client: KeptConnection,
  count: number,
  andThen: (txID: string) => Promise<void>,
): Promise<void> {
  const { utxos } = await resultOf<{ readonly utxos: readonly string[] }>(
    client.ask("/ext/bc/P", "platform.getUTXOs", { addresses: [payerAddress] }),
  );
  let [utxo] = spendable(utxos, 1_000_000_000_000n);
  for (let number = 0; number < count; number++) {
    const tx = divide(networkID, utxo!, 1, 1_000_000n);
    const params = { tx: encodeBytes(tx.bytes, "hex"), encoding: "hex" };
    await resultOf(client.ask("/ext/bc/P", "platform.issueTx", params));
    await andThen(formatId(tx.id));
    utxo = outputAt(tx, 0);
  }
}

const transactionIn = (client: KeptConnection) => async (txID: string) => {
  for (;;) {
    try {
      await resultOf(client.ask("/ext/ledger", "ledger.getTransaction", { txID }));
      return;
    } catch {}
  }
};

/** Asks for a list that needs old rows, which are in PostgreSQL. */
const newestTransaction = (client: KeptConnection) => async (txID: string) => {
  for (;;) {
    const { transactions } = await resultOf<{
      readonly transactions: readonly { readonly txID: string }[];
    }>(
      client.ask("/ext/ledger", "ledger.getTransactions", {
        filter: { addresses: [payerAddress] },
        page: { limit: 1 },
      }),
    );
    if (transactions[0]?.txID === txID) return;
  }
};

/** Throws the message of an error. */
async function resultOf<Result>(answer: TimedAnswer | Promise<TimedAnswer>): Promise<Result> {
  const { result, error } = JSON.parse((await answer).body.toString()) as {
    readonly result: Result;
    readonly error?: { readonly message: string };
  };
  if (error !== undefined) throw new Error(error.message);
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
