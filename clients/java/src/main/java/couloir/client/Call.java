package couloir.client;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * A call that has not been sent. It is immutable and can be sent more than once.
 *
 * @param <R> the type of the result
 */
public final class Call<R> {
  private final Caller caller;
  private final String path;
  private final Method<R> method;
  private final Object params;
  private final CallOptions options;

  Call(Caller caller, String path, Method<R> method, Object params) {
    this(caller, path, method, params, CallOptions.NONE);
  }

  private Call(Caller caller, String path, Method<R> method, Object params, CallOptions options) {
    this.caller = caller;
    this.path = path;
    this.method = method;
    this.params = params;
    this.options = options;
  }

  /**
   * Returns a copy of the call with its own timeout, instead of the client's.
   *
   * @param timeout the total time, including retries
   * @return the copy
   */
  public Call<R> timeout(Duration timeout) {
    return new Call<>(caller, path, method, params, options.withTimeout(timeout));
  }

  /**
   * Returns a copy of the call with its own number of retries, instead of the client's.
   *
   * @param retries how often a repeatable call is sent again after a temporary failure
   * @return the copy
   */
  public Call<R> retries(int retries) {
    return new Call<>(caller, path, method, params, options.withRetries(retries));
  }

  /**
   * Sends the call and waits for its result. Interrupting the thread cancels the call.
   *
   * @return the result
   * @throws RpcException if the node returns an error
   * @throws TransportException if no valid response arrives
   */
  public R send() {
    return caller.call(path, method, params, options);
  }

  /**
   * Sends the call. Cancelling the future cancels the request.
   *
   * @return the future result; it fails with a {@link ClientException}
   */
  public CompletableFuture<R> sendAsync() {
    return caller.callAsync(path, method, params, options);
  }

  String path() {
    return path;
  }

  Method<R> method() {
    return method;
  }

  Object params() {
    return params;
  }
}
