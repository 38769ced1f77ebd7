import { pino, stdSerializers } from "pino";
import { parseJson } from "../../formats/json.ts";
import { machineClock } from "../clock.ts";
import type { LogConfig } from "../node-config.ts";
import { LogFile } from "./log-file.ts";
import {
  formatLogLine,
  type LogFormat,
  type LogLevel,
  type LogRecord,
  logLevels,
} from "./log-line.ts";

type Write = (fields: object, message: string) => void;

/** The log of a node: fields first, then the message. Errors go into the field `err`. */
export type Log = Readonly<Record<Exclude<LogLevel, "off">, Write>> & {
  /** Closes the file. */
  readonly close: () => Promise<void>;
};

/** Where the log goes in addition to its file. */
export type LogDisplay = {
  readonly isTerminal: boolean;
  readonly write: (text: string) => void;
};

/** Writes to `<log-dir>/main.log` and to the display, which have separate levels. */
export function createLog(config: LogConfig, display: LogDisplay): Log {
  const { directory, level, displayLevel, format, rotation } = config;
  const now = machineClock.nowDate;
  const hasFile = level !== "off" && directory !== undefined;
  const file = hasFile ? new LogFile(directory, "main", rotation, now) : undefined;
  const sinks: Sink[] = [];
  if (file !== undefined) {
    const fileFormat = format === "json" ? "json" : "plain";
    sinks.push({ least: rank(level), format: fileFormat, write: (line) => file.write(line) });
  }
  if (displayLevel !== "off") {
    const write = display.write;
    sinks.push({ least: rank(displayLevel), format: displayFormat(format, display), write });
  }
  const logger = pino(
    {
      level: quietest(level, displayLevel),
      customLevels: Object.fromEntries(logLevels.map((name) => [name, rank(name)])),
      useOnlyCustomLevels: true,
      base: null,
      timestamp: () => `,"timestamp":"${now().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: stdSerializers.err },
    },
    destination(sinks),
  ) as unknown as Omit<Log, "close">;
  return Object.assign(logger, { close: async () => file?.close() });
}

/** Discards everything. */
export const silentLog: Log = {
  verbo: ignore,
  debug: ignore,
  trace: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  fatal: ignore,
  close: async () => {},
};

function ignore(): void {}

type Sink = {
  readonly least: number;
  readonly format: Exclude<LogFormat, "auto">;
  readonly write: (line: string) => void;
};

function rank(level: LogLevel): number {
  return (logLevels.indexOf(level) + 1) * 10;
}

function quietest(level: LogLevel, displayLevel: LogLevel): LogLevel {
  return rank(level) < rank(displayLevel) ? level : displayLevel;
}

function displayFormat(format: LogFormat, display: LogDisplay): Sink["format"] {
  if (format !== "auto") return format;
  return display.isTerminal ? "colors" : "json";
}

/** pino sets `lastLevel` on a destination with this symbol. */
function destination(sinks: readonly Sink[]) {
  return {
    [Symbol.for("pino.metadata")]: true,
    lastLevel: 0,
    write(line: string): void {
      let record: LogRecord | undefined;
      for (const { least, format, write } of sinks) {
        if (this.lastLevel < least) continue;
        if (format === "json") {
          write(line);
          continue;
        }
        record ??= parseJson(line) as unknown as LogRecord;
        write(formatLogLine(record, format === "colors"));
      }
    },
  };
}
