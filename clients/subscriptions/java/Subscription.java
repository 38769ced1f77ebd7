package couloir.client;

import java.time.Duration;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/**
 * What the server pushes. The first wait for an item connects and subscribes.
 *
 * <p>A broken connection is opened again. At most 10,000 messages wait to be read: more end the
 * subscription with an exception.
 *
 * <p>Any thread can call {@link #close()}; use the other methods from one thread at a time.
 *
 * @param <T> the type of the items
 */
@SuppressWarnings("IterableAndIterator") // Items that were read cannot be read again.
public final class Subscription<T> implements Iterator<T>, Iterable<T>, AutoCloseable {
  private static final Duration DELAY_MOST = Duration.ofSeconds(30);

  private final SocketCaller caller;
  private final SubscriptionInfo<T> info;
  private final JsonNode params;
  private final CountDownLatch closed = new CountDownLatch(1);
  private Consumer<TransportException> onReconnect = reason -> {};

  /** The connection; null before the first and after the last. */
  private volatile SubscribedSocket<T> connection;

  /** The item that was received but not yet returned, or null. */
  private T ahead;

  /** Why it is over, or null. */
  private ClientException failure;

  Subscription(SocketCaller caller, SubscriptionInfo<T> info, Object params) {
    this.caller = caller;
    this.info = info;
    this.params = info.params(params);
  }

  /**
   * Sets what is called after a reconnection, with the reason: what the server pushed in between is
   * lost.
   *
   * @param called is called in the thread that waits
   * @return this
   */
  public Subscription<T> onReconnect(Consumer<TransportException> called) {
    onReconnect = called;
    return this;
  }

  /**
   * Waits for an item. After an error the subscription is over, and the same error is thrown again.
   *
   * @return whether there is one; false if the subscription was closed
   * @throws RpcException if the server refuses the subscription
   * @throws TransportException if the first connection fails, or the server sends something invalid
   */
  @Override
  public boolean hasNext() {
    if (failure != null) {
      throw failure;
    }
    try {
      while (ahead == null && closed.getCount() > 0) {
        receive();
      }
    } catch (ClientException thrown) {
      failure = thrown;
      end();
      throw thrown;
    }
    return ahead != null;
  }

  /**
   * Waits for an item and returns it.
   *
   * @return the item
   * @throws NoSuchElementException if the subscription was closed
   */
  @Override
  public T next() {
    if (!hasNext()) {
      throw new NoSuchElementException("the subscription was closed");
    }
    T item = ahead;
    ahead = null;
    return item;
  }

  /**
   * Returns the subscription itself: there is one iteration.
   *
   * @return this
   */
  @Override
  public Iterator<T> iterator() {
    return this;
  }

  /** Ends the subscription. A thread that waits for an item gets none. */
  @Override
  public void close() {
    closed.countDown();
    end();
  }

  private void end() {
    SubscribedSocket<T> own = connection;
    connection = null;
    if (own != null) {
      own.end();
    }
  }

  private void receive() {
    SubscribedSocket<T> own = connection;
    if (own == null) {
      own = SubscribedSocket.open(caller, info, params);
      connection = own;
    }
    try {
      ahead = own.next();
    } catch (TransportException broken) {
      if (closed.getCount() > 0) {
        own.abort();
        connection = reopen(broken);
      }
    }
  }

  /**
   * Connects again until it succeeds, unless the server refuses; null if it is closed meanwhile.
   */
  private SubscribedSocket<T> reopen(TransportException broken) {
    TransportException reason = broken;
    for (Duration delay = caller.retryDelay(); ; delay = shorter(delay.multipliedBy(2))) {
      if (isFinal(reason)) {
        throw reason;
      }
      if (isClosedWithin(delay)) {
        return null;
      }
      try {
        SubscribedSocket<T> own = SubscribedSocket.open(caller, info, params);
        onReconnect.accept(broken);
        return own;
      } catch (TransportException again) {
        reason = again;
      }
    }
  }

  /** Whether another connection would fail, too. */
  private static boolean isFinal(TransportException failure) {
    return switch (failure.reason()) {
      case RESPONSE, INTERRUPTED -> true;
      case HTTP -> failure.status() < 500 && failure.status() != 429;
      default -> false;
    };
  }

  private static Duration shorter(Duration delay) {
    return delay.compareTo(DELAY_MOST) > 0 ? DELAY_MOST : delay;
  }

  private boolean isClosedWithin(Duration delay) {
    try {
      return closed.await(delay.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException cause) {
      throw TransportException.interrupted(cause);
    }
  }
}
