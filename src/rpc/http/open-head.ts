import { maxHeaderSize } from "node:http";

/** A longer head is for node:http to refuse. */
export const headBytesMax = maxHeaderSize;
/** What ends a head, and also a body of chunks. */
export const headEnd = Buffer.from("\r\n\r\n");

/** A piece of a message whose length is not known. */
const pieceBytes = 1_024;
/** No method is longer. */
const methodBytesMax = 32;
const noBytes = Buffer.alloc(0);

/**
 * Decides how much of a head node:http gets: the first lines, which may be enough to refuse it, and the rest in one piece. What
 * it reads in several it copies, and keeps until the connection's next request.
 */
export class OpenHead {
  /** What node:http has of a head that is not complete. */
  #bytes = 0;
  /** The last of them: the end of the head may begin there. */
  #tail: Buffer = noBytes;
  /** How many bytes of the head have arrived without its end. */
  #searchedBytes = 0;

  /** Whether node:http has a part of a head. */
  get isOpen(): boolean {
    return this.#bytes > 0;
  }

  /** How many bytes of `arrived` node:http may have now; 0 to wait for more. */
  nextBytes(arrived: Buffer): number {
    const length = this.#lengthToEnd(arrived);
    if (length !== undefined) return length;
    if (this.#bytes + arrived.length > headBytesMax) return Math.min(arrived.length, pieceBytes);
    return this.#bytes === 0 ? lengthOfBeginning(arrived) : 0;
  }

  /** `isOfHead` is whether the head was not complete after this piece. */
  note(piece: Buffer, isOfHead: boolean): void {
    // node:http skips empty lines before a head.
    if (!isOfHead || (this.#bytes === 0 && isBlank(piece))) {
      this.#bytes = 0;
      this.#tail = noBytes;
      this.#searchedBytes = 0;
    } else {
      this.#bytes += piece.length;
      this.#tail = Buffer.concat([this.#tail, piece]).subarray(1 - headEnd.length);
    }
  }

  #lengthToEnd(arrived: Buffer): number | undefined {
    // Where the end may begin that the last search did not find.
    const from = this.#searchedBytes - this.#bytes - (headEnd.length - 1);
    const before = from > 0 ? noBytes : this.#tail;
    const text = before.length === 0 ? arrived : Buffer.concat([before, arrived]);
    const end = text.indexOf(headEnd, Math.max(0, from));
    if (end >= 0) return end + headEnd.length - before.length;
    this.#searchedBytes = this.#bytes + arrived.length;
    return undefined;
  }
}

/** The length of the next piece of a body of chunks, of which `before` is the last that was read: never beyond its end. */
export function lengthOfPiece(before: Buffer, arrived: Buffer): number {
  const tail = before.subarray(-(headEnd.length - 1));
  const end = Buffer.concat([tail, arrived.subarray(0, pieceBytes)]).indexOf(headEnd);
  return Math.min(arrived.length, end < 0 ? pieceBytes : end + headEnd.length - tail.length);
}

const isBlank = (piece: Buffer): boolean => piece.every((byte) => byte === 0x0d || byte === 0x0a);

/** Whole lines, otherwise the method, which is enough to be refused. */
function lengthOfBeginning(arrived: Buffer): number {
  const lines = arrived.subarray(0, pieceBytes).lastIndexOf("\r\n");
  if (lines >= 0) return lines + 2;
  const start = arrived.subarray(0, methodBytesMax);
  const space = start.indexOf(" ");
  return space >= 0 ? space + 1 : start.length;
}
