import { FormatError } from "./format-error.ts";

const charset = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const bech32Constant = 1;
const bech32mConstant = 0x2bc830a3;
const checksumWords = 6;
const textLengthMax = 90;

/** Bech32 (BIP 173) of the bytes with a lower-case human-readable part. */
export function encodeBech32(hrp: string, bytes: Uint8Array): string {
  const words = regroup(bytes, 8, 5);
  return `${hrp}1${textOf(words)}${checksumOf(hrp, words, bech32Constant)}`;
}

/**
 * The human-readable part in lower case, and the bytes; bits of an incomplete byte make a byte.
 * Like github.com/btcsuite/btcd/btcutil v1.1.3 it takes the checksums of bech32 and bech32m, and
 * throws FormatError with its texts.
 */
export function decodeBech32(text: string): { hrp: string; bytes: Uint8Array } {
  const lower = checkCharacters(text);
  const separator = lower.lastIndexOf("1");
  if (separator < 1 || separator + 1 + checksumWords > lower.length) {
    throw new FormatError(`invalid separator index ${separator}`);
  }
  const hrp = lower.slice(0, separator);
  const words = wordsOf(lower.slice(separator + 1));
  const remainder = polymod(hrp, words);
  const payload = words.subarray(0, -checksumWords);
  if (remainder !== bech32Constant && remainder !== bech32mConstant) {
    const expected = checksumOf(hrp, payload, bech32Constant);
    // The library writes its second checksum behind the first.
    const expectedM = expected + checksumOf(hrp, payload, bech32mConstant);
    const actual = lower.slice(-checksumWords);
    throw new FormatError(
      `invalid checksum (expected (bech32=${expected}, bech32m=${expectedM}), got ${actual})`,
    );
  }
  return { hrp, bytes: regroup(payload, 5, 8) };
}

function checkCharacters(text: string): string {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length < 8 || bytes.length > textLengthMax) {
    throw new FormatError(`invalid bech32 string length ${bytes.length}`);
  }
  let hasLower = false;
  let hasUpper = false;
  for (const byte of bytes) {
    if (byte < 33 || byte > 126) {
      throw new FormatError(`invalid character in string: '${String.fromCharCode(byte)}'`);
    }
    hasLower ||= byte >= 97 && byte <= 122;
    hasUpper ||= byte >= 65 && byte <= 90;
    if (hasLower && hasUpper) throw new FormatError("string not all lowercase or all uppercase");
  }
  return hasUpper ? text.toLowerCase() : text;
}

function wordsOf(text: string): Uint8Array {
  const words = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const word = charset.indexOf(text[i]!);
    if (word < 0) {
      throw new FormatError(`invalid character not part of charset: ${text.charCodeAt(i)}`);
    }
    words[i] = word;
  }
  return words;
}

function textOf(words: Uint8Array): string {
  let text = "";
  for (const word of words) text += charset[word];
  return text;
}

function checksumOf(hrp: string, words: Uint8Array, constant: number): string {
  const padded = new Uint8Array(words.length + checksumWords);
  padded.set(words);
  const checksum = polymod(hrp, padded) ^ constant;
  const checksumOut = new Uint8Array(checksumWords);
  for (let i = 0; i < checksumWords; i++) checksumOut[i] = (checksum >> (5 * (5 - i))) & 31;
  return textOf(checksumOut);
}

function polymod(hrp: string, words: Uint8Array): number {
  let value = 1;
  for (let i = 0; i < hrp.length; i++) value = step(value) ^ (hrp.charCodeAt(i) >> 5);
  value = step(value);
  for (let i = 0; i < hrp.length; i++) value = step(value) ^ (hrp.charCodeAt(i) & 31);
  for (let i = 0; i < words.length; i++) value = step(value) ^ words[i]!;
  return value;
}

function step(value: number): number {
  const top = value >> 25;
  let next = (value & 0x1ffffff) << 5;
  for (let i = 0; i < 5; i++) if ((top >> i) & 1) next ^= generator[i]!;
  return next;
}

/** From groups of some bits to groups of others, the last one filled with zero bits. */
function regroup(groups: Uint8Array, fromBits: number, toBits: number): Uint8Array {
  const out = new Uint8Array(Math.ceil((groups.length * fromBits) / toBits));
  const mask = (1 << toBits) - 1;
  let pending = 0;
  let pendingBits = 0;
  let count = 0;
  for (const group of groups) {
    pending = ((pending << fromBits) | group) & 0xffff;
    pendingBits += fromBits;
    while (pendingBits >= toBits) {
      pendingBits -= toBits;
      out[count++] = (pending >> pendingBits) & mask;
    }
  }
  if (pendingBits > 0) out[count++] = (pending << (toBits - pendingBits)) & mask;
  return out;
}
