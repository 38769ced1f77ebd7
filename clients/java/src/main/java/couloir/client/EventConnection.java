package couloir.client;

import couloir.client.EventReader.ServerEvent;
import couloir.client.TransportException.Reason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One response that carries events. Closing it ends the waits of other threads. */
final class EventConnection implements AutoCloseable {
  static final String CONTENT_TYPE = "text/event-stream";

  /** The maximum length of an error text; the rest is not read. */
  private static final int SAID_MAX = 1024;

  private final EventBody body = new EventBody();
  private final EventReader reader = new EventReader();
  private final Duration timeout;
  private final long began;
  private final CompletableFuture<HttpResponse<EventBody>> answer;
  private boolean isOpen;

  /** Requests events without waiting for a response. */
  EventConnection(Caller caller, String target) {
    timeout = caller.timeout();
    began = System.nanoTime();
    answer = caller.get(target, CONTENT_TYPE, head -> body);
  }

  /** Waits for the next event; first of all for the head of the response. */
  ServerEvent next(Duration idleTimeout) throws InterruptedException {
    if (!isOpen) {
      open();
      isOpen = true;
    }
    for (ServerEvent event = reader.next(); ; event = reader.next()) {
      if (event != null) {
        return event;
      }
      if (reader.isEndless()) {
        throw Json.response("an event is too long", null);
      }
      byte[] piece = take(idleTimeout);
      if (piece == null) {
        throw new TransportException(Reason.CONNECTION, "the node ended the stream", null);
      }
      reader.feed(piece);
    }
  }

  @Override
  public void close() {
    answer.cancel(true);
    body.cancel();
  }

  private void open() throws InterruptedException {
    try {
      HttpResponse<EventBody> response = answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
      if (response.statusCode() != 200) {
        throw refusal(response.statusCode());
      }
      String kind = response.headers().firstValue("content-type").orElse("no content type");
      if (!kind.split(";", 2)[0].strip().toLowerCase(Locale.ROOT).equals(CONTENT_TYPE)) {
        throw Json.response(kind + " came where events were asked for", null);
      }
    } catch (TimeoutException late) {
      throw Caller.timedOut(timeout);
    } catch (ExecutionException failure) {
      throw Caller.unreachable(failure.getCause());
    } catch (CancellationException closed) {
      throw Caller.unreachable(new IOException(closed));
    }
  }

  /** Why there are no events. */
  private ClientException refusal(int status) throws InterruptedException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    for (byte[] piece = takeRest(); piece != null; piece = takeRest()) {
      text.writeBytes(piece);
      if (text.size() > SAID_MAX) {
        break;
      }
    }
    String said = Caller.said(text.toByteArray());
    return switch (status) {
      case 400 -> new QueryException(said);
      case 404 -> new NoEventsException(said);
      default -> new TransportException(status, said);
    };
  }

  /** The next piece of a response that must end within the timeout of its request. */
  private byte[] takeRest() throws InterruptedException {
    Duration left = timeout.minusNanos(System.nanoTime() - began);
    if (left.isNegative() || left.isZero()) {
      throw Caller.timedOut(timeout);
    }
    return take(left);
  }

  private byte[] take(Duration time) throws InterruptedException {
    try {
      return body.take(time);
    } catch (TimeoutException silence) {
      String text = "nothing came for " + time.toMillis() + " ms";
      throw new TransportException(Reason.TIMEOUT, text, null);
    } catch (IOException broken) {
      String text = "the node ended the stream: " + broken.getCause();
      throw new TransportException(Reason.CONNECTION, text, broken.getCause());
    }
  }
}
