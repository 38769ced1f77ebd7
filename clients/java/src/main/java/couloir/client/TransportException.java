package couloir.client;

/** No answer came, or none that can be used. */
public final class TransportException extends CouloirException {
  private static final long serialVersionUID = 1;

  /** What went wrong. */
  public enum Reason {
    /** No answer came in time, repetitions included. */
    TIMEOUT,
    /** The node could not be reached, or the connection broke. */
    CONNECTION,
    /** The HTTP status was not 2xx. */
    HTTP,
    /** What came is no answer to this call, or not of the documented form. */
    RESPONSE,
    /** The thread was interrupted while it waited; it still is. */
    INTERRUPTED
  }

  /** What went wrong. */
  private final Reason reason;

  /** The HTTP status, or 0. */
  private final int status;

  TransportException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
    this.status = 0;
  }

  TransportException(int status, String body) {
    super("HTTP " + status + ": " + body, null);
    this.reason = Reason.HTTP;
    this.status = status;
  }

  /**
   * What went wrong.
   *
   * @return the reason
   */
  public Reason reason() {
    return reason;
  }

  /**
   * The HTTP status that was not 2xx.
   *
   * @return the status, or 0 for another reason
   */
  public int status() {
    return status;
  }

  /** Whether the same request may succeed a little later. */
  boolean isPassing() {
    return switch (reason) {
      case CONNECTION -> true;
      case HTTP -> status == 429 || status == 502 || status == 503 || status == 504;
      case TIMEOUT, RESPONSE, INTERRUPTED -> false;
    };
  }
}
