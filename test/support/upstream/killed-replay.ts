/*
 * Follows from a snapshot in a process of its own: `killed-replay.ts MOMENT DIRECTORY UPSTREAM FILE DIGEST [FLAG...]`. Kills
 * itself as soon as the history is being replayed (`replay`) or copied (`copy`), or stops when it is there (`complete`).
 * Prints what each process of the node answers about an old block.
 */
import { request } from "node:http";
import { nodeConfig } from "../../../src/cli/config.ts";
import { readRawConfig } from "../../../src/cli/raw-config.ts";
import { NodeClock } from "../../../src/node/clock.ts";
import { runReaderProcess } from "../../../src/node/cluster/reader-process.ts";
import { createNode } from "../../../src/node/create-node.ts";
import { silentLog } from "../../../src/node/logging/log.ts";
import { openSqliteReader } from "../../../src/store/sqlite.ts";
import { standingSeconds } from "./chain-in-directory.ts";

const [, , moment, ...args] = process.argv;
if (moment === "reader-process") runReaderProcess();
else await followUntil(moment as "replay" | "copy" | "complete", args);

async function followUntil(
  moment: "replay" | "copy" | "complete",
  [directory, upstream, file, digest, ...flags]: readonly string[],
): Promise<void> {
  const given = [
    `--data-dir=${directory}`,
    "--http-port=0",
    `--upstream=${upstream}`,
    `--snapshot=${file}`,
    `--snapshot-digest=${digest}`,
    ...flags,
  ];
  const clock = new NodeClock();
  clock.freeze();
  clock.set(Number(standingSeconds) * 1000);
  const config = nodeConfig(await readRawConfig(given, {}));
  const node = await createNode(config, silentLog, { clock });
  const url = await node.start();
  // The replay begins as soon as the node answers.
  if (moment !== "replay") process.stdout.write(`at the start ${await answers(url)}\n`);
  for (;;) {
    const { state, replayedHeight = 0n } = node.followProgress()!.snapshot!;
    const isThere = {
      replay: () => state === "assumed" && replayedHeight > 0n,
      // A call would take longer than the copy while the machine does much else.
      copy: () => state === "verified" && hasBlock(directory!, 1),
      complete: () => state === "complete",
    };
    if (isThere[moment]()) break;
    if (state === "complete") throw new Error("the history is complete already");
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const { state, replayedHeight } = node.followProgress()!.snapshot!;
  process.stdout.write(`${state} ${replayedHeight ?? ""}\n`);
  if (moment !== "complete") process.kill(process.pid, "SIGKILL");
  process.stdout.write(`at the end ${await answers(url)}\n`);
  await node.stop();
}

/** The different answers of the node's processes, which get connections in turn. */
async function answers(url: string): Promise<string> {
  const each = [await oldBlock(url, 7), await oldBlock(url, 7)];
  return [...new Set(each)].join(", ");
}

function hasBlock(directory: string, height: number): boolean {
  const store = openSqliteReader(`${directory}/db/local/chain.sqlite`);
  const block = store.prepare("SELECT 1 FROM blocks WHERE height = ?").get(height);
  store.close();
  return block !== undefined;
}

/** Waits until the node answers calls to the P-chain. */
async function oldBlock(url: string, height: number): Promise<string> {
  for (;;) {
    const text = await oldBlockNow(url, height);
    if (text !== undefined) return text;
  }
}

function oldBlockNow(url: string, height: number): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json" };
    const target = `${url}/ext/bc/P`;
    const sent = request(target, { method: "POST", headers, agent: false }, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => {
        if (response.statusCode === 503) {
          resolve(undefined);
          return;
        }
        const { result, error } = JSON.parse(text);
        resolve(result === undefined ? error.message : `block of ${result.block.length}`);
      });
    });
    sent.on("error", reject);
    const params = { height, encoding: "hex" };
    sent.end(
      JSON.stringify({ jsonrpc: "2.0", id: 1, method: "platform.getBlockByHeight", params }),
    );
  });
}
