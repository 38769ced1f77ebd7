/** A mistake in flags, environment or config file; the message says which and how to put it right. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}
