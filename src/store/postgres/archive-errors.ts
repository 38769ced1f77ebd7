/** An index database that this store must not use. The message says what to do. */
export class ArchiveRefused extends Error {
  override readonly name = "ArchiveRefused";
}

/** The message of an error. Connecting to a host with several addresses fails once per address. */
export function causeOf(error: unknown): string {
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  return first instanceof Error ? first.message : String(first);
}
