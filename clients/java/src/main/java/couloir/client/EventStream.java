package couloir.client;

import couloir.client.EventReader.ServerEvent;
import couloir.client.TransportException.Reason;
import couloir.client.types.EventsQuery;
import couloir.client.types.ReadyEvent;
import couloir.client.types.StreamEvent;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;

/**
 * A stream of events of the P-chain. The first wait for an event connects.
 *
 * <p>After a broken connection the stream resumes after the last event: none is missed or repeated.
 * Pass its {@link #cursor()} as {@code after} to resume in another program. Statuses of
 * transactions that are in no block are sent only as they happen.
 *
 * <p>Any thread can call {@link #close()}; use the other methods from one thread at a time.
 */
public final class EventStream
    implements Iterator<StreamEvent>, Iterable<StreamEvent>, AutoCloseable {
  private static final ObjectReader EVENTS = Json.wholeReader(Json.type(StreamEvent.class));
  private static final Duration DELAY_MOST = Duration.ofSeconds(10);

  private final Caller caller;
  private final String path;
  private final CountDownLatch closed = new CountDownLatch(1);
  private int retries = 10;
  private Duration idleTimeout = Duration.ofSeconds(45);

  /** Selects the events after the last returned one. */
  private EventsQuery query;

  /** The resource to close with the stream; null if there is none. */
  private volatile EventConnection connection;

  /** The event that was received but not yet returned, or null. */
  private Received ahead;

  /** Whether the caller has received ready. */
  private boolean hasBegun;

  /** Failures in a row. */
  private int failures;

  /** Why it is over, or null. */
  private ClientException failure;

  private record Received(StreamEvent event, String id) {
    boolean isReady() {
      return event instanceof ReadyEvent;
    }
  }

  EventStream(Caller caller, String path, EventsQuery query) {
    this.caller = caller;
    this.path = path;
    this.query = query;
  }

  /**
   * Sets how many consecutive failures the stream tolerates. Default: 10. The delays are the
   * client's retry delay, doubled up to 10 seconds, each reduced by up to half at random.
   *
   * @param retries the number of failures
   * @return this
   */
  public EventStream retries(int retries) {
    this.retries = retries;
    return this;
  }

  /**
   * Sets how long the node can be silent before the connection is replaced. Default: 45 seconds.
   * The node sends a comment every 15 seconds.
   *
   * @param timeout the time; zero means forever
   * @return this
   */
  public EventStream idleTimeout(Duration timeout) {
    this.idleTimeout = timeout;
    return this;
  }

  /**
   * Returns the position after the last returned event, for use as {@code after}.
   *
   * @return the cursor; empty before the first event of a query without {@code after}
   */
  public Optional<String> cursor() {
    return Optional.ofNullable(query.after());
  }

  /**
   * Waits for an event. After an error the stream is closed, and the same error is thrown again.
   *
   * @return whether there is one; false if the stream was closed
   * @throws QueryException when the node rejected the query
   * @throws NoEventsException if the node has no event stream
   * @throws TransportException if the node cannot be reached or sends an invalid response
   */
  @Override
  public boolean hasNext() {
    if (ahead == null) {
      ahead = receive();
    }
    return ahead != null;
  }

  /**
   * Waits for the next event. After an error the stream is closed, and the same error is thrown
   * again.
   *
   * @return the event
   * @throws QueryException when the node rejected the query
   * @throws NoEventsException if the node has no event stream
   * @throws TransportException if the node cannot be reached or sends an invalid response
   * @throws NoSuchElementException if the stream was closed
   */
  @Override
  public StreamEvent next() {
    if (!hasNext()) {
      throw new NoSuchElementException("the stream is closed");
    }
    Received next = ahead;
    ahead = null;
    // Keep the caller's cursor until an event other than ready arrives: if the cursor is of another
    // chain, reverted follows and must not be lost if the connection breaks between the two.
    if (!next.id.isEmpty() && (!next.isReady() || query.after() == null)) {
      query = query.withAfter(next.id).withFromHeight(null);
    }
    return next.event;
  }

  /**
   * Returns this stream for a loop. All iterators share the events.
   *
   * @return this
   */
  @Override
  public Iterator<StreamEvent> iterator() {
    return this;
  }

  /** Closes the stream and its connection. A thread that waits for an event sees the end. */
  @Override
  public void close() {
    closed.countDown();
    disconnect();
  }

  /** The next event for the caller, or null when the stream was closed. */
  private Received receive() {
    if (failure != null) {
      throw failure;
    }
    try {
      while (!isClosed()) {
        Received received = attempt();
        if (received != null) {
          return received;
        }
      }
      return null;
    } catch (InterruptedException cause) {
      failure = TransportException.interrupted(cause);
    } catch (ClientException cause) {
      failure = cause;
    }
    close();
    throw failure;
  }

  /** Waits for an event; null if it is not for the caller or if the connection broke. */
  private Received attempt() throws InterruptedException {
    try {
      EventConnection open = connection;
      return received((open == null ? connect() : open).next(idleTimeout));
    } catch (TransportException broken) {
      disconnect();
      boolean mayPass = broken.isPassing() || broken.reason() == Reason.TIMEOUT;
      if (!isClosed() && (!mayPass || failures >= retries)) {
        throw broken;
      }
      Duration delay = reconnectDelay(caller.retryDelay(), failures++);
      closed.await(delay.toNanos(), TimeUnit.NANOSECONDS);
      return null;
    }
  }

  private EventConnection connect() {
    EventConnection open = new EventConnection(caller, path + queryText());
    connection = open;
    // Who closed the stream meanwhile did not see it.
    if (isClosed()) {
      open.close();
    }
    return open;
  }

  private void disconnect() {
    EventConnection open = connection;
    if (open != null) {
      open.close();
      connection = null;
    }
  }

  private boolean isClosed() {
    return closed.getCount() == 0;
  }

  private Received received(ServerEvent event) {
    Received received = new Received(read(event.data()), event.id());
    if (!received.isReady()) {
      return received;
    }
    failures = 0;
    boolean isFirst = !hasBegun;
    hasBegun = true;
    return isFirst ? received : null;
  }

  private static StreamEvent read(byte[] data) {
    Json.limitValues(data);
    try {
      StreamEvent event = EVENTS.readValue(data);
      if (event == null) {
        throw Json.response("an event is null", null);
      }
      if (event instanceof StreamEvent.Other other && !other.json().path("type").isString()) {
        // An event of an unknown type has one, too.
        String got = Problem.describe(other.json().get("type"));
        Problem problem = new Problem("type", "text", got);
        throw Json.response("an event cannot be read: " + problem, null);
      }
      return event;
    } catch (JacksonException cause) {
      throw Unreadable.event(cause);
    }
  }

  /** Random, so that clients of a restarted node do not reconnect at the same time. */
  static Duration reconnectDelay(Duration first, int failures) {
    Duration delay = first;
    for (int i = 0; i < failures && delay.compareTo(DELAY_MOST) < 0; i++) {
      delay = delay.multipliedBy(2);
    }
    long most = Math.min(delay.toNanos(), DELAY_MOST.toNanos());
    return Duration.ofNanos(most - (long) (most / 2 * ThreadLocalRandom.current().nextDouble()));
  }

  private String queryText() {
    StringJoiner members = new StringJoiner("&", "?", "").setEmptyValue("");
    for (var member : Json.MAPPER.valueToTree(query).properties()) {
      String text = textOf(member.getValue());
      if (!text.isEmpty()) {
        members.add(member.getKey() + "=" + URLEncoder.encode(text, StandardCharsets.UTF_8));
      }
    }
    return members.toString();
  }

  private static String textOf(JsonNode value) {
    StringJoiner words = new StringJoiner(",");
    if (value.isArray()) {
      value.forEach(word -> words.add(word.asString()));
    } else {
      words.add(value.asString());
    }
    return words.toString();
  }
}
