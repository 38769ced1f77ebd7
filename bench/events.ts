/*
 * The event stream: until how many milliseconds after a transaction was sent every one of many subscribers has its block, with
 * one among them that reads nothing, and what the node's memory grows by.
 */
import { rmSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import WebSocket from "ws";
import { encodeBytes } from "../src/formats/encoding.ts";
import { divide, outputAt, payerAddress, spendable } from "../test/support/transfers.ts";
import { residentMiB } from "./load.ts";
import { type Server, startCouloir } from "./servers.ts";

const rounds = 20;
const localID = 12345;
/** As much gas as wanted, so that no block waits for it. */
const flags = ["max-gas-capacity", "max-gas-per-second", "target-gas-per-second"].map(
  (name) => `--dynamic-fees-${name}=1000000000`,
);

export interface EventFigures {
  readonly blocks: number;
  /** From sending the transaction until the last subscriber has its block, shortest first. */
  readonly latenciesMs: readonly number[];
  readonly residentMiB: number;
  readonly grownMiB: number;
}

export async function measureEvents(subscribers: number): Promise<EventFigures> {
  const node = await startCouloir({ flags });
  const slow = subscriberThatReadsNothing(node);
  const received = { count: 0 };
  const sockets = await Promise.all(
    Array.from({ length: subscribers }, () => subscribe(node, received)),
  );
  const begunMiB = residentMiB(node.pid);
  const latenciesMs: number[] = [];
  for await (const tx of payments(node)) {
    received.count = 0;
    const begun = performance.now();
    await ask(node, "issueTx", { tx });
    while (received.count < subscribers) await sleep(0);
    latenciesMs.push(performance.now() - begun);
  }
  const grownMiB = residentMiB(node.pid) - begunMiB;
  for (const socket of sockets) socket.terminate();
  slow.destroy();
  await node.stop();
  rmSync(node.directory, { recursive: true, force: true });
  return {
    blocks: rounds,
    latenciesMs: latenciesMs.toSorted((a, b) => a - b),
    residentMiB: begunMiB,
    grownMiB,
  };
}

/** Each spends an output of the one before. */
async function* payments(node: Server): AsyncGenerator<string> {
  const { utxos } = await ask<{ utxos: string[] }>(node, "getUTXOs", { addresses: [payerAddress] });
  let utxo = spendable(utxos, 10_000_000_000_000n)[0]!;
  for (let round = 0; round < rounds; round++) {
    const tx = divide(localID, utxo, 1, 1_000_000n);
    utxo = outputAt(tx, 0);
    yield encodeBytes(tx.bytes, "hex");
  }
}

function subscriberThatReadsNothing({ port }: Server) {
  const socket = connect(port, "127.0.0.1");
  socket.write("GET /ext/events?fromHeight=0 HTTP/1.1\r\nHost: localhost\r\n\r\n");
  return socket.pause();
}

function subscribe({ port }: Server, received: { count: number }): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ext/events?topics=block`);
  return new Promise((resolve, reject) => {
    socket.on("error", reject);
    socket.on("message", (data) => {
      if (String(data).includes('"type":"ready"')) resolve(socket);
      else received.count++;
    });
  });
}

async function ask<Result>({ port }: Server, method: string, params: unknown): Promise<Result> {
  const response = await fetch(`http://127.0.0.1:${port}/ext/bc/P`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: `platform.${method}`, params }),
  });
  const { result, error } = (await response.json()) as { result: Result; error?: object };
  if (error !== undefined) throw new Error(JSON.stringify(error));
  return result;
}
