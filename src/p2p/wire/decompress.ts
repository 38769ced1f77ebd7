import { createContext, Script } from "node:vm";
import { Decompress } from "fzstd";
import { ProtocolError } from "../protocol-error.ts";
import { maxMessageBytes } from "./frames.ts";

/** Decompresses a zstd frame to at most 2 MiB. Throws ProtocolError. */
export type Decompressor = (compressed: Uint8Array) => Uint8Array;

/**
 * Decompresses within bounds of memory and time, as a peer chooses the input. The window and the size in the header are
 * compared with 2 MiB before anything is allocated, and the output is counted block by block. A block of a few bytes can
 * describe gigabytes of copies inside itself, which fzstd makes before it returns: the time limit interrupts those.
 */
export function createDecompressor(timeLimitMs = 500): Decompressor {
  const script = new Script("run()");
  const context = createContext({ run: () => {} });
  return (compressed) => {
    checkFrame(compressed);
    const output: Uint8Array[] = [];
    context["run"] = () => decompressInto(compressed, output);
    try {
      script.runInContext(context, { timeout: timeLimitMs });
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      throw new ProtocolError(`zstd: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      context["run"] = undefined;
    }
    return join(output);
  };
}

/**
 * Throws ProtocolError unless the input is exactly one frame that needs at most 2 MiB. Headers of frames and blocks are read
 * here because fzstd allocates what they claim. RFC 8878, 3.1.1
 */
function checkFrame(frame: Uint8Array): void {
  if (frame.length > maxMessageBytes) throw new ProtocolError("zstd: input larger than 2 MiB");
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  try {
    checkBlocks(view, checkHeader(view));
  } catch (error) {
    if (error instanceof RangeError) throw new ProtocolError("zstd: truncated frame");
    throw error;
  }
}

/** Returns where the blocks begin. */
function checkHeader(view: DataView): number {
  if (view.getUint32(0, true) !== magic) throw new ProtocolError("zstd: not a frame");
  const descriptor = view.getUint8(4);
  if ((descriptor & dictionaryBits) !== 0) throw new ProtocolError("zstd: needs a dictionary");
  const isSingleSegment = (descriptor & singleSegmentBit) !== 0;
  const sizeAt = isSingleSegment ? 5 : 6;
  const sizeFlag = descriptor >> 6;
  const sizeBytes = sizeFlag === 0 ? Number(isSingleSegment) : 2 ** sizeFlag;
  checkSize("content", contentSize(view, sizeAt, sizeBytes));
  if (!isSingleSegment) {
    const window = view.getUint8(5);
    checkSize("window", 2 ** (10 + (window >> 3)) * (1 + (window & 7) / 8));
  }
  return sizeAt + sizeBytes;
}

function contentSize(view: DataView, at: number, length: number): number {
  if (length === 1) return view.getUint8(at);
  if (length === 2) return view.getUint16(at, true) + 256;
  if (length === 4) return view.getUint32(at, true);
  return length === 8 ? Number(view.getBigUint64(at, true)) : 0;
}

function checkBlocks(view: DataView, start: number): void {
  let at = start;
  for (let isLast = false; !isLast; ) {
    const header = view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
    const size = header >> 3;
    if (size > blockBytesMax) throw new ProtocolError("zstd: block larger than 128 KiB");
    isLast = (header & 1) !== 0;
    at += blockHeaderBytes + (((header >> 1) & 3) === repeatedByte ? 1 : size);
  }
  const checksumBytes = (view.getUint8(4) & checksumBit) !== 0 ? 4 : 0;
  if (at + checksumBytes !== view.byteLength) throw new ProtocolError("zstd: not one whole frame");
}

function checkSize(what: string, size: number): void {
  if (size > maxMessageBytes) {
    throw new ProtocolError(`zstd: ${what} of ${size} bytes is larger than 2 MiB`);
  }
}

const magic = 0xfd2fb528;
const dictionaryBits = 0x03;
const checksumBit = 0x04;
const singleSegmentBit = 0x20;
const blockHeaderBytes = 3;
const blockBytesMax = 128 * 1024;
const repeatedByte = 1;

/** Appends the blocks of a checked frame. */
function decompressInto(compressed: Uint8Array, output: Uint8Array[]): void {
  let size = 0;
  const decompressor = new Decompress((block) => {
    size += block.length;
    if (size > maxMessageBytes) throw new ProtocolError("zstd: output larger than 2 MiB");
    output.push(block);
  });
  decompressor.push(compressed, true);
}

function join(blocks: readonly Uint8Array[]): Uint8Array {
  if (blocks.length === 1) return blocks[0]!;
  const joined = new Uint8Array(blocks.reduce((size, block) => size + block.length, 0));
  let at = 0;
  for (const block of blocks) {
    joined.set(block, at);
    at += block.length;
  }
  return joined;
}
