import { FormatError } from "./format-error.ts";

export const maxUint64 = 2n ** 64n - 1n;

export function formatUint64(value: bigint): string {
  return value.toString();
}

/** Decimal digits only; leading zeros are ignored. Throws FormatError with Go's messages. */
export function parseUint64(text: string): bigint {
  if (!/^[0-9]+$/.test(text)) {
    throw new FormatError(`strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`);
  }
  // BigInt takes quadratic time, so a long text is rejected by its length.
  const significant = text.replace(/^0+(?=.)/, "");
  const value = significant.length > 20 ? maxUint64 + 1n : BigInt(significant);
  if (value > maxUint64) {
    throw new FormatError(`strconv.ParseUint: parsing ${JSON.stringify(text)}: value out of range`);
  }
  return value;
}
