import type { Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { StoreDamaged } from "../../store/store-files.ts";
import { limitHeapGrowth } from "../heap-growth.ts";
import type { Log } from "../logging/log.ts";
import { type LogLevel, logLevels } from "../logging/log-line.ts";
import type { FromReader, ReaderCounts, ToReader } from "./messages.ts";
import { openReaderServer, type ReaderServer } from "./reader-server.ts";

/** Runs a reader until the writer stops it or ends. */
export function runReaderProcess(): void {
  // The threads cost more than they save in a new space of 1 MiB.
  setFlagsFromString("--no-parallel-scavenge");
  let opened: Promise<ReaderServer> | undefined;
  const log = writersLog();
  process.on("disconnect", () => process.exit(1));
  // Control-C reaches every process of a terminal, and a signal of systemd every process of a service: the writer does what
  // they ask for, and stops the readers when their requests are done.
  for (const signal of ["SIGHUP", "SIGINT", "SIGTERM", "SIGUSR2"]) process.on(signal, () => {});
  process.on("uncaughtException", (err) => {
    log.fatal({ err }, "a reader stops after an unexpected error");
    process.exit(1);
  });
  process.on("message", async (message: ToReader, connection: Socket | undefined) => {
    if (message.kind === "start") {
      // Off since main.ts: its memory is worth it only for one that has much to do.
      opened = openReaderServer(message.start, log, () => setFlagsFromString("--opt"));
      const { server, chain } = await opened;
      chain.condition.onChange(() => {
        const { damage } = chain.condition;
        if (damage !== undefined) tell({ kind: "damaged", damage });
      });
      limitHeapGrowth(() => server.isCrowded);
      tell({ kind: "listening" });
      return;
    }
    if (opened === undefined) throw new Error(`${message.kind} came before start`);
    const reader = await opened;
    switch (message.kind) {
      case "connection":
        // The client may be gone already.
        if (connection !== undefined) reader.server.adopt(connection);
        break;
      case "moved":
        reader.chain.refresh();
        break;
      case "damaged":
        reader.chain.condition.note(new StoreDamaged(message.damage));
        break;
      case "count":
        tell({ kind: "counts", question: message.question, counts: countsOf(reader) });
        break;
      case "stop":
        await reader.server.stop(message.timeoutMs);
        reader.close();
        process.exit(0);
    }
  });
  tell({ kind: "ready" });
}

function countsOf({ server, chain }: ReaderServer): ReaderCounts {
  return {
    routes: server.metrics.map((route) => ({ ...route })),
    residentBytes: process.memoryUsage.rss(),
    height: chain.blocks.lastAccepted().height,
  };
}

/** The writer writes the log for all processes. */
function writersLog(): Log {
  const write = (level: Exclude<LogLevel, "off">) => (fields: object, message: string) =>
    tell({ kind: "log", level, fields, message });
  const writes = Object.fromEntries(
    logLevels.filter((level) => level !== "off").map((level) => [level, write(level)]),
  );
  return { ...writes, close: async () => {} } as unknown as Log;
}

function tell(message: FromReader): void {
  if (process.connected) process.send!(message);
}
