package couloir.client;

import couloir.client.TransportException.Reason;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A result to come within a time. When it ends before the work for it has, the work is cancelled.
 */
final class Pending<R> extends CompletableFuture<R> {
  private final Duration timeout;
  private volatile Future<?> work;

  Pending(Duration timeout) {
    this.timeout = timeout;
    orTimeout(timeout.toNanos(), TimeUnit.NANOSECONDS);
    whenComplete(
        (result, failure) -> {
          if (failure != null) {
            cancelWork();
          }
        });
  }

  /** What is going on for it now. */
  void work(Future<?> started) {
    work = started;
    if (isDone()) {
      cancelWork();
    }
  }

  private void cancelWork() {
    Future<?> running = work;
    if (running != null) {
      running.cancel(true);
    }
  }

  /** The end of the time comes here too, and gets our name. */
  @Override
  public boolean completeExceptionally(Throwable failure) {
    return super.completeExceptionally(
        failure instanceof TimeoutException
            ? new TransportException(
                Reason.TIMEOUT, "no answer within " + timeout.toMillis() + " ms", failure)
            : failure);
  }

  @Override
  public <U> CompletableFuture<U> newIncompleteFuture() {
    return new CompletableFuture<>();
  }

  /**
   * Waits for a result and throws its failure as it is, with the stack of the thread that waits.
   */
  static <R> R await(Future<R> future) {
    try {
      return future.get();
    } catch (InterruptedException cause) {
      future.cancel(true);
      Thread.currentThread().interrupt();
      throw new TransportException(Reason.INTERRUPTED, "interrupted while waiting", cause);
    } catch (ExecutionException failure) {
      if (failure.getCause() instanceof CouloirException own) {
        own.fillInStackTrace();
        throw own;
      }
      throw new IllegalStateException(failure.getCause());
    }
  }
}
