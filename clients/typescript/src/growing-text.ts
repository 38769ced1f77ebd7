/** Pieces that are joined at once. */
const piecesMax = 1024;

/**
 * A text made of many pieces, in linear time and in memory of about its length: a string that grows by `+=` takes 32
 * bytes for each piece, and is copied whenever someone looks into it.
 */
export class GrowingText {
  length = 0;
  #joined: string[] = [];
  #pieces: string[] = [];

  add(piece: string): void {
    if (piece === "") return;
    this.length += piece.length;
    if (this.#pieces.push(piece) < piecesMax) return;
    this.#joined.push(this.#pieces.join(""));
    this.#pieces = [];
  }

  /** The whole text, after which this is empty. */
  take(): string {
    const text = [...this.#joined, ...this.#pieces].join("");
    this.length = 0;
    this.#joined = [];
    this.#pieces = [];
    return text;
  }
}
