package couloir.client;

/**
 * Why a call has no result, or a stream no further event: the node's error answer, or no answer
 * that can be used.
 */
public abstract sealed class CouloirException extends RuntimeException
    permits RpcException, TransportException, QueryException, NoEventsException {
  private static final long serialVersionUID = 1;

  CouloirException(String message, Throwable cause) {
    super(message, cause);
  }
}
