/** Longer lines are none of containers, whose bytes end at 2 MiB, twice as long in hex. */
const lineBytesMax = 16 * 1024 * 1024;

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
  for await (const piece of pieces) {
    const text = Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString("latin1");
    const lines = text.split("\n");
    lines[0] = rest + lines[0];
    rest = lines.pop()!;
    if (rest.length > lineBytesMax)
      throw new LineTooLong(`a line is longer than ${lineBytesMax} bytes`);
    if (lines.length > 0) yield lines;
  }
  if (rest !== "") yield [rest];
}
