import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatAddress } from "../src/formats/address.ts";
import { encodeBytes } from "../src/formats/encoding.ts";
import { formatId } from "../src/formats/id.ts";
import { ask, type Json } from "../test/e2e/rpc.ts";
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
  /** All pages of the busiest address, newest first. */
  readonly pages: number;
  readonly page: Latencies;
  /** The first hundred pages, and the last hundred. */
  readonly firstPages: Latencies;
  readonly lastPages: Latencies;
  /** At heights and for addresses that were not asked before, and of the busiest one. */
  readonly balance: Latencies;
  readonly busiestBalance: Latencies;
  /** From the answer of `issueTx` to the answer of `ledger.getTransaction` that has it. */
  readonly visible: Latencies;
  readonly residentMiB: number;
};

const addresses = 100_000;
const networkID = 12345;
const asked = 500;
const edge = 100;

/** Executes transfers, one in each block, without the ledger and with it, and fills the first store. */
export async function measureLedgerCost(
  blocks: number,
): Promise<Readonly<Record<LedgerStoreMode, LedgerStoreFigures>>> {
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
  const flags = ["--hardfork=durango", "--index-allow-incomplete=true"];
  const node = await startCouloir({ directory, flags });
  const call: Call = (path, method, params) =>
    ask(`http://127.0.0.1:${node.port}`, path, method, params);
  const busiest = textOf(addressOf(0));
  try {
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
    for (let number = 1; number <= asked; number++) {
      const height = String((number * 7919) % store.blocks);
      const other = textOf(addressOf(1 + ((number * 104_729) % addresses)));
      const balanceOf = (address: string) =>
        call("/ext/ledger", "ledger.getBalance", { addresses: [address], height });
      await timed(balance, () => balanceOf(other));
      await timed(busiestBalance, () => balanceOf(busiest));
    }
    const visible = await visibleAfter(call);
    return {
      store,
      pages: pages.length,
      page: latenciesOf(pages),
      firstPages: latenciesOf(pages.slice(0, edge)),
      lastPages: latenciesOf(pages.slice(-edge)),
      balance: latenciesOf(balance),
      busiestBalance: latenciesOf(busiestBalance),
      visible: latenciesOf(visible),
      residentMiB: residentMiB(node.pid),
    };
  } finally {
    await node.stop();
    rmSync(directory, { recursive: true });
  }
}

type Call = <Result>(path: string, method: string, params: Json) => Promise<Result>;

async function visibleAfter(call: Call): Promise<number[]> {
  const { utxos } = await call<{ readonly utxos: readonly string[] }>(
    "/ext/bc/P",
    "platform.getUTXOs",
    { addresses: [payerAddress] },
  );
  let [utxo] = spendable(utxos, 1_000_000_000_000n);
  const times: number[] = [];
  for (let number = 0; number < asked; number++) {
    const tx = divide(networkID, utxo!, 1, 1_000_000n);
    await call("/ext/bc/P", "platform.issueTx", {
      tx: encodeBytes(tx.bytes, "hex"),
      encoding: "hex",
    });
    const txID = formatId(tx.id);
    await timed(times, async () => {
      for (;;) {
        try {
          return await call("/ext/ledger", "ledger.getTransaction", { txID });
        } catch {}
      }
    });
    utxo = outputAt(tx, 0);
  }
  return times;
}

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
  const child = fork(script, [directory, mode, ...[txs, txsPerBlock, addresses].map(String)]);
  return new Promise((resolve, reject) => {
    child.once("message", (figures) => resolve(figures as LedgerStoreFigures));
    child.once("exit", (code) => code !== 0 && reject(new Error(`the store ended with ${code}`)));
  });
}

const textOf = (address: Uint8Array) => formatAddress("P", "local", address);
export const newDirectory = () => mkdtempSync(join(tmpdir(), "couloir-bench-"));
