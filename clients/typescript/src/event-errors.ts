/**
 * The node rejected the query of an event stream. The message names the member, the expected value
 * and the received value.
 */
export class QueryError extends Error {
  override readonly name = "QueryError";
  /** The member of the query. */
  readonly field: string;

  constructor(message: string) {
    super(message);
    this.field = /^([^:]*): /.exec(message)?.[1] ?? "";
  }
}

/** The server has no event stream: it is disabled, or the server is not Couloir. */
export class NoEventsError extends Error {
  override readonly name = "NoEventsError";
}
