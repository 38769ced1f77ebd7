import { Worker } from "node:worker_threads";
import { resolvePackage } from "../crypto/native.ts";

/** 0 is guessed at once, 4 takes centuries. */
export type PasswordScore = 0 | 1 | 2 | 3 | 4;

const scoredBytesMax = 50;

/**
 * How hard the first 50 bytes of a password are to guess, estimated by zxcvbn. The thread keeps the event loop free:
 * passwords made of digits and symbols that stand for letters take up to two seconds. It also frees the word lists
 * (680 kB of source) afterwards.
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
