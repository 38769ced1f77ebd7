import { call } from "../raw-client.ts";
import type { TortureCase } from "../torture-case.ts";
import { type Attacks, ask, batch, body, bodyBytesMax, waitsBeside } from "../waits-beside.ts";

const address = "P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u";
const nodeID = "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg";

export const attacks: Attacks = {
  "200 pipelined sampleValidators of 65,535": () =>
    ask("platform.sampleValidators", { size: 65_535 }).repeat(200),
  "a batch of 200 sampleValidators of 65,535": () =>
    batch(200, call("platform.sampleValidators", { size: 65_535 })),
  "getBalance of 150,000 addresses": () =>
    ask("platform.getBalance", { addresses: Array(150_000).fill(address) }),
  "a batch of 100 getBalance of 1,024 addresses": () =>
    batch(100, call("platform.getBalance", { addresses: Array(1_024).fill(address) })),
  "5 MiB of nested arrays": () => body("[".repeat(bodyBytesMax)),
  "5 MiB of nested arrays in params": () => {
    const half = (bodyBytesMax - 100) / 2;
    return body(
      `{"jsonrpc":"2.0","id":1,"method":"platform.getHeight","params":[${"[".repeat(half)}${"]".repeat(half)}]}`,
    );
  },
  "400,000 distinct names": () => ask("platform.getHeight", names(400_000)),
  "100,000 node IDs": () => ask("platform.getCurrentValidators", { nodeIDs: ids(100_000) }),
  "16,000 node IDs": () => ask("platform.getCurrentValidators", { nodeIDs: ids(16_000) }),
  "a batch of 2,600,000 numbers": () => body(`[${"0,".repeat(bodyBytesMax / 2 - 2)}0]`),
  "a string of 5 MiB": () => ask("platform.getTx", { txID: "x".repeat(bodyBytesMax - 200) }),
};

export const torture: TortureCase = {
  attack: "one connection that asks for the most expensive things, in calls, batches and bodies",
  run: async (stage) => waitsBeside(stage, await stage.startNode("--stakers=500"), attacks),
};

function names(count: number): object {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, 1]));
}

function ids(count: number): string[] {
  return Array<string>(count).fill(nodeID);
}
