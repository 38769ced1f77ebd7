import { existsSync } from "node:fs";
import { formatHex } from "../../formats/hex.ts";
import { configuredNetwork } from "../../node/chain/configured-network.ts";
import { openChain, storeFile } from "../../node/chain/open-chain.ts";
import { machineClock } from "../../node/clock.ts";
import { type NodeConfig, StartError } from "../../node/node-config.ts";
import type { Command } from "../command.ts";
import { readSettings } from "../settings.ts";

/** Prints the SHA-256 of the whole chain state at the tip. */
export const digest: Command = async (args, terminal) => {
  const settings = await readSettings(args, terminal);
  if ("exitCode" in settings) return settings.exitCode;
  const { config } = settings;
  try {
    const network = configuredNetwork(config);
    refuseMissingStore(config, network.name);
    const nowSeconds = machineClock.nowNanos() / 1_000_000_000n;
    const opened = await openChain(config, network, nowSeconds);
    try {
      terminal.out(`${formatHex(opened.store.digest()).slice(2)}\n`);
    } finally {
      await opened.close();
    }
    return 0;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    terminal.err(`${error.message}\n`);
    return 1;
  }
};

/** A new chain would have a digest too: that of the genesis. */
function refuseMissingStore({ database }: NodeConfig, networkName: string): void {
  const file = storeFile(database, networkName);
  if (file === undefined || existsSync(file)) return;
  throw new StartError(
    `there is no chain of network ${networkName} at ${file}: choose its folder with --data-dir or --db-dir, and its network with --network-id`,
  );
}
