/** An invalid genesis. The message is AvalancheGo's if it has one. */
export class GenesisError extends Error {
  override readonly name = "GenesisError";
}
