import { readSync } from "node:fs";
import { readWalHeader, type WalHeader, walHeaderBytes } from "./wal-file.ts";

const framesPerRead = 32;

/** Verifies the checksums of a write-ahead log that is in use, over and over: SQLite does not verify what it reads. */
export class WalCheck {
  readonly #file: number;
  #header: WalHeader | undefined;
  /** How many frames were verified since the start of the log. */
  #frames = 0;

  constructor(file: number) {
    this.#file = file;
  }

  /**
   * Verifies frames from the last position on, up to the last of `frameCount`, and at most until `mayContinue` returns
   * false. Returns "damaged", or whether it has reached the end.
   */
  verify(frameCount: number, mayContinue: () => boolean): "damaged" | boolean {
    if (frameCount === 0) return this.#end();
    if (!this.#begin()) return "damaged";
    while (this.#frames < frameCount) {
      if (!this.#verifyNext(Math.min(framesPerRead, frameCount - this.#frames))) return "damaged";
      if (!mayContinue()) return false;
    }
    return this.#end();
  }

  /** Reads the header. A log that has begun again is verified from its start. */
  #begin(): boolean {
    const bytes = Buffer.alloc(walHeaderBytes);
    readSync(this.#file, bytes, 0, bytes.length, 0);
    const header = readWalHeader(bytes);
    if (header === undefined) return false;
    if (this.#header?.salts.equals(header.salts) !== true) {
      this.#header = header;
      this.#frames = 0;
    }
    return true;
  }

  #verifyNext(count: number): boolean {
    const { frameBytes, salts, sum } = this.#header!;
    const bytes = Buffer.allocUnsafe(count * frameBytes);
    const position = walHeaderBytes + this.#frames * frameBytes;
    if (readSync(this.#file, bytes, 0, bytes.length, position) < bytes.length) return false;
    sum.continueIn(bytes);
    for (let at = 0; at < bytes.length; at += frameBytes, this.#frames++) {
      if (!bytes.subarray(at + 8, at + 16).equals(salts)) return false;
      if (!sum.addFrame(at, frameBytes)) return false;
    }
    return true;
  }

  /** The next time, it begins at the start: a frame may change after it was verified. */
  #end(): true {
    this.#header = undefined;
    return true;
  }
}
