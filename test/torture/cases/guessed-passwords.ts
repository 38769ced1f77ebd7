import { setTimeout as sleep } from "node:timers/promises";
import type { NodeProcess } from "../node-process.ts";
import type { Stage } from "../stage.ts";
import type { Measure, TortureCase } from "../torture-case.ts";

const owner = { username: "owner", password: "k9@XzT4!wq#Lm2pR" };

export const torture: TortureCase = {
  attack: "40 parallel wrong passwords for a user; 200 that go on, after a restart",
  run: async (stage) => [...(await atOnce(stage)), ...(await afterRestart(stage))],
};

async function atOnce(stage: Stage): Promise<Measure[]> {
  const node = await stage.startNode();
  await node.call("/ext/keystore", "keystore.createUser", owner);
  const wrong = Array.from({ length: 40 }, (_, i) => exportUser(node, `wrong ${i}`));
  await sleep(100);
  const rows = await rightPassword(node, "the right password");
  const accepted = (await Promise.all(wrong)).filter(({ error }) => error === undefined);
  return [
    ...rows,
    { what: "wrong passwords accepted", measured: accepted.length, bound: 0, unit: "" },
  ];
}

/** The node has to derive the key of the right password, too. */
async function afterRestart(stage: Stage): Promise<Measure[]> {
  const first = await stage.startNode();
  await first.call("/ext/keystore", "keystore.createUser", owner);
  await first.stop();
  const node = await stage.restartNode(first);
  let isOver = false;
  const guess = async (i: number) => {
    for (let n = 0; !isOver; n++) await exportUser(node, `wrong ${i} ${n}`).catch(() => {});
  };
  const guessing = Array.from({ length: 200 }, (_, i) => guess(i));
  await sleep(5_000);
  const rows = await rightPassword(node, "the right password, after a restart");
  isOver = true;
  await node.kill();
  await Promise.all(guessing);
  return rows;
}

async function rightPassword(node: NodeProcess, name: string): Promise<Measure[]> {
  const begun = performance.now();
  const { error } = await exportUser(node, owner.password);
  return [
    { what: `wait of ${name}`, measured: performance.now() - begun, bound: 2_000, unit: "ms" },
    { what: "its errors", measured: error === undefined ? 0 : 1, bound: 0, unit: "" },
  ];
}

function exportUser(node: NodeProcess, password: string): ReturnType<NodeProcess["call"]> {
  return node.call("/ext/keystore", "keystore.exportUser", { ...owner, password });
}
