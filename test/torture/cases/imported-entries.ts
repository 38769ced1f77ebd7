import { createHash } from "node:crypto";
import { holds, type TortureCase } from "../torture-case.ts";

const entries = 320_000;

export const torture: TortureCase = {
  attack: "an import of a user with 320,000 empty entries",
  run: async (stage) => {
    const node = await stage.startNode();
    const bystander = await stage.startBystander(node);
    // Codec version, hash and salt, and the number of entries; each has two lengths of zero.
    const user = Buffer.alloc(2 + 32 + 16 + 4 + 8 * entries);
    user.writeUInt32BE(entries, 50);
    const checksum = createHash("sha256").update(user).digest().subarray(28);
    const text = `0x${Buffer.concat([user, checksum]).toString("hex")}`;
    const params = { username: "full", password: "k9@XzT4!wq#Lm2pR", user: text };
    const answer = await node.call("/ext/keystore", "keystore.importUser", params);
    const waits = await bystander.stop();
    return [
      holds("it is refused", answer.error?.message.includes("limit of 10240") === true),
      { what: "longest wait of another client", measured: waits.longestMs, bound: 250, unit: "ms" },
    ];
  },
};
