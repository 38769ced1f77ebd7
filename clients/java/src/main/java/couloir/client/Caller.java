package couloir.client;

import couloir.client.TransportException.Reason;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
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

/** Speaks JSON-RPC with one node over HTTP. */
final class Caller {
  private final String url;
  private final HttpClient http;
  private final HttpRequest.Builder template;
  private final Map<String, URI> addresses = new ConcurrentHashMap<>();
  private final Duration timeout;
  private final int retries;
  private final Duration retryDelay;
  private final AtomicLong nextId = new AtomicLong(1);

  Caller(ClientBuilder builder) {
    url = builder.url;
    http = builder.http == null ? newHttpClient() : builder.http;
    timeout = builder.timeout;
    retries = builder.retries;
    retryDelay = builder.retryDelay;
    template = HttpRequest.newBuilder().header("content-type", "application/json");
    builder.headers.forEach(template::header);
  }

  /** Nodes speak HTTP/1.1, and asking for HTTP/2 first costs headers on every connection. */
  private static HttpClient newHttpClient() {
    return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  }

  long nextId() {
    return nextId.getAndIncrement();
  }

  <R> CompletableFuture<R> call(String path, Method<R> method, Object params, CallOptions options) {
    long id = nextId();
    String body = Json.request(id, method.name(), params);
    return send(
        path, body, method.repeatable(), options, answer -> Json.answer(method, id, answer));
  }

  /** Sends a body within the time, again if it may be, and reads what comes back. */
  <R> CompletableFuture<R> send(
      String path, String body, boolean repeatable, CallOptions options, Function<byte[], R> read) {
    HttpRequest request =
        template
            .copy()
            .uri(addresses.computeIfAbsent(path, own -> URI.create(url + own)))
            .POST(BodyPublishers.ofString(body))
            .build();
    int own = options.retries() == null ? retries : options.retries();
    Pending<R> pending = new Pending<>(options.timeout() == null ? timeout : options.timeout());
    attempt(pending, request, repeatable ? own : 0, retryDelay, read);
    return pending;
  }

  private <R> void attempt(
      Pending<R> pending,
      HttpRequest request,
      int retriesLeft,
      Duration delay,
      Function<byte[], R> read) {
    CompletableFuture<HttpResponse<byte[]>> sent =
        http.sendAsync(request, BodyHandlers.ofByteArray());
    pending.work(sent);
    sent.whenComplete(
        (response, failure) -> {
          try {
            pending.complete(read.apply(bodyOf(response, failure)));
          } catch (TransportException unusable) {
            if (retriesLeft == 0 || !unusable.isPassing() || pending.isDone()) {
              pending.completeExceptionally(unusable);
              return;
            }
            Executor later =
                CompletableFuture.delayedExecutor(delay.toNanos(), TimeUnit.NANOSECONDS);
            Duration doubled = delay.multipliedBy(2);
            Runnable again = () -> attempt(pending, request, retriesLeft - 1, doubled, read);
            pending.work(CompletableFuture.runAsync(again, later));
          } catch (RuntimeException thrown) {
            pending.completeExceptionally(thrown);
          }
        });
  }

  private static byte[] bodyOf(HttpResponse<byte[]> response, Throwable failure) {
    if (failure != null) {
      Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
      Reason reason = cause instanceof IOException ? Reason.CONNECTION : Reason.RESPONSE;
      throw new TransportException(reason, "the node could not be reached: " + cause, cause);
    }
    int status = response.statusCode();
    if (status >= 200 && status < 300) {
      return response.body();
    }
    String said = new String(response.body(), StandardCharsets.UTF_8).strip();
    throw new TransportException(status, said.substring(0, Math.min(said.length(), 200)));
  }
}
