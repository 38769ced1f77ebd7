import { promisify } from "node:util";
import { constants, crc32, deflateRaw, deflateRawSync, gzip, gzipSync } from "node:zlib";
import { shortBytesMax } from "../json-rpc/cache.ts";

/** Shorter bodies are sent uncompressed: they fit one network packet anyway. */
export const gzipBytesMin = shortBytesMax;

// With the JSON of 1,000 validators, level 6 takes a third longer and saves 2 %.
export const gzipLevel = constants.Z_BEST_SPEED;
// Longer bodies are compressed outside the event loop.
const syncBytesMax = 65_536;
const [gzipOutside, deflateOutside] = [promisify(gzip), promisify(deflateRaw)];

/** Whether an Accept-Encoding header names gzip. Like gziphandler v1.1.1 it looks only for the name, not for `*`. */
export const acceptsGzip = (header: string | undefined): boolean =>
  header?.split(",").some(isGzip) === true;

const isGzip = (coding: string): boolean => {
  const [name, ...parameters] = coding.split(";").map((part) => part.trim().toLowerCase());
  if (name !== "gzip") return false;
  const quality = parameters.find((parameter) => parameter.startsWith("q="));
  return quality === undefined || Number(quality.slice(2)) > 0;
};

/** Compresses a whole body. */
export const compress = (body: Buffer): Buffer | Promise<Buffer> =>
  body.length <= syncBytesMax
    ? gzipSync(body, { level: gzipLevel })
    : gzipOutside(body, { level: gzipLevel });

/** The compressed start of a gzip stream, to be completed by `gzipEnd`. */
export type GzipStem = {
  readonly bytes: Buffer;
  /** Of the uncompressed start. */
  readonly crc: number;
  readonly length: number;
};

// RFC 1952: magic, deflate, no flags, no time, fastest, unknown system.
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255]);

/** Compresses the part of a response that is the same for every caller. */
export const gzipStem = (start: Buffer): GzipStem | Promise<GzipStem> => {
  const options = { level: gzipLevel, finishFlush: constants.Z_SYNC_FLUSH };
  const stem = (deflated: Buffer): GzipStem => ({
    bytes: Buffer.concat([gzipHeader, deflated]),
    crc: crc32(start),
    length: start.length,
  });
  if (start.length <= syncBytesMax) return stem(deflateRawSync(start, options));
  return deflateOutside(start, options).then(stem);
};

/** The longest ending that `gzipEnd` accepts: one stored block of deflate. */
export const gzipEndBytesMax = 65_535;

/** The bytes that complete the gzip stream of a stem with an ending, which is stored uncompressed. */
export const gzipEnd = (stem: GzipStem, ending: Buffer): Buffer => {
  const bytes = Buffer.allocUnsafe(5 + ending.length + 8);
  bytes[0] = 1; // the last block, stored
  bytes.writeUInt16LE(ending.length, 1);
  bytes.writeUInt16LE(~ending.length & 0xffff, 3);
  ending.copy(bytes, 5);
  bytes.writeUInt32LE(crc32(ending, stem.crc), 5 + ending.length);
  bytes.writeUInt32LE((stem.length + ending.length) >>> 0, 9 + ending.length);
  return bytes;
};
