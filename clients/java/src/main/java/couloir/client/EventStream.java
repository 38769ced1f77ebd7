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
 * What happens on the P-chain, as it happens. Nothing is sent before the first event is asked for.
 *
 * <p>After a broken connection the stream goes on by itself behind the last event: none is missed
 * and none comes twice. Its {@link #cursor()}, given as {@code after}, does the same for another
 * program. Statuses of transactions that no block holds are told only while they happen.
 *
 * <p>{@link #close()} may be called by any thread; all else is for one at a time.
 */
public final class EventStream
    implements Iterator<StreamEvent>, Iterable<StreamEvent>, AutoCloseable {
  private static final ObjectReader EVENTS = Json.reader(Json.type(StreamEvent.class));
  private static final Duration DELAY_MOST = Duration.ofSeconds(10);

  private final Caller caller;
  private final String path;
  private final CountDownLatch closed = new CountDownLatch(1);
  private int retries = 10;
  private Duration idleTimeout = Duration.ofSeconds(45);

  /** Asks for what comes after the last event that was handed out. */
  private EventsQuery query;

  /** What is closed with the stream; null while there is none. */
  private volatile EventConnection connection;

  /** What came and was not handed out yet, or null. */
  private Received ahead;

  /** Whether the caller was told that the stream is ready. */
  private boolean hasBegun;

  /** Failures in a row. */
  private int failures;

  /** Why it is over, or null. */
  private CouloirException failure;

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
   * How many failures in a row are waited out; 10 unless said otherwise. The waits are the client's
   * delay, doubled up to 10 seconds, each cut by up to half at random.
   *
   * @param retries the number of failures
   * @return this
   */
  public EventStream retries(int retries) {
    this.retries = retries;
    return this;
  }

  /**
   * Takes the connection for broken when nothing comes for this time; 45 seconds unless said
   * otherwise, in which the node gives three signs of life.
   *
   * @param timeout the time; zero is never
   * @return this
   */
  public EventStream idleTimeout(Duration timeout) {
    this.idleTimeout = timeout;
    return this;
  }

  /**
   * The place behind the last event that was handed out, to be given as {@code after}.
   *
   * @return the cursor, if there is one yet
   */
  public Optional<String> cursor() {
    return Optional.ofNullable(query.after());
  }

  /**
   * Waits for an event. After an error the stream is over, and the same error is thrown again.
   *
   * @return whether there is one; false when the stream was closed
   * @throws QueryException when the node does not take the query
   * @throws NoEventsException when the node has no events
   * @throws TransportException when the node cannot be reached, or is not understood
   */
  @Override
  public boolean hasNext() {
    if (ahead == null) {
      ahead = receive();
    }
    return ahead != null;
  }

  /**
   * Waits for the next event. After an error the stream is over, and the same error is thrown
   * again.
   *
   * @return the event
   * @throws QueryException when the node does not take the query
   * @throws NoEventsException when the node has no events
   * @throws TransportException when the node cannot be reached, or is not understood
   * @throws NoSuchElementException when the stream was closed
   */
  @Override
  public StreamEvent next() {
    if (!hasNext()) {
      throw new NoSuchElementException("the stream is closed");
    }
    Received next = ahead;
    ahead = null;
    // A cursor that was given is kept until more than ready has come: of another chain reverted
    // tells next, and is not to be lost when the connection breaks between the two.
    if (!next.id.isEmpty() && (!next.isReady() || query.after() == null)) {
      query = query.withAfter(next.id).withFromHeight(null);
    }
    return next.event;
  }

  /**
   * The events, for a loop. They come once, however many iterators there are.
   *
   * @return this
   */
  @Override
  public Iterator<StreamEvent> iterator() {
    return this;
  }

  /**
   * Ends the stream and its connection. A thread that waits for an event is told that it is over.
   */
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
      Thread.currentThread().interrupt();
      failure = new TransportException(Reason.INTERRUPTED, "interrupted while waiting", cause);
    } catch (CouloirException cause) {
      failure = cause;
    }
    close();
    throw failure;
  }

  /** Waits for an event; null where it is not for the caller, or the connection broke. */
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
    try {
      StreamEvent event = EVENTS.readValue(data);
      if (event == null) {
        throw Json.response("an event is null", null);
      }
      return event;
    } catch (JacksonException cause) {
      throw Json.response("an event cannot be read: " + cause.getOriginalMessage(), cause);
    }
  }

  /** Random, so that clients of a node that restarts do not come back all at once. */
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
