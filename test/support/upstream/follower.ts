import { join } from "node:path";
import type { Halt } from "../../../src/follow/halts.ts";
import { genesisBlocks } from "../../../src/foreign-chains/genesis-blocks.ts";
import type { UpstreamFollowing } from "../../../src/upstream/follow-options.ts";
import { followUpstreams } from "../../../src/upstream/follow-upstreams.ts";
import { type ChainInDirectory, localNetworkID, openChainIn } from "./chain-in-directory.ts";

export type OpenFollower = ChainInDirectory & {
  readonly following: UpstreamFollowing;
  readonly errors: readonly unknown[];
  readonly warnings: readonly string[];
  readonly halts: readonly Halt[];
  /** Stops following and closes the store. */
  readonly stop: () => Promise<void>;
};

/** Follows upstreams with the chain of a directory, as a node does. */
export async function startFollower(
  directory: string,
  urls: readonly string[],
  flags: readonly string[] = [],
): Promise<OpenFollower> {
  const opened = await openChainIn(directory, { isFollower: true, flags });
  const errors: unknown[] = [];
  const warnings: string[] = [];
  const halts: Halt[] = [];
  const genesisIDs = genesisBlocks(opened.store, opened.context);
  const following = followUpstreams({
    ...opened,
    urls: urls.map((url) => new URL(url)),
    headers: {},
    networkID: localNetworkID,
    upgrades: opened.context.network.upgrades,
    isIndexEnabled: true,
    genesisID: (path) =>
      ({ "X/block": genesisIDs.X, "C/block": genesisIDs.C })[path as "X/block" | "C/block"],
    nowMillis: Date.now,
    reportFolder: join(directory, "reports"),
    stagingFile: ":memory:",
    onPhase: () => {},
    onWarning: (message) => warnings.push(message),
    onHalt: (halt) => halts.push(halt),
    onError: (error) => errors.push(error),
    onPending: () => {},
  });
  await following.start();
  const stop = async () => {
    await following.stop();
    await opened.close();
  };
  return { ...opened, following, errors, warnings, halts, stop };
}

/** A process of its own that follows until it is killed, and prints its height. */
async function followEndlessly(directory: string, url: string): Promise<void> {
  const { following } = await startFollower(directory, [url]);
  setInterval(() => process.stdout.write(`${following.progress().height}\n`), 20);
}

const [, script, directory, url] = process.argv;
if (script?.endsWith("upstream/follower.ts") && directory !== undefined && url !== undefined) {
  await followEndlessly(directory, url);
}
