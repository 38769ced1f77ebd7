package couloir.client;

/** The node rejected the query of an event stream. The message is the node's text. */
public final class QueryException extends ClientException {
  private static final long serialVersionUID = 1;

  /** The invalid member. */
  private final String field;

  QueryException(String message) {
    super(message, null);
    this.field = message.split(": ", 2)[0];
  }

  /**
   * Returns the invalid member.
   *
   * @return its name on the wire
   */
  public String field() {
    return field;
  }
}
