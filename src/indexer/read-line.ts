import { sha256 } from "../crypto/hash.ts";
import { decodeBytes } from "../formats/encoding.ts";
import { FormatError } from "../formats/format-error.ts";
import { formatId } from "../formats/id.ts";
import { formatTimeNanos, parseTime } from "../formats/time.ts";
import type { NewContainer } from "../store/container-log.ts";
import { type ReadContainer, readContainer } from "./container-id.ts";
import { type ExportLine, LineError } from "./export-format.ts";

/** The container of a line, its ID computed anew. Throws LineError and ContainerError. */
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

/** To look for six letters takes a tenth of the time of making a copy. */
function lowerCase(digits: string): string {
  return upperDigits.some((digit) => digits.includes(digit)) ? digits.toLowerCase() : digits;
}

const upperDigits = [..."ABCDEF"];

const checksumBytes = 4;
/** Places of the checksum's bytes, from the end. */
const checksumAt = [1, 2, 3, 4] as const;

/** As `decodeBytes`, which goes through the digits one by one and tells what is wrong with them. */
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

/** Texts that are surely as `formatTimeNanos` writes them; to parse and write them again takes ten times longer. */
const plainTimestamp =
  /^(?:19[7-9]|2[01]\d)\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{0,8}[1-9])?Z$/;

/** An RFC 3339 time of any zone, in UTC. */
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
