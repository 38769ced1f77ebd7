/** Thrown by a query of rows that the call has not read yet. The call runs again when it has them. */
export class Unread extends Error {
  override readonly name = "Unread";

  constructor() {
    super("the rows of a query are not read yet");
  }
}

/** Maps a list. Continues after an entry whose rows are not read, so that the rows of all entries are read at once. */
export function eachRead<Entry, Result>(
  entries: Iterable<Entry>,
  map: (entry: Entry) => Result,
): Result[] {
  const results: Result[] = [];
  let unread: Unread | undefined;
  for (const entry of entries) {
    try {
      results.push(map(entry));
    } catch (error) {
      if (!(error instanceof Unread)) throw error;
      unread = error;
    }
  }
  if (unread !== undefined) throw unread;
  return results;
}
