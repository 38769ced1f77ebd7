package couloir.client;

import couloir.client.Deadlines.Deadline;
import couloir.client.TransportException.Reason;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** Sends JSON-RPC requests to one node over HTTP. */
class Caller {
  private final String url;
  private final String query;
  final HttpClient http;
  private final HttpRequest.Builder template;
  private final HttpRequest.Builder getTemplate = HttpRequest.newBuilder();
  private final Map<String, URI> addresses = new ConcurrentHashMap<>();
  private final Duration timeout;
  private final int retries;
  private final Duration retryDelay;
  private final BodyHandler<byte[]> limited;
  private final Deadlines deadlines = new Deadlines();
  private final AtomicLong nextId = new AtomicLong(1);

  Caller(CallSettings<?> builder) {
    url = builder.url;
    query = builder.query;
    http = builder.http == null ? newHttpClient() : builder.http;
    timeout = builder.timeout;
    retries = builder.retries;
    retryDelay = builder.retryDelay;
    limited = head -> new LimitedBody(builder.maxResponseBytes);
    template = HttpRequest.newBuilder().header("content-type", "application/json");
    builder.headers.forEach(template::header);
    builder.headers.forEach(getTemplate::header);
  }

  /** Nodes use HTTP/1.1, and asking for HTTP/2 first costs headers on every connection. */
  private static HttpClient newHttpClient() {
    return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  }

  long nextId() {
    return nextId.getAndIncrement();
  }

  /** Sends a call and waits. */
  <R> R call(String path, Method<R> method, Object params, CallOptions options) {
    long id = nextId();
    HttpRequest request = request(path, Json.request(id, method, params));
    byte[] answer = send(method.name(), request, method.repeatable(), options);
    try {
      return read(method, params, id, answer);
    } catch (TransportException failure) {
      throw failure.of(method.name(), request.uri());
    }
  }

  <R> CompletableFuture<R> callAsync(
      String path, Method<R> method, Object params, CallOptions options) {
    long id = nextId();
    HttpRequest request = request(path, Json.request(id, method, params));
    return sendAsync(
        method.name(),
        request,
        method.repeatable(),
        options,
        answer -> read(method, params, id, answer));
  }

  /** The result; null for a notification, which has no response. */
  private static <R> R read(Method<R> method, Object params, long id, byte[] answer) {
    return method.isNotification() ? null : Answer.read(method, params, id, answer);
  }

  HttpRequest request(String path, String body) {
    URI address = addresses.computeIfAbsent(path, this::address);
    return template.copy().uri(address).POST(BodyPublishers.ofString(body)).build();
  }

  /** The URL of a path and a query, which follows that of the base URL. */
  private URI address(String target) {
    String[] parts = target.split("\\?", 2);
    String more = parts.length == 1 ? "" : (query.isEmpty() ? "?" : "&") + parts[1];
    return URI.create(url + parts[0] + query + more);
  }

  /** Sends a body within the timeout, retries if allowed, and waits for the response. */
  byte[] send(String method, HttpRequest request, boolean repeatable, CallOptions options) {
    try {
      return sendInTime(request, repeatable, options);
    } catch (TransportException failure) {
      throw failure.of(method, request.uri());
    }
  }

  private byte[] sendInTime(HttpRequest request, boolean repeatable, CallOptions options) {
    Duration time = timeout(options);
    Deadline deadline = deadlines.start(time, Thread.currentThread()::interrupt);
    try {
      return attempts(request, repeatable ? retries(options) : 0);
    } catch (InterruptedException cause) {
      if (deadline.end()) {
        throw timedOut(time);
      }
      throw TransportException.interrupted(cause);
    } finally {
      if (deadline.end()) {
        Thread.interrupted();
      }
    }
  }

  private byte[] attempts(HttpRequest request, int retries) throws InterruptedException {
    Duration delay = retryDelay;
    for (int left = retries; ; left--) {
      try {
        return bodyOf(http.send(request, limited));
      } catch (IOException cause) {
        if (left == 0 || LimitedBody.tooLong(cause) != null) {
          throw unreachable(cause);
        }
      } catch (TransportException failure) {
        if (left == 0 || !failure.isPassing()) {
          throw failure;
        }
      } catch (RuntimeException cause) {
        // The HttpClient throws it for a head with an invalid number.
        throw unreachable(cause);
      }
      Thread.sleep(delay.toMillis());
      delay = delay.multipliedBy(2);
    }
  }

  /** Sends a body within the timeout, retries if allowed, and reads the response. */
  <R> CompletableFuture<R> sendAsync(
      String method,
      HttpRequest request,
      boolean repeatable,
      CallOptions options,
      Function<byte[], R> read) {
    Duration time = timeout(options);
    Pending<R> pending = new Pending<>();
    URI url = request.uri();
    Deadline deadline =
        deadlines.start(time, () -> pending.completeExceptionally(timedOut(time).of(method, url)));
    CompletableFuture<R> unused = pending.whenComplete((result, failure) -> deadline.end());
    attempt(pending, method, request, repeatable ? retries(options) : 0, retryDelay, read);
    return pending;
  }

  private <R> void attempt(
      Pending<R> pending,
      String method,
      HttpRequest request,
      int retriesLeft,
      Duration delay,
      Function<byte[], R> read) {
    CompletableFuture<HttpResponse<byte[]>> sent = http.sendAsync(request, limited);
    pending.work(sent);
    CompletableFuture<HttpResponse<byte[]>> unused =
        sent.whenComplete(
            (response, failure) -> {
              try {
                if (failure != null) {
                  throw unreachable(causeOf(failure));
                }
                pending.complete(read.apply(bodyOf(response)));
              } catch (TransportException unusable) {
                if (retriesLeft == 0 || !unusable.isPassing() || pending.isDone()) {
                  pending.completeExceptionally(unusable.of(method, request.uri()));
                  return;
                }
                Executor later =
                    CompletableFuture.delayedExecutor(delay.toNanos(), TimeUnit.NANOSECONDS);
                Duration doubled = delay.multipliedBy(2);
                Runnable again =
                    () -> attempt(pending, method, request, retriesLeft - 1, doubled, read);
                pending.work(CompletableFuture.runAsync(again, later));
              } catch (RuntimeException thrown) {
                pending.completeExceptionally(thrown);
              }
            });
  }

  /** Requests a response of this content type that is read as it comes. */
  <T> CompletableFuture<HttpResponse<T>> get(String target, String type, BodyHandler<T> handler) {
    HttpRequest.Builder request = getTemplate.copy().uri(address(target));
    return http.sendAsync(request.setHeader("accept", type).GET().build(), handler);
  }

  Duration timeout() {
    return timeout;
  }

  Duration retryDelay() {
    return retryDelay;
  }

  private Duration timeout(CallOptions options) {
    return options.timeout() == null ? timeout : options.timeout();
  }

  private int retries(CallOptions options) {
    return options.retries() == null ? retries : options.retries();
  }

  static Throwable causeOf(Throwable failure) {
    return failure instanceof CompletionException ? failure.getCause() : failure;
  }

  static TransportException timedOut(Duration time) {
    String text = "no answer within " + time.toMillis() + " ms";
    return new TransportException(Reason.TIMEOUT, text, null);
  }

  static TransportException unreachable(Throwable cause) {
    String tooLong = LimitedBody.tooLong(cause);
    if (tooLong != null) {
      return new TransportException(Reason.RESPONSE, tooLong, cause);
    }
    Reason reason = cause instanceof IOException ? Reason.CONNECTION : Reason.RESPONSE;
    return new TransportException(reason, "the node could not be reached: " + cause, cause);
  }

  private static byte[] bodyOf(HttpResponse<byte[]> response) {
    int status = response.statusCode();
    if (status >= 200 && status < 300) {
      return response.body();
    }
    throw new TransportException(status, said(response.body()));
  }

  /** The node's error text, shortened. */
  static String said(byte[] body) {
    String said = new String(body, StandardCharsets.UTF_8).strip();
    if (said.isEmpty()) {
      return "no body";
    }
    return said.substring(0, Math.min(said.length(), 200));
  }
}
