import type { Command } from "./command.ts";
import type { CommandName } from "./command-summaries.ts";

/** Loads a command only when it is run, so that none pays for another at start. */
export const commands: Readonly<Record<CommandName, () => Promise<Command>>> = {
  serve: async () => (await import("./commands/serve.ts")).serve,
  genesis: async () => (await import("./commands/genesis.ts")).genesis,
  mock: async () => (await import("./commands/mock.ts")).mock,
  replay: async () => (await import("./commands/replay.ts")).replay,
  index: async () => (await import("./commands/index.ts")).index,
  completion: async () => (await import("./commands/completion.ts")).completion,
  digest: async () => (await import("./commands/digest.ts")).digest,
};
