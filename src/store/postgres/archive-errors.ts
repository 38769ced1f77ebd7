/** A database that this store must not write to. The message says what to do about it. */
export class ArchiveRefused extends Error {
  override readonly name = "ArchiveRefused";
}

/** What went wrong, for people. A host with several addresses fails once for each. */
export function causeOf(error: unknown): string {
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  return first instanceof Error ? first.message : String(first);
}
