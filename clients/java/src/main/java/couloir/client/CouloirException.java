package couloir.client;

/**
 * The failure of a call or of a stream: an error that the node returned, or an invalid or missing
 * response.
 */
public abstract sealed class CouloirException extends RuntimeException
    permits RpcException, TransportException, QueryException, NoEventsException {
  private static final long serialVersionUID = 1;

  CouloirException(String message, Throwable cause) {
    super(message, cause);
  }
}
