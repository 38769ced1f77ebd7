import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { call, openConnection, post, postHead } from "../raw-client.ts";
import type { Measure, TortureCase } from "../torture-case.ts";

const bodyBytes = 8 * 1024 * 1024;
const address = "P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u";
const nodeID = "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg";

/** What one connection sends, each as the whole of its bytes. */
const requests: Readonly<Record<string, () => string>> = {
  "200 pipelined sampleValidators of 65,535": () =>
    post("/ext/bc/P", call("platform.sampleValidators", { size: 65_535 })).repeat(200),
  "a batch of 200 sampleValidators of 65,535": () =>
    batch(200, call("platform.sampleValidators", { size: 65_535 })),
  "getBalance of 150,000 addresses": () =>
    post("/ext/bc/P", call("platform.getBalance", { addresses: Array(150_000).fill(address) })),
  "a batch of 100 getBalance of 1,024 addresses": () =>
    batch(100, call("platform.getBalance", { addresses: Array(1_024).fill(address) })),
  "8 MiB of nested arrays": () => body("[".repeat(bodyBytes)),
  "8 MiB of nested arrays in params": () => {
    const half = (bodyBytes - 100) / 2;
    return body(
      `{"jsonrpc":"2.0","id":1,"method":"platform.getHeight","params":[${"[".repeat(half)}${"]".repeat(half)}]}`,
    );
  },
  "600,000 distinct names": () => {
    const params = Object.fromEntries(Array.from({ length: 600_000 }, (_, i) => [`n${i}`, 1]));
    return post("/ext/bc/P", call("platform.getHeight", params));
  },
  "100,000 node IDs": () =>
    post("/ext/bc/P", call("platform.getCurrentValidators", { nodeIDs: ids(100_000) })),
  "16,000 node IDs": () =>
    post("/ext/bc/P", call("platform.getCurrentValidators", { nodeIDs: ids(16_000) })),
  "a batch of 4,000,000 numbers": () => body(`[${"0,".repeat(bodyBytes / 2 - 2)}0]`),
  "a string of 8 MiB": () =>
    post("/ext/bc/P", call("platform.getTx", { txID: "x".repeat(bodyBytes - 200) })),
};

export const torture: TortureCase = {
  attack: "one connection that asks for the most expensive things, in calls, batches and bodies",
  run: async (stage) => {
    const node = await stage.startNode("--stakers=500");
    const bystander = await stage.startBystander(node);
    const measures: Measure[] = [];
    for (const [name, make] of Object.entries(requests)) {
      const bytes = Buffer.from(make());
      const socket = await openConnection(node);
      socket.resume();
      await bystander.waits();
      socket.write(bytes);
      await answered(socket);
      await sleep(100);
      socket.destroy();
      const { longestMs } = await bystander.waits();
      const what = `longest wait beside ${name}`;
      measures.push({ what, measured: longestMs, bound: 250, unit: "ms" });
    }
    return measures;
  },
};

/** Waits for the first answer and a while longer. */
async function answered(socket: Socket): Promise<void> {
  await new Promise((resolve) => {
    socket.once("data", resolve);
    socket.once("close", resolve);
    setTimeout(resolve, 10_000).unref();
  });
  await sleep(1_000);
}

function body(text: string): string {
  return postHead("/ext/bc/P", text.length) + text;
}

function batch(count: number, one: string): string {
  return post("/ext/bc/P", `[${Array(count).fill(one)}]`);
}

function ids(count: number): string[] {
  return Array<string>(count).fill(nodeID);
}
