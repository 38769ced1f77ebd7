package couloir.client;

import java.net.URI;

/** No valid response arrived. */
public final class TransportException extends ClientException {
  private static final long serialVersionUID = 1;

  /** The reason for the failure. */
  public enum Reason {
    /** No response arrived in time, including retries. */
    TIMEOUT,
    /** The node could not be reached, or the connection broke. */
    CONNECTION,
    /** The HTTP status was not 2xx. */
    HTTP,
    /** The response is invalid, or not in the documented form. */
    RESPONSE,
    /** The thread was interrupted while it waited; it still is. */
    INTERRUPTED
  }

  /** The reason for the failure. */
  private final Reason reason;

  /** The HTTP status, or 0. */
  private final int status;

  TransportException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
    this.status = 0;
  }

  /** Of a status that is not 2xx; the body is empty if it was not read. */
  TransportException(int status, String body) {
    super("HTTP " + status + (body.isEmpty() ? "" : ": " + body), null);
    this.reason = Reason.HTTP;
    this.status = status;
  }

  /** The failure of a wait that was interrupted; the thread still is. */
  static TransportException interrupted(InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new TransportException(Reason.INTERRUPTED, "interrupted while waiting", cause);
  }

  private TransportException(TransportException failure, String call, String said) {
    super(call + ": " + said, failure.getCause());
    this.reason = failure.reason;
    this.status = failure.status;
  }

  /**
   * The same failure with the method and the URL in its message; the error of a result, which names
   * its method itself, gets the URL if the response is not JSON, as of another server at a wrong
   * port.
   */
  TransportException of(String method, URI url) {
    String named = method + ": ";
    String said = getMessage();
    if (said.startsWith(named)) {
      if (!said.startsWith(named + Unreadable.NOT_JSON)) {
        return this;
      }
      said = said.substring(named.length());
    }
    return new TransportException(
        this, method + " at " + CallSettings.withoutCredentials(url), said);
  }

  /**
   * Returns the reason for the failure.
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
