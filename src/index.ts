import { ConfigError } from "./cli/flag-types.ts";
import type { StartedNode, StartOptions } from "./embedded/embedding.ts";

export type {
  Hardfork,
  NodeAccount,
  NodeInfo,
  NodeValidator,
  RpcParams,
  StartedNode,
  StartOptions,
} from "./embedded/embedding.ts";

/**
 * Starts a node in this process: a healthy P-chain with funded keys, by default in memory and on a free port. You can
 * start any number of nodes side by side.
 *
 *     await using node = await startNode();
 *     const { height } = await node.client.platform.getHeight();
 *
 * Rejects with an Error that says what to do when an option is invalid, the port is taken, or the data directory is in
 * use.
 */
export async function startNode(options: StartOptions = {}): Promise<StartedNode> {
  const { startEmbedded } = await import("./embedded/start-embedded.ts");
  try {
    return await startEmbedded(options);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new Error(`couldn't start node: ${error.message}`, { cause: error });
  }
}
