import { setTimeout as sleep } from "node:timers/promises";
import { encodeBytes } from "../../../src/formats/encoding.ts";
import { formatId } from "../../../src/formats/id.ts";
import type { Utxo } from "../../../src/pchain/components/utxo.ts";
import { divide, outputAt, payerAddress, spendable } from "../../support/transfers.ts";
import type { NodeProcess } from "../node-process.ts";
import { openConnections } from "../raw-client.ts";
import type { TortureCase } from "../torture-case.ts";

const live = 1_000;
const catchingUp = 1_000;
const blocks = 300;

const localID = 12345;
/** As much gas as wanted, so that no block waits for it. */
const gasFlags = ["max-gas-capacity", "max-gas-per-second", "target-gas-per-second"].map(
  (name) => `--dynamic-fees-${name}=1000000000`,
);

/** A line of transfers: each spends what the one before it left. */
type Line = { utxo: Utxo };

export const torture: TortureCase = {
  attack: "1,000 live and 1,000 catching-up subscribers that never read, while blocks are made",
  run: async (stage) => {
    const node = await stage.startNode(...gasFlags);
    const line = await lineOf(node);
    await makeBlocks(node, line, blocks);
    const aloneMs = await makeBlocks(node, line, blocks);
    const bystander = await stage.startBystander(node);
    const aloneCpuMs = await cpuMsOf(node, 2_000);
    const sockets = await openConnections(node, live + catchingUp);
    stage.onEnd(() => {
      for (const socket of sockets) socket.destroy();
    });
    for (const [i, socket] of sockets.entries()) {
      const query = i < live ? "" : "?fromHeight=0";
      socket.write(`GET /ext/events${query} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
    }
    await sleep(2_000);
    const besideMs = await makeBlocks(node, line, blocks);
    await sleep(5_000);
    const idleCpuMs = await cpuMsOf(node, 2_000);
    const waits = await bystander.stop();
    return [
      { what: "longest wait of another client", measured: waits.longestMs, bound: 250, unit: "ms" },
      {
        what: `${blocks} blocks beside them, compared with alone`,
        measured: (100 * besideMs) / aloneMs,
        bound: 300,
        unit: "%",
      },
      {
        what: "more CPU time in 2 seconds than without them, afterwards",
        measured: Math.max(0, idleCpuMs - aloneCpuMs),
        bound: 200,
        unit: "ms",
      },
      { what: "most memory", measured: node.peakMiB(), bound: 400, unit: "MiB" },
    ];
  },
};

async function cpuMsOf(node: NodeProcess, durationMs: number): Promise<number> {
  const before = node.cpuMs();
  await sleep(durationMs);
  return node.cpuMs() - before;
}

/** Issues as many transactions, each of which gets a block of its own. Resolves to how long it took. */
async function makeBlocks(node: NodeProcess, line: Line, count: number): Promise<number> {
  const begun = performance.now();
  for (let i = 0; i < count; i++) {
    const tx = divide(localID, line.utxo, 1, 1_000_000n);
    line.utxo = outputAt(tx, 0);
    const params = { tx: encodeBytes(tx.bytes, "hex") };
    const { error } = await node.call("/ext/bc/P", "platform.issueTx", params);
    if (error !== undefined) throw new Error(error.message);
    while (!(await isCommitted(node, formatId(tx.id))));
  }
  return performance.now() - begun;
}

async function isCommitted(node: NodeProcess, txID: string): Promise<boolean> {
  const { result } = await node.call("/ext/bc/P", "platform.getTxStatus", { txID });
  return (result as { status: string }).status === "Committed";
}

async function lineOf(node: NodeProcess): Promise<Line> {
  const params = { addresses: [payerAddress] };
  const { result } = await node.call("/ext/bc/P", "platform.getUTXOs", params);
  const { utxos } = result as { utxos: string[] };
  return { utxo: spendable(utxos, 10_000_000_000_000n)[0]! };
}
