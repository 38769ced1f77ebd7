import { holds, type TortureCase } from "../torture-case.ts";

const password = "k9@XzT4!wq#Lm2pR";

export const torture: TortureCase = {
  attack: "SIGTERM during a batch of 1,000 createUser",
  run: async (stage) => {
    const node = await stage.startNode("--http-shutdown-timeout=2s", "--http-batch-limit=1000");
    const batch = Array.from({ length: 1000 }, (_, id) => ({
      jsonrpc: "2.0",
      id,
      method: "keystore.createUser",
      params: { username: `user ${id}`, password },
    }));
    const sent = fetch(`${node.url}/ext/keystore`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(batch),
    }).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const { code, tookMs } = await node.stop();
    await sent;
    return [
      holds("the exit code is 0", code === 0),
      { what: "time to the end", measured: tookMs, bound: 2_000, unit: "ms" },
    ];
  },
};
