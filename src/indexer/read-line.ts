import { sha256 } from "../crypto/hash.ts";
import { decodeBytes } from "../formats/encoding.ts";
import { FormatError } from "../formats/format-error.ts";
import { formatId } from "../formats/id.ts";
import { formatTimeNanos, parseTime } from "../formats/time.ts";
import type { NewContainer } from "../store/container-log.ts";
import { type ReadContainer, readContainer } from "./container-id.ts";
import { type ExportLine, LineError } from "./export-format.ts";

/** The container of a line, with its ID computed from the bytes. Throws LineError and ContainerError. */
export function readLine(line: ExportLine): {
  readonly container: NewContainer;
  readonly read: ReadContainer;
} {
  const read = readContainer(line.path, bytesOf(line.bytes));
  const idText = formatId(read.id);
  if (idText !== line.id) throw new LineError(`id is ${line.id}, but the bytes have ${idText}`);
  const container = {
    id: read.id,
    idText,
    bytesText: lowerCase(line.bytes),
    timestampText: timestampOf(line.timestamp),
  };
  return { container, read };
}

/** Searching for six letters is ten times faster than copying the text. */
function lowerCase(digits: string): string {
  return upperDigits.some((digit) => digits.includes(digit)) ? digits.toLowerCase() : digits;
}

const upperDigits = [..."ABCDEF"];

const checksumBytes = 4;
/** Positions of the checksum's bytes, from the end. */
const checksumAt = [1, 2, 3, 4] as const;

/** A fast path for `decodeBytes`, which checks each digit and reports errors. */
function bytesOf(text: string): Uint8Array {
  const checked = Buffer.from(text.slice(2), "hex");
  const isWhole = text.startsWith("0x") && 2 + 2 * checked.length === text.length;
  const length = checked.length - checksumBytes;
  if (isWhole && length > 0) {
    const bytes = new Uint8Array(checked.buffer, checked.byteOffset, length);
    const sum = sha256(bytes);
    if (checksumAt.every((i) => sum[32 - i] === checked[checked.length - i])) return bytes;
  }
  return refusing("bytes", () => decodeBytes(text, "hex"));
}

/** Times that fit Go's int64 of nanoseconds. */
const nanosMax = 2n ** 63n - 1n;
const nanosMin = -(2n ** 63n);

/** Texts in the form of `formatTimeNanos`. Matching is ten times faster than parsing and formatting again. */
const plainTimestamp =
  /^(?:19[7-9]|2[01]\d)\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{0,8}[1-9])?Z$/;

/** Converts an RFC 3339 time of any zone to UTC. */
function timestampOf(text: string): string {
  if (plainTimestamp.test(text)) return text;
  const fraction = /\.(\d{1,9})(?:Z|[+-]\d\d:\d\d)$/.exec(text)?.[1] ?? "";
  const seconds = refusing("timestamp", () => parseTime(text));
  if (text.includes(".") && fraction === "") {
    throw new LineError(`timestamp ${text} is finer than a nanosecond`);
  }
  const nanos = seconds * 1_000_000_000n + BigInt(fraction.padEnd(9, "0"));
  if (nanos < nanosMin || nanos > nanosMax) {
    throw new LineError(`timestamp ${text} is beyond the years 1677 to 2262`);
  }
  return formatTimeNanos(nanos);
}

function refusing<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new LineError(`${name}: ${error.message}`);
  }
}
