import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Case, Context, Suite } from "../suite.ts";
import { startedByConfigFile } from "./by-config-file.ts";
import { startedByFlags } from "./by-flags.ts";
import { withOneNode } from "./one-node.ts";
import { keysRemedy, stakingKeys } from "./staking-keys.ts";

/** The executable under the hands of launchers: two kinds of network, then what they meet with one node. */
export const fiveNodes: Suite = {
  about: "the executable as launchers of test networks start, ask and stop it",
  needs: [],
  async run(context) {
    const folder = mkdtempSync(join(tmpdir(), "couloir-five-nodes-"));
    try {
      return [...(await networks(context, folder)), ...(await withOneNode(folder, context.logs))];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function networks(context: Context, folder: string): Promise<Case[]> {
  const keys = await stakingKeys(context);
  if (keys.length === 0) {
    return [{ name: "networks of five nodes", outcome: "skipped", why: keysRemedy }];
  }
  return [
    ...(await startedByFlags(context, keys, folder)),
    ...(await startedByConfigFile(context, keys, folder)),
  ];
}
