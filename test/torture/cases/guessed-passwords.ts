import type { TortureCase } from "../torture-case.ts";

const owner = { username: "owner", password: "k9@XzT4!wq#Lm2pR" };

export const torture: TortureCase = {
  attack: "40 parallel wrong passwords for a user",
  run: async (stage) => {
    const node = await stage.startNode();
    const exportUser = (user: object) => node.call("/ext/keystore", "keystore.exportUser", user);
    await node.call("/ext/keystore", "keystore.createUser", owner);
    const wrong = Array.from({ length: 40 }, (_, i) =>
      exportUser({ ...owner, password: `wrong ${i}` }),
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    const begun = performance.now();
    const answer = await exportUser(owner);
    const waitedMs = performance.now() - begun;
    const accepted = (await Promise.all(wrong)).filter(({ error }) => error === undefined);
    return [
      { what: "wait of the right password", measured: waitedMs, bound: 2_000, unit: "ms" },
      { what: "its errors", measured: answer.error === undefined ? 0 : 1, bound: 0, unit: "" },
      { what: "wrong passwords accepted", measured: accepted.length, bound: 0, unit: "" },
    ];
  },
};
