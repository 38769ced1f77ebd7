import { FormatError } from "./format-error.ts";

/**
 * Base58 of any length. The usual algorithm takes quadratic time; dividing the digits in halves leaves the work to the
 * multiplication of big integers, which takes seconds for megabytes.
 */

const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const digitOf = new Map([...alphabet].map((character, digit) => [character, digit]));
const base = 58n;

/** Numbers of so few digits are read and written one by one. */
const digitsAtOnce = 64;

/** Throws FormatError for another character. */
export function decodeLongBase58(text: string): Uint8Array {
  const zeros = /^1*/.exec(text)![0].length;
  const digits = text.slice(zeros);
  const hex = digits === "" ? "" : numberOf(digits, powers(digits.length)).toString(16);
  const number = hex.length % 2 === 0 ? hex : `0${hex}`;
  const bytes = new Uint8Array(zeros + number.length / 2);
  for (let i = 0; i < number.length; i += 2) {
    bytes[zeros + i / 2] = Number.parseInt(number.slice(i, i + 2), 16);
  }
  return bytes;
}

export function encodeLongBase58(bytes: Uint8Array): string {
  const first = bytes.findIndex((byte) => byte !== 0);
  if (first < 0) return "1".repeat(bytes.length);
  const hex = Array.from(bytes.subarray(first), (byte) => byte.toString(16).padStart(2, "0"));
  // A byte has less than 1.4 digits.
  const digitsMax = Math.ceil((bytes.length - first) * 1.4) + 1;
  const digits = digitsOf(BigInt(`0x${hex.join("")}`), digitsMax, powers(digitsMax));
  return "1".repeat(first) + digits.replace(/^1+/, "");
}

/** 58 to the power of 64, 128, 256, ..., by their exponents. */
type Powers = ReadonlyMap<number, bigint>;

function powers(digits: number): Powers {
  const found = new Map<number, bigint>();
  let power = base ** BigInt(digitsAtOnce);
  for (let exponent = digitsAtOnce; exponent < digits; exponent *= 2) {
    found.set(exponent, power);
    if (exponent * 2 < digits) power *= power;
  }
  return found;
}

/** The largest power of two, times 64, that is less than the number of digits. */
function halfOf(digits: number): number {
  let half = digitsAtOnce;
  while (half * 2 < digits) half *= 2;
  return half;
}

function numberOf(digits: string, known: Powers): bigint {
  if (digits.length <= digitsAtOnce) {
    let number = 0n;
    for (const character of digits) {
      const digit = digitOf.get(character);
      if (digit === undefined) throw new FormatError("Invalid base58 digit");
      number = number * base + BigInt(digit);
    }
    return number;
  }
  const half = halfOf(digits.length);
  const at = digits.length - half;
  return (
    numberOf(digits.slice(0, at), known) * known.get(half)! + numberOf(digits.slice(at), known)
  );
}

/** Exactly `digits` digits, with leading zeros. */
function digitsOf(number: bigint, digits: number, known: Powers): string {
  if (number === 0n) return "1".repeat(digits);
  if (digits <= digitsAtOnce) {
    let text = "";
    for (let rest = number; rest > 0n; rest /= base) text = alphabet[Number(rest % base)]! + text;
    return text.padStart(digits, "1");
  }
  const half = halfOf(digits);
  const power = known.get(half)!;
  return digitsOf(number / power, digits - half, known) + digitsOf(number % power, half, known);
}
