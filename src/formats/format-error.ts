/** A text that is not what it should be. The message is AvalancheGo's, and Go's below it. */
export class FormatError extends Error {
  override readonly name = "FormatError";
}
