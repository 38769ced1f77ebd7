import { LogUnavailable } from "../container-log.ts";

/** An index database that this store must not use. The message says what to do. */
export class ArchiveRefused extends Error {
  override readonly name = "ArchiveRefused";
}

/** The message of an error. Connecting to a host with several addresses fails once per address. */
export function causeOf(error: unknown): string {
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  return first instanceof Error ? first.message : String(first);
}

/** Runs what asks a server at `place`. Its errors become LogUnavailable. */
export async function translated<T>(place: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw new LogUnavailable(`PostgreSQL at ${place}: ${causeOf(error)}`, { cause: error });
  }
}
