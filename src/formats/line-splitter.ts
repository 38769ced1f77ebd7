/** Splits text that arrives in pieces into lines. A line of many pieces costs no more than its length. */
export class LineSplitter {
  #rest = "";

  /** The lines that end in this piece, without their line feeds. */
  add(piece: string): readonly string[] {
    const end = piece.lastIndexOf("\n");
    if (end < 0) {
      this.#rest += piece;
      return [];
    }
    const lines = (this.#rest + piece.slice(0, end)).split("\n");
    this.#rest = piece.slice(end + 1);
    return lines;
  }

  /** What follows the last line feed. */
  get rest(): string {
    return this.#rest;
  }
}
