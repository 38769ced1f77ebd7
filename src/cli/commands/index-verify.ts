import { verifyContainers } from "../../indexer/verify-containers.ts";
import type { Command } from "../command.ts";
import { grouped, Meter } from "./index-meter.ts";
import { pathsOf, splitArguments, withIndexStore } from "./index-store.ts";

/** Computes the ID of every container from its bytes and reports those that differ. */
export const indexVerify: Command = async (args, terminal) => {
  const { words, flags } = splitArguments(args);
  const chosen = pathsOf(words);
  if ("wrong" in chosen) {
    terminal.err(`there is no index ${chosen.wrong}\n`);
    return 1;
  }
  return withIndexStore(flags, terminal, { begins: false }, async ({ logs, chains }) => {
    let faultCount = 0;
    for (const path of chosen.paths) {
      const log = logs[path];
      const total = Number(await log.count());
      const meter = new Meter(terminal);
      let checked = 0;
      for await (const page of verifyContainers(path, log, chains)) {
        checked = Number(page.checked);
        meter.show(checked, total && checked / total);
        for (const { index, what } of page.faults) {
          faultCount += 1;
          terminal.err(`${path} ${index}: ${what}\n`);
        }
      }
      terminal.out(`${path}: ${grouped(checked)} containers in ${meter.end()}\n`);
    }
    terminal.out(faultCount === 0 ? "all is well\n" : `${grouped(faultCount)} faults\n`);
    return faultCount === 0 ? 0 : 1;
  });
};
