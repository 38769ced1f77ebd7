import type { TortureCase } from "../torture-case.ts";

const password = "k9@XzT4!wq#Lm2pR";
const owner = { username: "owner", password };

export const torture: TortureCase = {
  attack: "300 createUser at the same time",
  run: async (stage) => {
    const node = await stage.startNode();
    await node.call("/ext/keystore", "keystore.createUser", owner);
    const bystander = await stage.startBystander(node);
    const created = Array.from({ length: 300 }, (_, i) =>
      node
        .call("/ext/keystore", "keystore.createUser", { username: `user ${i}`, password })
        .catch(() => undefined),
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    const begun = performance.now();
    const answer = await node.call("/ext/keystore", "keystore.exportUser", owner);
    const waitedMs = performance.now() - begun;
    const waits = await bystander.stop();
    await node.kill();
    await Promise.all(created);
    return [
      { what: "wait of another user's export", measured: waitedMs, bound: 2_000, unit: "ms" },
      { what: "its errors", measured: answer.error === undefined ? 0 : 1, bound: 0, unit: "" },
      { what: "longest wait of another client", measured: waits.longestMs, bound: 250, unit: "ms" },
    ];
  },
};
