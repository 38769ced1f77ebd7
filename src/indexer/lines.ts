/** Longer lines are none of containers, whose bytes end at 2 MiB, twice as long in hex. */
const lineBytesMax = 16 * 1024 * 1024;

const newline = 0x0a;

export class LineTooLong extends Error {
  override readonly name = "LineTooLong";
}

/**
 * The lines of a text that comes in pieces, without their ends; all that are whole in one piece at once. A
 * last line without an end counts. Throws LineTooLong.
 */
export async function* linesOf(
  pieces: AsyncIterable<Uint8Array>,
): AsyncIterable<readonly string[]> {
  let rest = "";
  for await (const { buffer, byteOffset, length } of pieces) {
    const piece = Buffer.from(buffer, byteOffset, length);
    const lines: string[] = [];
    let start = 0;
    for (let end = piece.indexOf(newline); end >= 0; end = piece.indexOf(newline, start)) {
      // Texts of their own: parts of one long text would keep it, and cost more to collect.
      lines.push(rest + piece.toString("latin1", start, end));
      rest = "";
      start = end + 1;
    }
    rest += piece.toString("latin1", start);
    if (rest.length > lineBytesMax)
      throw new LineTooLong(`a line is longer than ${lineBytesMax} bytes`);
    if (lines.length > 0) yield lines;
  }
  if (rest !== "") yield [rest];
}
