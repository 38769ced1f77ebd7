package couloir.client;

import java.time.Duration;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Aborts calls that take too long. A timer for each call would wake a thread for each call.
 * Instead, one check is scheduled for the earliest deadline, and most calls have ended by then.
 */
final class Deadlines {
  private static final long NONE = Long.MAX_VALUE;

  private final long base = System.nanoTime();
  private final Set<Deadline> running = ConcurrentHashMap.newKeySet();

  /** The time of the next check, in nanoseconds since the base. */
  private final AtomicLong nextCheck = new AtomicLong(NONE);

  /** Runs {@code expire} after the time, unless the deadline ends before. */
  Deadline start(Duration timeout, Runnable expire) {
    Deadline deadline = new Deadline(now() + timeout.toNanos(), expire);
    running.add(deadline);
    planCheck(deadline.atNanos);
    return deadline;
  }

  private void planCheck(long atNanos) {
    long planned = nextCheck.get();
    while (atNanos < planned) {
      if (nextCheck.compareAndSet(planned, atNanos)) {
        CompletableFuture.delayedExecutor(atNanos - now(), TimeUnit.NANOSECONDS)
            .execute(this::check);
        return;
      }
      planned = nextCheck.get();
    }
  }

  /**
   * Clears the schedule before it checks, so that calls that start meanwhile schedule a new check.
   */
  private void check() {
    nextCheck.set(NONE);
    long now = now();
    long earliest = NONE;
    for (Iterator<Deadline> each = running.iterator(); each.hasNext(); ) {
      Deadline deadline = each.next();
      if (deadline.atNanos <= now) {
        each.remove();
        deadline.expire();
      } else {
        earliest = Math.min(earliest, deadline.atNanos);
      }
    }
    if (earliest != NONE) {
      planCheck(earliest);
    }
  }

  private long now() {
    return System.nanoTime() - base;
  }

  /** A time at which something ends. */
  final class Deadline {
    private final long atNanos;
    private final Runnable expire;
    private boolean isOver;
    private boolean isExpired;

    private Deadline(long atNanos, Runnable expire) {
      this.atNanos = atNanos;
      this.expire = expire;
    }

    private synchronized void expire() {
      if (!isOver) {
        isExpired = true;
        expire.run();
      }
    }

    /** Ends the deadline, and returns whether it had already expired. */
    boolean end() {
      running.remove(this);
      synchronized (this) {
        isOver = true;
        return isExpired;
      }
    }
  }
}
