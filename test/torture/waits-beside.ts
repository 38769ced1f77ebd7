import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { NodeProcess } from "./node-process.ts";
import { call, openConnection, post, postHead } from "./raw-client.ts";
import type { Stage } from "./stage.ts";
import type { Measure } from "./torture-case.ts";

/** The longest body that a node takes by default. */
export const bodyBytesMax = 5 * 1024 * 1024;
const boundMs = 250;
const answerTimeoutMs = 10_000;
/** How long the answers to further requests are awaited. */
const restMs = 1_000;

/** What one connection sends, each as the whole of its bytes. */
export type Attacks = Readonly<Record<string, () => string | Buffer>>;

/** Sends each from a connection of its own that reads everything, and measures how long another client waits meanwhile. */
export async function waitsBeside(
  stage: Stage,
  node: NodeProcess,
  attacks: Attacks,
  bound = boundMs,
): Promise<Measure[]> {
  const bystander = await stage.startBystander(node);
  const measures: Measure[] = [];
  for (const [name, make] of Object.entries(attacks)) {
    const bytes = Buffer.from(make());
    const socket = await openConnection(node);
    socket.resume();
    await bystander.waits();
    socket.write(bytes);
    await answered(socket);
    await sleep(100);
    socket.destroy();
    const { longestMs, failed } = await bystander.waits();
    const what = `longest wait beside ${name}`;
    measures.push({ what, measured: longestMs, bound, unit: "ms" });
    if (failed > 0)
      measures.push({ what: `failed calls beside ${name}`, measured: failed, bound: 0, unit: "" });
    if (!node.isRunning()) throw new Error(`the node ended: ${node.printed}`);
  }
  return measures;
}

/** Waits for the first answer and a while longer. */
async function answered(socket: Socket): Promise<void> {
  await new Promise((resolve) => {
    socket.once("data", resolve);
    socket.once("close", resolve);
    setTimeout(resolve, answerTimeoutMs).unref();
  });
  await sleep(restMs);
}

/** A POST to the P-chain of a text that may not be JSON. */
export function body(text: string): string {
  return postHead("/ext/bc/P", Buffer.byteLength(text)) + text;
}

export function batch(count: number, one: string): string {
  return post("/ext/bc/P", `[${Array(count).fill(one)}]`);
}

/** A call of the P-chain. */
export function ask(method: string, params: unknown = {}): string {
  return post("/ext/bc/P", call(method, params));
}
