package couloir.client;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * A call that has not been sent. It is immutable and can be sent more than once.
 *
 * @param <R> what the method answers
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
   * The call with a time of its own, in place of the client's.
   *
   * @param timeout after which it is given up, repetitions included
   * @return the call with that time
   */
  public Call<R> timeout(Duration timeout) {
    return new Call<>(caller, path, method, params, options.withTimeout(timeout));
  }

  /**
   * The call with repetitions of its own, in place of the client's.
   *
   * @param retries how often it is sent again after a passing failure, if its method may be called
   *     twice
   * @return the call with that number
   */
  public Call<R> retries(int retries) {
    return new Call<>(caller, path, method, params, options.withRetries(retries));
  }

  /**
   * Sends the call and waits for its result. Interrupting the thread cancels it.
   *
   * @return the result
   * @throws RpcException when the node answers with an error
   * @throws TransportException when no usable answer comes
   */
  public R send() {
    return caller.call(path, method, params, options);
  }

  /**
   * Sends the call. Cancelling the future cancels the request.
   *
   * @return the result to come; it fails with a {@link CouloirException}
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
