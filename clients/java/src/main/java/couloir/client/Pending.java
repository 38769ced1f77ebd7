package couloir.client;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

/**
 * A result to come. When it fails or is cancelled before the work for it is done, so is the work.
 */
final class Pending<R> extends CompletableFuture<R> {
  private volatile Future<?> work;

  Pending() {
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
    if (isCompletedExceptionally()) {
      cancelWork();
    }
  }

  private void cancelWork() {
    Future<?> running = work;
    if (running != null) {
      running.cancel(true);
    }
  }

  @Override
  public <U> CompletableFuture<U> newIncompleteFuture() {
    return new CompletableFuture<>();
  }
}
