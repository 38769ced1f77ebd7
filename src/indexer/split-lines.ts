/** No container has a longer line: containers have at most 2 MiB, which is 4 MiB of hex. */
const lineBytesMax = 16 * 1024 * 1024;

const newline = 0x0a;

export class LineTooLong extends Error {
  override readonly name = "LineTooLong";
}

/**
 * Splits a stream of text into lines, without their newlines. Yields all complete lines of a piece together. The last
 * line may lack a newline. Throws LineTooLong.
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
      // Decodes each line by itself: slices of one long string would keep it alive.
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
