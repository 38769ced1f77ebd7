import type { Measure, TortureCase } from "../torture-case.ts";
import { type Attacks, ask, body, waitsBeside } from "../waits-beside.ts";

const open = '{"jsonrpc":"2.0","id":1,"method":"platform.getUTXOs","params":';

const attacks: Attacks = {
  "16,000 numbers of 310 digits": () =>
    body(`${open}{"addresses":[${Array(16_000).fill("1".repeat(310))}]}}`),
  "130,000 decimals": () =>
    body(
      `{"jsonrpc":"2.0","id":1,"method":"platform.getHeight","x":[${Array(130_000).fill(`1.${"2".repeat(36)}`)}]}`,
    ),
  "a sorted list of 5,000 validators": () =>
    ask("platform.getCurrentValidators", { sort: { by: "uptime", descending: true } }),
};

export const torture: TortureCase = {
  attack: "much work for a reader that has just started, of two processes",
  run: async (stage) => {
    const measures: Measure[] = [];
    for (const [name, attack] of Object.entries(attacks)) {
      const node = await stage.startNode("--processes=2", "--stakers=5000");
      // One of them reaches the reader first: connections go to the processes in turn.
      const again = Object.fromEntries([1, 2, 3].map((n) => [`${name}, ${n}`, attack]));
      measures.push(...(await waitsBeside(stage, node, again)));
      await node.kill();
    }
    return measures;
  },
};
