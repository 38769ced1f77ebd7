import { statSync } from "node:fs";
import { configuredNetwork } from "../../node/chain/configured-network.ts";
import { openChain } from "../../node/chain/open-chain.ts";
import { machineClock } from "../../node/clock.ts";
import { StartError } from "../../node/node-config.ts";
import { writeSnapshot } from "../../node/snapshot/write-snapshot.ts";
import type { Command } from "../command.ts";
import { ProgressBar } from "../progress-bar.ts";
import { readSettings } from "../settings.ts";
import { existingStore } from "./existing-store.ts";
import { problemOf } from "./index-meter.ts";
import { splitArguments } from "./index-store.ts";

/** Writes the chain state of a stopped node to a file, and prints its digest. */
export const snapshotExport: Command = async (args, terminal) => {
  const { words, flags } = splitArguments(args);
  const [file] = words;
  if (file === undefined || words.length > 1) {
    terminal.err("usage: couloir snapshot export FILE [flags]\n");
    return 1;
  }
  const settings = await readSettings(flags, terminal);
  if ("exitCode" in settings) return settings.exitCode;
  const { config } = settings;
  const bar = new ProgressBar(terminal.columns, terminal.err);
  try {
    const network = configuredNetwork(config);
    existingStore(config, network.name);
    const nowSeconds = machineClock.nowNanos() / 1_000_000_000n;
    const opened = await openChain(config, network, nowSeconds);
    try {
      const { header, digest, lines } = await writeSnapshot(opened, file, (count, total) => {
        const now = Number(machineClock.elapsedNanos() / 1_000_000n);
        bar.show(count / Math.max(total, 1), now, () => `${count.toLocaleString("en")} rows`);
      });
      bar.clear();
      const { size } = statSync(file);
      terminal.out(
        `wrote the state at height ${header.height}, block ${header.blockID}: ${lines.toLocaleString("en")} lines, ${size.toLocaleString("en")} bytes\n`,
      );
      terminal.out(`digest ${digest}\n`);
    } finally {
      await opened.close();
    }
    return 0;
  } catch (error) {
    bar.clear();
    const isOfFile = (error as NodeJS.ErrnoException).code !== undefined;
    if (!(error instanceof StartError) && !isOfFile) throw error;
    const problem = error instanceof StartError ? error.message : problemOf(error);
    terminal.err(
      error instanceof StartError ? `${problem}\n` : `couldn't write ${file}: ${problem}\n`,
    );
    return 1;
  }
};
