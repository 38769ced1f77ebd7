import { Worker } from "node:worker_threads";
import { resolvePackage } from "../crypto/native.ts";

/** From 0, guessed at once, to 4, guessed in centuries. */
export type PasswordScore = 0 | 1 | 2 | 3 | 4;

const scoredBytesMax = 50;

/**
 * Estimates with zxcvbn how hard the first 50 bytes of a password are to guess. Runs in a thread,
 * because passwords of digits and symbols that replace letters take up to two seconds. The end of
 * the thread also frees the word lists (680 kB of source).
 */
export function scorePassword(password: string): Promise<PasswordScore> {
  const scored = Buffer.from(password, "utf8").subarray(0, scoredBytesMax).toString("utf8");
  const workerData = { zxcvbn: resolvePackage("zxcvbn"), password: scored };
  return new Promise((resolve, reject) => {
    const worker = new Worker(scoreInThread, { eval: true, workerData });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

const scoreInThread = `
  const { parentPort, workerData } = require("node:worker_threads");
  parentPort.postMessage(require(workerData.zxcvbn)(workerData.password).score);
`;
