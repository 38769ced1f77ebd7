package couloir.client;

import couloir.client.TransportException.Reason;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tools.jackson.databind.JsonNode;

/** A WebSocket on which the server has accepted a subscription. */
final class SubscribedSocket<T> {
  private static final Duration END_TIME = Duration.ofSeconds(1);
  private static final int SWITCHING_PROTOCOLS = 101;

  private final SocketCaller caller;
  private final SubscriptionInfo<T> info;
  private final SocketMessages messages;
  private final WebSocket socket;
  private final Queue<JsonNode> waiting = new ArrayDeque<>();
  private JsonNode id;

  private SubscribedSocket(SocketCaller caller, SubscriptionInfo<T> info) {
    this.caller = caller;
    this.info = info;
    this.messages = new SocketMessages(caller.maxResponseBytes());
    this.socket = within(caller.openSocket(messages), caller.timeout());
  }

  /** Connects and subscribes. */
  static <T> SubscribedSocket<T> open(SocketCaller caller, SubscriptionInfo<T> info, JsonNode params) {
    try {
      SubscribedSocket<T> own = new SubscribedSocket<>(caller, info);
      try {
        own.begin(params);
        return own;
      } catch (RuntimeException failure) {
        own.socket.abort();
        throw failure;
      }
    } catch (TransportException failure) {
      throw failure.of(info.method().name(), caller.webSocketUrl());
    }
  }

  private void begin(JsonNode params) {
    long call = caller.nextId();
    long began = System.nanoTime();
    within(socket.sendText(Json.request(call, info.method(), params), true), caller.timeout());
    while (id == null) {
      String text = messages.next(caller.timeout(), began);
      for (JsonNode message : parse(text)) {
        if (message.has("method")) {
          waiting.add(message);
        } else if (id == null) {
          byte[] answer = Json.MAPPER.writeValueAsString(message).getBytes(StandardCharsets.UTF_8);
          Answer.read(info.method(), params, call, answer);
          id = message.get("result");
        }
      }
    }
  }

  /** Waits for the next item. */
  T next() {
    while (true) {
      for (JsonNode message = waiting.poll(); message != null; message = waiting.poll()) {
        T item = item(message);
        if (item != null) {
          return item;
        }
      }
      parse(messages.next(socket)).forEach(waiting::add);
    }
  }

  /** The item of a notification; null for that of another subscription. */
  private T item(JsonNode message) {
    JsonNode params = message.path("params");
    if (!params.path(info.idMember()).asString("").equals(id.asString(""))) {
      return null;
    }
    String name = message.path("method").asString("");
    for (SubscriptionInfo.Pushed<?, T> pushed : info.pushes()) {
      if (pushed.notification().name().equals(name)) {
        JsonNode payload = params.get(info.payloadMember());
        if (payload == null) {
          Problem problem = new Problem(info.payloadMember(), "a value", "nothing");
          throw Json.response(name + ": " + problem, null);
        }
        return pushed.read(payload);
      }
    }
    return null;
  }

  /** Leaves a connection that is broken. */
  void abort() {
    socket.abort();
  }

  /** Ends the subscription at the server, and then the connection; a thread that waits gets no further item. */
  void end() {
    try {
      if (info.end() != null && !socket.isOutputClosed()) {
        Map<String, JsonNode> params = Map.of(info.endParam(), id);
        String text = Json.request(caller.nextId(), info.end(), params);
        within(socket.sendText(text, true), END_TIME);
        within(socket.sendClose(WebSocket.NORMAL_CLOSURE, ""), END_TIME);
      }
    } catch (TransportException ended) {
      // A connection that is broken has no subscription left.
      socket.abort();
    } finally {
      messages.end(new TransportException(Reason.CONNECTION, "the subscription is closed", null));
    }
  }

  private List<JsonNode> parse(String text) {
    String problem = info.method().name() + ": the message is not JSON";
    JsonNode message = Json.tree(text.getBytes(StandardCharsets.UTF_8), problem);
    return message.isArray() ? List.copyOf(message.asArray().values()) : List.of(message);
  }

  private static <R> R within(CompletableFuture<R> work, Duration time) {
    try {
      return work.get(time.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException late) {
      work.cancel(true);
      throw Caller.timedOut(time);
    } catch (InterruptedException cause) {
      throw TransportException.interrupted(cause);
    } catch (ExecutionException failure) {
      Throwable cause = failure.getCause();
      if (cause instanceof WebSocketHandshakeException refused && refused.getResponse() != null) {
        int status = refused.getResponse().statusCode();
        throw status == SWITCHING_PROTOCOLS
            ? Json.response("the server does not speak WebSocket", cause)
            : new TransportException(status, "");
      }
      throw Caller.unreachable(cause);
    }
  }
}
