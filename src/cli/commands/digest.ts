import { formatHex } from "../../formats/hex.ts";
import { configuredNetwork } from "../../node/chain/configured-network.ts";
import { openChain } from "../../node/chain/open-chain.ts";
import { machineClock } from "../../node/clock.ts";
import { StartError } from "../../node/node-config.ts";
import type { Command } from "../command.ts";
import { readSettings } from "../settings.ts";
import { existingStore } from "./existing-store.ts";

/** Prints the SHA-256 of the whole chain state at the tip. */
export const digest: Command = async (args, terminal) => {
  const settings = await readSettings(args, terminal);
  if ("exitCode" in settings) return settings.exitCode;
  const { config } = settings;
  try {
    const network = configuredNetwork(config);
    // A new chain would have a digest too: that of the genesis.
    if (!config.database.inMemory) existingStore(config, network.name);
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
