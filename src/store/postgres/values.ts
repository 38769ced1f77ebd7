/** The text of bytea. */
export function bytesText(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes).toString("hex")}`;
}

export function bytesOf(text: string): Uint8Array {
  return Buffer.from(text.slice(2), "hex");
}
