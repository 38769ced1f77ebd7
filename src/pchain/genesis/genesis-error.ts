/** A genesis that cannot be; the message is AvalancheGo's where it has one. */
export class GenesisError extends Error {
  override readonly name = "GenesisError";
}
