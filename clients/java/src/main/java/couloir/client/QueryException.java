package couloir.client;

/** The node does not take a query for events. Its message is the node's words. */
public final class QueryException extends CouloirException {
  private static final long serialVersionUID = 1;

  /** The member with the mistake. */
  private final String field;

  QueryException(String message) {
    super(message, null);
    this.field = message.split(": ", 2)[0];
  }

  /**
   * The member with the mistake.
   *
   * @return its name on the wire
   */
  public String field() {
    return field;
  }
}
