/** Thrown by a query of rows that the call has not read yet. The call runs again when it has them. */
export class Unread extends Error {
  override readonly name = "Unread";

  constructor() {
    super("the rows of a query are not read yet");
  }
}

/** The only one: to record where it was thrown, for each of many statements, would take longer than the rest of a run. */
export const unread = new Unread();

/** Maps a list. Continues after an entry whose rows are not read, so that the rows of all entries are read at once. */
export function eachRead<Entry, Result>(
  entries: Iterable<Entry>,
  map: (entry: Entry) => Result,
): Result[] {
  const results: Result[] = [];
  let isComplete = true;
  for (const entry of entries) {
    try {
      results.push(map(entry));
    } catch (error) {
      if (!(error instanceof Unread)) throw error;
      isComplete = false;
    }
  }
  if (!isComplete) throw unread;
  return results;
}

/** Runs functions, each whatever the ones before have read, so that the rows of all are read at once. */
export function allRead<Results extends readonly unknown[]>(
  ...parts: { readonly [Part in keyof Results]: () => Results[Part] }
): Results {
  return eachRead(parts as readonly (() => unknown)[], (part) => part()) as unknown as Results;
}
