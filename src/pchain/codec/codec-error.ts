/** Bytes that the codec refuses, or a value that it cannot write; the message is AvalancheGo's text. */
export class CodecError extends Error {
  override readonly name = "CodecError";
}

export const shortInput = "packer has insufficient length for input";
