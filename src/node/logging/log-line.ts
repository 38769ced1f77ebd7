import { formatJson } from "../../formats/json.ts";

/** AvalancheGo's levels, most verbose first. */
export const logLevels = [
  "verbo",
  "debug",
  "trace",
  "info",
  "warn",
  "error",
  "fatal",
  "off",
] as const;

export type LogLevel = (typeof logLevels)[number];

/** `auto` is `colors` on a terminal and `json` elsewhere. */
export type LogFormat = "auto" | "plain" | "colors" | "json";

/** A line of the log as pino writes it. */
export type LogRecord = {
  readonly level: LogLevel;
  /** RFC 3339 in UTC. */
  readonly timestamp: string;
  readonly msg?: string;
  readonly [field: string]: unknown;
};

/**
 * `[12-20|19:44:45.293] INFO message {"field": "value"}` in local time: AvalancheGo's plain form, in which its drivers look
 * for ` FATAL `. avalanchego utils/logging/format.go @ v1.12.1
 */
export function formatLogLine(record: LogRecord, colored: boolean): string {
  const { level, timestamp, msg = "", ...fields } = record;
  const name = level.toUpperCase();
  const shown = colored ? `${colors[level]}${name}\u001b[0m` : name;
  const details = Object.keys(fields).length === 0 ? "" : ` ${formatFields(fields)}`;
  return `[${localTime(new Date(timestamp))}] ${shown} ${msg}${details}\n`;
}

const colors: Readonly<Record<LogLevel, string>> = {
  verbo: "\u001b[1;32m",
  debug: "\u001b[1;34m",
  trace: "\u001b[1;35m",
  info: "\u001b[0;36m",
  warn: "\u001b[1;33m",
  error: "\u001b[0;33m",
  fatal: "\u001b[0;31m",
  off: "",
};

function formatFields(fields: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(fields).map(
    ([name, value]) => `${JSON.stringify(name)}: ${formatJson(value)}`,
  );
  return `{${parts.join(", ")}}`;
}

function localTime(date: Date): string {
  const two = (value: number) => value.toString().padStart(2, "0");
  const millis = date.getMilliseconds().toString().padStart(3, "0");
  const day = `${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const time = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  return `${day}|${time}.${millis}`;
}
