/** A zstd frame of blocks that repeat a byte: no compressor is needed to write a bomb. RFC 8878, 3.1.1 */
export function repeatedByteFrame(
  blocks: number,
  blockBytes: number,
  header = Uint8Array.of(0x00, 0x58),
): Uint8Array {
  const bytes = [0x28, 0xb5, 0x2f, 0xfd, ...header];
  for (let at = 0; at < blocks; at++) {
    const block = (blockBytes << 3) | (1 << 1) | Number(at === blocks - 1);
    bytes.push(block & 0xff, (block >> 8) & 0xff, (block >> 16) & 0xff, 0x00);
  }
  return Uint8Array.from(bytes);
}

/** A zstd frame that stores the bytes as they are. */
export function storedFrame(content: Uint8Array): Uint8Array {
  const block = (content.length << 3) | 1;
  const head = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58, block & 0xff, (block >> 8) & 0xff, block >> 16];
  return Uint8Array.from([...head, ...content]);
}

/**
 * A block of 120 kB with 60,000 sequences that each copy 131,074 bytes: a minute of copies in a decoder that
 * counts only what a finished block has.
 */
export function endlessBlockFrame(): Uint8Array {
  const sequences = 60_000;
  // One literal, repeated; then sequences whose three codes are each a single symbol: literals 0, offset 1, match code 52.
  const count = sequences - 0x7f00;
  const literals = [0x01 | (1 << 3), 0x61];
  const modes = 0b01_01_01_00;
  const matchBits = 16 * sequences;
  const stream = new Uint8Array(Math.floor(matchBits / 8) + 1).fill(0xff);
  stream[stream.length - 1] = 1;
  const content = [255, count & 0xff, count >> 8, modes, 0, 0, 52];
  const size = literals.length + content.length + stream.length;
  const block = (size << 3) | (2 << 1) | 1;
  const head = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58, block & 0xff, (block >> 8) & 0xff, block >> 16];
  return Uint8Array.from([...head, ...literals, ...content, ...stream]);
}
