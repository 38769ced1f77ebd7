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
import { LossySink, type LostLines } from "./lossy-sink.ts";

type Write = (fields: object, message: string) => void;

/** The log of a node: fields first, then the message. Errors go into the field `err`. */
export type Log = Readonly<Record<Exclude<LogLevel, "off">, Write>> & {
  /** The number of lines that could not be written since the start, by destination. */
  readonly lostLines: () => Readonly<Record<LogDestination, number>>;
  /** Closes the file. */
  readonly close: () => Promise<void>;
};

export type LogDestination = "file" | "display";

/** Where the log goes in addition to its file. */
export type LogDisplay = {
  readonly isTerminal: boolean;
  /** Whether the terminal has no colors, or its user wants none. */
  readonly isColorless?: boolean;
  /** May throw: the log counts the line as lost. */
  readonly write: (text: string) => void;
};

/**
 * Writes to `<log-dir>/main.log` and to the display, which have separate levels. After its start, a log never throws: it
 * counts lines that cannot be written, and reports them when it can write again.
 */
export function createLog(config: LogConfig, display: LogDisplay): Log {
  const { directory, level, displayLevel, format, rotation } = config;
  const now = machineClock.nowDate;
  const hasFile = level !== "off" && directory !== undefined;
  const file = hasFile ? new LogFile(directory, "main", rotation, now) : undefined;
  const sinks: Partial<Record<LogDestination, Sink>> = {};
  if (file !== undefined) {
    const fileFormat = format === "json" ? "json" : "plain";
    sinks.file = lossySink(rank(level), fileFormat, (line) => file.write(line));
  }
  if (displayLevel !== "off") {
    const shown = displayFormat(format, display);
    sinks.display = lossySink(rank(displayLevel), shown, display.write);
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
    destination(Object.values(sinks)),
  ) as unknown as Omit<Log, "close" | "lostLines">;
  return Object.assign(logger, {
    lostLines: () => ({
      file: sinks.file?.sink.lostTotal ?? 0,
      display: sinks.display?.sink.lostTotal ?? 0,
    }),
    close: async () => file?.close(),
  });
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
  lostLines: () => ({ file: 0, display: 0 }),
  close: async () => {},
};

function ignore(): void {}

type Sink = {
  readonly least: number;
  readonly format: Exclude<LogFormat, "auto">;
  readonly sink: LossySink;
};

function lossySink(least: number, format: Sink["format"], write: (line: string) => void): Sink {
  const report = ({ count, reason }: LostLines): string => {
    const timestamp = machineClock.nowDate().toISOString();
    const msg = "log lines were lost";
    const record: LogRecord = { level: "warn", timestamp, count, reason, msg };
    if (format === "json") return `${JSON.stringify(record)}\n`;
    return formatLogLine(record, format === "colors");
  };
  return { least, format, sink: new LossySink(write, report) };
}

function rank(level: LogLevel): number {
  return (logLevels.indexOf(level) + 1) * 10;
}

function quietest(level: LogLevel, displayLevel: LogLevel): LogLevel {
  return rank(level) < rank(displayLevel) ? level : displayLevel;
}

function displayFormat(format: LogFormat, display: LogDisplay): Sink["format"] {
  if (format !== "auto") return format;
  if (!display.isTerminal) return "json";
  return display.isColorless ? "plain" : "colors";
}

/** pino sets `lastLevel` on a destination with this symbol. */
function destination(sinks: readonly Sink[]) {
  return {
    [Symbol.for("pino.metadata")]: true,
    lastLevel: 0,
    write(line: string): void {
      let record: LogRecord | undefined;
      for (const { least, format, sink } of sinks) {
        if (this.lastLevel < least) continue;
        if (format === "json") {
          sink.write(line);
          continue;
        }
        record ??= parseJson(line) as unknown as LogRecord;
        sink.write(formatLogLine(record, format === "colors"));
      }
    },
  };
}
