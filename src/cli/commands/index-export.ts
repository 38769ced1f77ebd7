import { open, rename, rm } from "node:fs/promises";
import { exportContainers } from "../../indexer/export-containers.ts";
import type { Command, Terminal } from "../command.ts";
import { grouped, Meter, problemOf } from "./index-meter.ts";
import { pathsOf, splitArguments, withIndexStore } from "./index-store.ts";

/** Writes the containers of all indices, or of those that are named, to a file or the standard output. */
export const indexExport: Command = async (args, terminal) => {
  const { words, flags } = splitArguments(args);
  const [file, ...names] = words;
  const chosen = pathsOf(names);
  if (file === undefined) {
    terminal.err("usage: couloir index export FILE [PATH...] [flags]\n");
    return 1;
  }
  if ("wrong" in chosen) {
    terminal.err(`there is no index ${chosen.wrong}\n`);
    return 1;
  }
  return withIndexStore(flags, terminal, { begins: false }, async ({ logs }) => {
    const exported = new Map(chosen.paths.map((path) => [path, logs[path]] as const));
    if (file !== "-") return exportFile(file, exported, terminal);
    for await (const { text } of exportContainers(exported)) terminal.out(text);
    return 0;
  });
};

type Logs = Parameters<typeof exportContainers>[0];

/** The file gets its name when it is whole. */
async function exportFile(file: string, logs: Logs, terminal: Terminal): Promise<number> {
  const counts = await Promise.all([...logs.values()].map((log) => log.count()));
  const total = counts.reduce((sum, count) => sum + Number(count), 0);
  const meter = new Meter(terminal);
  const partial = `${file}.partial`;
  try {
    const output = await open(partial, "w");
    let written = 0;
    try {
      for await (const { text, containers } of exportContainers(logs)) {
        await output.write(text);
        written += containers;
        meter.show(written, total && written / total);
      }
      await output.sync();
    } finally {
      await output.close();
    }
    await rename(partial, file);
    terminal.out(`exported ${grouped(written)} containers in ${meter.end()}\n`);
    return 0;
  } catch (error) {
    meter.end();
    await rm(partial, { force: true });
    terminal.err(`couldn't write ${file}: ${problemOf(error)}\n`);
    return 1;
  }
}
