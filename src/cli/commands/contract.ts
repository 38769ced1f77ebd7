import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import type { Command, Terminal } from "../command.ts";
import { stopSignal } from "../signals.ts";

/** The tools have a bundle of their own, so that nothing of the node depends on code generation. */
const tools = new URL("../../../dist/contract.js", import.meta.url);

type Tools = {
  readonly main: (
    args: readonly string[],
    console: Pick<Terminal, "out" | "err"> & { readonly stopped: () => Promise<unknown> },
  ) => Promise<number>;
};

/** Runs the tools for any OpenRPC document. */
export const contract: Command = async (args, { out, err }) => {
  if (!existsSync(fileURLToPath(tools))) {
    err("the contract tools are not built: run npm run build\n");
    return 1;
  }
  // What a command makes is garbage soon: V8 would otherwise take 40 MiB more for a large document, and be no faster.
  setFlagsFromString("--semi-space-growth-factor=1");
  const { main } = (await import(tools.href)) as Tools;
  return main(args, { out, err, stopped: stopSignal });
};
