import { sha256 } from "../crypto/hash.ts";
import { equalBytes } from "./bytes.ts";
import { FormatError } from "./format-error.ts";

const checksumBytes = 4;

/** The bytes, followed by the last four bytes of their sha256. */
export function appendChecksum(bytes: Uint8Array): Uint8Array {
  const checked = new Uint8Array(bytes.length + checksumBytes);
  checked.set(bytes);
  checked.set(checksumOf(bytes), bytes.length);
  return checked;
}

/** The bytes before the checksum. Throws FormatError if it is missing or wrong. */
export function stripChecksum(checked: Uint8Array): Uint8Array {
  if (checked.length < checksumBytes) {
    throw new FormatError("input string is smaller than the checksum size");
  }
  const bytes = checked.slice(0, -checksumBytes);
  if (!equalBytes(checked.subarray(-checksumBytes), checksumOf(bytes))) {
    throw new FormatError("invalid input checksum");
  }
  return bytes;
}

function checksumOf(bytes: Uint8Array): Uint8Array {
  // A copy: a view of such a small array makes the engine move its memory out of the heap.
  return sha256(bytes).slice(-checksumBytes);
}
