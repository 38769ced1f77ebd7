package couloir.client;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

/** A future result. If it fails or is cancelled before the work is done, the work is cancelled. */
final class Pending<R> extends CompletableFuture<R> {
  private volatile Future<?> work;

  Pending() {
    CompletableFuture<R> unused =
        whenComplete(
            (result, failure) -> {
              if (failure != null) {
                cancelWork();
              }
            });
  }

  /** The work in progress. */
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
