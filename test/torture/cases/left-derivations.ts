import { setTimeout as sleep } from "node:timers/promises";
import { txOfManyProofs } from "../many-proofs.ts";
import { call, openConnections, post } from "../raw-client.ts";
import type { Stage } from "../stage.ts";
import type { Measure, TortureCase } from "../torture-case.ts";

const connections = 1_000;
const path = "/ext/keystore";
const password = "k9@XzT4!wq#Lm2pR";

/** A call of each connection that takes long and waits for others of its kind. */
const attacks: Readonly<Record<string, () => (i: number) => string>> = {
  createUser: () => (i) =>
    post(path, call("keystore.createUser", { username: `new ${i}`, password })),
  "a wrong password": () => (i) =>
    post(path, call("keystore.exportUser", { username: "owner", password: `${i}` })),
  "issueTx with 100 proofs of possession": () => {
    const request = post("/ext/bc/P", call("platform.issueTx", { tx: txOfManyProofs(100) }));
    return () => request;
  },
};

export const torture: TortureCase = {
  attack: "1,000 connections that each send a call that takes long, and are reset at once",
  run: async (stage) => {
    const measures: Measure[] = [];
    for (const [name, make] of Object.entries(attacks)) {
      measures.push(...(await afterwards(stage, name, make())));
    }
    return measures;
  },
};

async function afterwards(
  stage: Stage,
  name: string,
  requestOf: (i: number) => string,
): Promise<Measure[]> {
  const node = await stage.startNode();
  await node.call(path, "keystore.createUser", { username: "owner", password });
  const sockets = await openConnections(node, connections);
  for (const [i, socket] of sockets.entries()) socket.write(requestOf(i));
  await sleep(1_000);
  for (const socket of sockets) socket.resetAndDestroy();
  await sleep(500);
  const before = node.cpuMs();
  await sleep(4_000);
  const cpuMs = node.cpuMs() - before;
  const { code } = await node.stop();
  return [
    { what: `CPU time in 4 seconds after ${name}`, measured: cpuMs, bound: 500, unit: "ms" },
    { what: `exit code after ${name}`, measured: code ?? -1, bound: 0, unit: "" },
  ];
}
