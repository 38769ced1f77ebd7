/*
 * The event stream: until how many milliseconds after a transaction was sent every one of many subscribers has its block, with
 * one among them that reads nothing, and what the node's memory grows by. Run with `npx tsx bench/events.ts [subscribers]`.
 */
import { rmSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import WebSocket from "ws";
import { encodeBytes } from "../src/formats/encoding.ts";
import { divide, outputAt, payerAddress, spendable } from "../test/support/transfers.ts";
import { residentMiB } from "./load.ts";
import { startCouloir } from "./servers.ts";

const subscribers = Number(process.argv[2] ?? 1_000);
const rounds = 20;
const localID = 12345;

const node = await startCouloir({
  flags: ["max-gas-capacity", "max-gas-per-second", "target-gas-per-second"].map(
    (name) => `--dynamic-fees-${name}=1000000000`,
  ),
});
const url = `127.0.0.1:${node.port}`;
let received = 0;
const slow = connect(node.port, "127.0.0.1");
slow.write("GET /ext/events?fromHeight=0 HTTP/1.1\r\nHost: localhost\r\n\r\n");
slow.pause();
const sockets = await Promise.all(Array.from({ length: subscribers }, subscribe));
const begunMiB = residentMiB(node.pid);

const { utxos } = await ask<{ utxos: string[] }>("getUTXOs", { addresses: [payerAddress] });
let utxo = spendable(utxos, 10_000_000_000_000n)[0]!;
const latenciesMs: number[] = [];
for (let round = 0; round < rounds; round++) {
  const tx = divide(localID, utxo, 1, 1_000_000n);
  utxo = outputAt(tx, 0);
  received = 0;
  const begun = performance.now();
  await ask("issueTx", { tx: encodeBytes(tx.bytes, "hex") });
  while (received < subscribers) await sleep(0);
  latenciesMs.push(performance.now() - begun);
}
latenciesMs.sort((a, b) => a - b);
const grownMiB = residentMiB(node.pid) - begunMiB;
process.stdout.write(
  [
    `${subscribers} subscribers, ${rounds} blocks, one subscriber that reads nothing`,
    `sent to received by all: median ${latenciesMs[rounds / 2]!.toFixed(1)} ms, longest ${latenciesMs.at(-1)!.toFixed(1)} ms`,
    `memory of the node: ${begunMiB.toFixed(0)} MiB, then ${grownMiB.toFixed(1)} MiB more`,
    "",
  ].join("\n"),
);
for (const socket of sockets) socket.terminate();
slow.destroy();
await node.stop();
rmSync(node.directory, { recursive: true, force: true });

function subscribe(): Promise<WebSocket> {
  const socket = new WebSocket(`ws://${url}/ext/events?topics=block`);
  return new Promise((resolve, reject) => {
    socket.on("error", reject);
    socket.on("message", (data) => {
      if (String(data).includes('"type":"ready"')) resolve(socket);
      else received++;
    });
  });
}

async function ask<Result>(method: string, params: unknown): Promise<Result> {
  const response = await fetch(`http://${url}/ext/bc/P`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: `platform.${method}`, params }),
  });
  const { result, error } = (await response.json()) as { result: Result; error?: object };
  if (error !== undefined) throw new Error(JSON.stringify(error));
  return result;
}
