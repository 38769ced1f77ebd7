/**
 * A string that is not in the expected format. The message is AvalancheGo's or, for what
 * AvalancheGo leaves to Go, Go's.
 */
export class FormatError extends Error {
  override readonly name = "FormatError";
}
