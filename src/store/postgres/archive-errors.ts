import { LogUnavailable } from "../container-log.ts";

/** An index database that this store must not use. The message says what to do. */
export class ArchiveRefused extends Error {
  override readonly name = "ArchiveRefused";
}

/** The message of an error. Connecting to a host with several addresses fails once per address. */
export function causeOf(error: unknown): string {
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  if (!(first instanceof Error)) return String(first);
  const { message } = first;
  return message.endsWith("client password must be a string")
    ? "the server asks for a password, but the URL has none"
    : message;
}

/** What a user can do about an error of PostgreSQL, by its code. */
const remedies: Readonly<Record<string, string>> = {
  "25006": "use the URL of a server that can be written",
  "3D000": "create the database",
  "3F000": "create the schema, or remove search_path",
  "42501": "its user must own the database or its schema",
};

/** Follows the message of an error. Empty for others. */
export function remedyOf({ cause }: LogUnavailable): string {
  const remedy = remedies[(cause as { readonly code?: string }).code ?? ""];
  return remedy === undefined ? "" : `: ${remedy}`;
}

/** Runs what asks a server at `place`. Its errors become LogUnavailable. */
export async function translated<T>(place: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw new LogUnavailable(`PostgreSQL at ${place}: ${causeOf(error)}`, { cause: error });
  }
}
