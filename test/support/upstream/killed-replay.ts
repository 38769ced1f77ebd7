/* Follows from a snapshot and kills itself as soon as the replay of the history has begun. */
import { nodeConfig } from "../../../src/cli/config.ts";
import { readRawConfig } from "../../../src/cli/raw-config.ts";
import { NodeClock } from "../../../src/node/clock.ts";
import { silentLog } from "../../../src/node/logging/log.ts";
import { createNode } from "../../../src/node/node.ts";
import { standingSeconds } from "./chain-in-directory.ts";

const [, , directory, url, file, digest] = process.argv;
const config = nodeConfig(
  await readRawConfig(
    [
      `--data-dir=${directory}`,
      "--http-port=0",
      `--upstream=${url}`,
      `--snapshot=${file}`,
      `--snapshot-digest=${digest}`,
    ],
    {},
  ),
);
const clock = new NodeClock();
clock.freeze();
clock.set(Number(standingSeconds) * 1000);
const node = await createNode(config, silentLog, { clock });
await node.start();
setInterval(() => {
  const replayed = node.followProgress()?.snapshot?.replayedHeight ?? 0n;
  if (replayed === 0n) return;
  process.stdout.write(`replayed ${replayed}\n`, () => process.kill(process.pid, "SIGKILL"));
}, 1);
