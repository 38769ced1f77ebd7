import { crc32 } from "node:zlib";
import { formatJson, parseJson } from "../formats/json.ts";
import { type IndexPath, indexPaths, type WrittenContainer } from "../store/container-log.ts";

/**
 * An export has one JSON object per line. The first line has the number of containers of each index. Every other line is
 * a container in the form of the API, preceded by the path of its index and followed by a CRC-32 of path, index, ID and
 * timestamp, each terminated by a newline; `bytes` has its own checksum. Files from other programs may omit the first
 * line and need only path, id, bytes and timestamp.
 */
export type ExportHead = {
  readonly format: typeof exportFormat;
  readonly version: 1;
  readonly containers: Readonly<Partial<Record<IndexPath, number>>>;
};

export const exportFormat = "couloir-index";

/** A parsed line whose values are not validated yet. */
export type ExportLine = {
  readonly path: IndexPath;
  readonly id: string;
  readonly bytes: string;
  readonly timestamp: string;
  readonly index: string | undefined;
};

/** An invalid line. The message says why. */
export class LineError extends Error {
  override readonly name = "LineError";
}

export function formatHead(containers: ExportHead["containers"]): string {
  const head: ExportHead = { format: exportFormat, version: 1, containers };
  return `${JSON.stringify(head)}\n`;
}

export function formatLine(path: IndexPath, container: WrittenContainer): string {
  const { id, bytes, timestamp, encoding, index } = container;
  const crc = checkOf(path, index, id, timestamp);
  return `{"path":"${path}","id":"${id}","bytes":"${bytes}","timestamp":"${timestamp}","encoding":"${encoding}","index":"${index}","crc":"${crc}"}\n`;
}

/** Parses the first line; undefined if the text is not a head. Throws LineError for another format or version. */
export function parseHead(text: string): ExportHead | undefined {
  if (!text.includes('"format"')) return undefined;
  const value = parseObject(text);
  if (value["format"] !== exportFormat || value["version"] !== 1) {
    throw new LineError(
      `the file is of format ${show(value["format"])} version ${show(value["version"])}, not ${exportFormat} version 1`,
    );
  }
  const containers = value["containers"];
  if (typeof containers !== "object" || containers === null) {
    throw new LineError("the first line does not say how many containers follow");
  }
  for (const [path, count] of Object.entries(containers)) {
    if (!isPath(path) || !Number.isSafeInteger(count) || (count as number) < 0) {
      throw new LineError(`the first line counts ${show(count)} containers of ${show(path)}`);
    }
  }
  return value as ExportHead;
}

/** Throws LineError. A line of an export with a head must have its checksum. */
export function parseLine(
  text: string,
  { isChecked }: { readonly isChecked: boolean },
): ExportLine {
  const { path, id, bytes, timestamp, encoding, index, crc } = membersOf(text) ?? parseObject(text);
  if (!isPath(path)) throw new LineError(`path is ${show(path)}, not ${indexPaths.join(" or ")}`);
  const line = {
    path,
    id: textOf("id", id),
    bytes: textOf("bytes", bytes),
    timestamp: textOf("timestamp", timestamp),
    index: index === undefined ? undefined : indexOf(index),
  };
  if (encoding !== undefined && encoding !== "hex") {
    throw new LineError(`encoding is ${show(encoding)}, not "hex"`);
  }
  if (crc !== undefined ? crc !== checkOf(path, line.index, line.id, line.timestamp) : isChecked) {
    throw new LineError(crc === undefined ? "the line has no crc" : "the line's crc is wrong");
  }
  return line;
}

function textOf(name: string, value: unknown): string {
  if (typeof value === "string") return value;
  throw new LineError(`${name} is ${show(value)}, not a text`);
}

function indexOf(value: unknown): string {
  if (typeof value === "string" || typeof value === "number") return value.toString();
  throw new LineError(`index is ${show(value)}, not a number`);
}

const checkDigits = 8;

function checkOf(...members: readonly (string | undefined)[]): string {
  const text = members.map((member) => `${member ?? ""}\n`).join("");
  return crc32(text).toString(16).padStart(checkDigits, "0");
}

/** A fast path for lines in the exact form of an export, twice as fast as JSON.parse. */
function membersOf(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.includes("\\")) return undefined;
  const members: Record<string, string> = {};
  let at = 0;
  for (const name of memberNames) {
    const start = at + name.length + 5;
    if (!text.startsWith(`${at === 0 ? "{" : ","}"${name}":"`, at)) return undefined;
    const end = text.indexOf('"', start);
    if (end < 0) return undefined;
    members[name] = text.slice(start, end);
    at = end + 1;
  }
  return text.startsWith("}", at) && at + 1 === text.length ? members : undefined;
}

const memberNames = ["path", "id", "bytes", "timestamp", "encoding", "index", "crc"] as const;

function parseObject(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    throw new LineError("the line is not JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new LineError("the line is not a JSON object");
  }
  return value as Readonly<Record<string, unknown>>;
}

function isPath(value: unknown): value is IndexPath {
  return (indexPaths as readonly unknown[]).includes(value);
}

/** A value as JSON, shortened. */
function show(value: unknown): string {
  const text = value === undefined ? "missing" : formatJson(value);
  return text.length <= 80 ? text : `${text.slice(0, 80)}...`;
}
