/** Thrown by a query that needs rows which the store may not have any more, because PostgreSQL has them. */
export class NotLocal extends Error {
  override readonly name = "NotLocal";
  /** The first height from which on the store has all rows. */
  readonly localFrom: number;

  constructor(localFrom: number) {
    super(`the rows of heights below ${localFrom} are in the database of --db-url only`);
    this.localFrom = localFrom;
  }
}
