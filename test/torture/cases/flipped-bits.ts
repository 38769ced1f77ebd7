import { closeSync, openSync, readSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { NodeProcess } from "../node-process.ts";
import type { Stage } from "../stage.ts";
import { holds, type TortureCase } from "../torture-case.ts";

const flips = 5;

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
      const started = await restart(stage, node.directory).then(
        (again) => again.kill().then(() => true),
        () => false,
      );
      if (started) served += 1;
      flip(file, offset);
    }
    const running = await stage.startNode(
      "--health-check-frequency=1s",
      "--store-check-frequency=20ms",
    );
    flip(join(running.directory, "db", "local", "chain.sqlite"), 4096 * 3 + 77);
    const deadline = Date.now() + 30_000;
    let status = 200;
    while (status === 200 && Date.now() < deadline) {
      status = (await fetch(`${running.url}/ext/health`)).status;
    }
    const answer = await fetch(`${running.url}/ext/bc/P`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    return [
      { what: "starts on a flipped bit", measured: served, bound: 0, unit: "" },
      holds("a running node becomes unhealthy", status === 503),
      holds("and stops answers", answer.status === 503),
    ];
  },
};

/** Rejects if the node does not start. */
async function restart(stage: Stage, directory: string): Promise<NodeProcess> {
  rmSync(join(directory, "process.json"), { force: true });
  const node = new NodeProcess(directory, []);
  stage.onEnd(() => node.kill());
  await node.started();
  return node;
}

function flip(file: string, offset: number): void {
  const handle = openSync(file, "r+");
  const byte = Buffer.alloc(1);
  readSync(handle, byte, 0, 1, offset);
  byte[0]! ^= 1;
  writeSync(handle, byte, 0, 1, offset);
  closeSync(handle);
}
