import { createClient } from "../../clients/typescript/src/index.ts";
import { nodeConfig } from "../cli/config.ts";
import { readRawConfig } from "../cli/raw-config.ts";
import { createNode } from "../node/create-node.ts";
import { silentLog } from "../node/logging/log.ts";
import { caller } from "./caller.ts";
import { checkOptions } from "./check-options.ts";
import type { StartedNode, StartOptions } from "./embedding.ts";

/** Rejects with TypeError, ConfigError or StartError. */
export async function startEmbedded(options: StartOptions): Promise<StartedNode> {
  checkOptions(options);
  // Ignores the environment: an AVAGO_* variable must not change a test.
  const config = nodeConfig(await readRawConfig(argumentsOf(options), {}));
  const node = await createNode(config, silentLog);
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= node.stop();
    return stopped;
  };
  try {
    const url = await node.start();
    return {
      url,
      nodeID: node.nodeID,
      info: await node.describe(url),
      client: createClient(url),
      call: caller(url, () => stopped !== undefined),
      stop,
      [asyncDispose]: stop,
    } as StartedNode;
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Node 20 has the symbol. Some test environments hide it; compilers then fall back to this one. */
const asyncDispose = Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose");

function argumentsOf(options: StartOptions): string[] {
  const { port = 0, dataDirectory, stateFile, timestamp, blockTimeMs, balanceAvax } = options;
  const flags: Readonly<Record<string, string | number | boolean | undefined>> = {
    "http-port": port,
    "staking-port": 0,
    "data-dir": dataDirectory,
    ephemeral: dataDirectory === undefined,
    state: stateFile,
    "block-production": options.blockProduction,
    "block-time": blockTimeMs === undefined ? undefined : `${blockTimeMs}ms`,
    timestamp: timestamp && Math.floor(timestamp.getTime() / 1000),
    accounts: options.accounts,
    balance: balanceAvax,
    stakers: options.stakers,
    hardfork: options.hardfork,
    "gas-limit": options.gasLimit,
    ...options.flags,
  };
  return Object.entries(flags).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}=${value}`],
  );
}
