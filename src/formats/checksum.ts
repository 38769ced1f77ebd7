import { sha256 } from "../crypto/hash.ts";
import { equalBytes } from "./bytes.ts";
import { FormatError } from "./format-error.ts";

const checksumBytes = 4;

/** The bytes with the last four bytes of their sha256 behind them. */
export function appendChecksum(bytes: Uint8Array): Uint8Array {
  const checked = new Uint8Array(bytes.length + checksumBytes);
  checked.set(bytes);
  checked.set(checksumOf(bytes), bytes.length);
  return checked;
}

/** The bytes before the checksum. Throws FormatError where it is missing or wrong. */
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
  // A copy: a part of an array this small makes the engine give it a memory of its own.
  return sha256(bytes).slice(-checksumBytes);
}
