import { closeSync, openSync, readSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { call } from "../raw-client.ts";
import type { Stage } from "../stage.ts";
import { holds, type Measure, type TortureCase } from "../torture-case.ts";

const flips = 5;
const noticeMs = 30_000;

export const torture: TortureCase = {
  attack: "flipped bits in the store, of a node that stopped and of one that runs",
  run: async (stage) => {
    const node = await stage.startNode(
      "--health-check-frequency=1s",
      "--store-check-frequency=20ms",
    );
    const file = join(node.directory, "db", "local", "chain.sqlite");
    // Without a clean end the file may be small and the rest in its log.
    await node.stop();
    let served = 0;
    for (let i = 0; i < flips; i++) {
      const offset = 4096 + Math.floor(Math.random() * (statSync(file).size - 4096));
      flip(file, offset);
      const started = await stage.restartNode(node).then(
        (again) => again.kill().then(() => true),
        () => false,
      );
      if (started) served += 1;
      flip(file, offset);
    }
    return [
      { what: "starts on a flipped bit", measured: served, bound: 0, unit: "" },
      ...(await flipWhileRunning(stage, 1)),
      ...(await flipWhileRunning(stage, 3)),
    ];
  },
};

async function flipWhileRunning(stage: Stage, processes: number): Promise<Measure[]> {
  const node = await stage.startNode(
    "--health-check-frequency=1s",
    "--store-check-frequency=20ms",
    `--processes=${processes}`,
  );
  flip(join(node.directory, "db", "local", "chain.sqlite"), 4096 * 3 + 77);
  const begun = performance.now();
  let status = 200;
  while (status === 200 && performance.now() - begun < noticeMs) {
    const response = await fetch(`${node.url}/ext/health`);
    await response.text();
    status = response.status;
  }
  const noticedMs = performance.now() - begun;
  await sleep(100);
  let served = 0;
  // New connections go to all processes in turn.
  for (let i = 0; i < 2 * processes; i++) {
    const response = await fetch(`${node.url}/ext/bc/P`, {
      method: "POST",
      headers: { "content-type": "application/json", connection: "close" },
      body: call("platform.getHeight"),
    });
    await response.text();
    if (response.status !== 503) served += 1;
  }
  const how = `a running node, ${processes} process(es)`;
  return [
    holds(`${how}: it becomes unhealthy`, status === 503),
    { what: `${how}: after`, measured: noticedMs, reported: true, unit: "ms" },
    { what: `${how}: answers after that`, measured: served, bound: 0, unit: "" },
  ];
}

function flip(file: string, offset: number): void {
  const handle = openSync(file, "r+");
  const byte = Buffer.alloc(1);
  readSync(handle, byte, 0, 1, offset);
  byte[0]! ^= 1;
  writeSync(handle, byte, 0, 1, offset);
  closeSync(handle);
}
