package couloir.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;

/** Calls that are sent together, in one HTTP request for each API. */
public final class Batch {
  private static final Method<JsonNode> WHOLE =
      Method.of("a batch", false, Json.type(JsonNode.class));

  private final Caller caller;
  private final Map<Long, Slot<?>> slots = new LinkedHashMap<>();
  private CallOptions options = CallOptions.NONE;

  Batch(Caller caller) {
    this.caller = caller;
  }

  /**
   * Identifies the result of a call in a batch.
   *
   * @param <R> the type of the result
   */
  public static final class Slot<R> {
    private final Call<R> call;

    private Slot(Call<R> call) {
      this.call = call;
    }
  }

  /** The results of a batch. */
  public static final class Answers {
    private final Map<Slot<?>, Object> outcomes;

    private Answers(Map<Slot<?>, Object> outcomes) {
      this.outcomes = outcomes;
    }

    /**
     * Returns the result of a call.
     *
     * @param <R> the type of the result
     * @param slot the slot that the batch returned for the call
     * @return the result
     * @throws RpcException if the node returned an error
     * @throws TransportException if no valid response arrived
     * @throws IllegalArgumentException if the slot belongs to another batch
     */
    public <R> R get(Slot<R> slot) {
      Object outcome = outcomes.get(slot);
      if (outcome == null) {
        throw new IllegalArgumentException("the slot is of another batch");
      }
      if (outcome instanceof ClientException failure) {
        throw failure;
      }
      if (slot.call.method().isNotification()) {
        return null;
      }
      return Answer.read(slot.call.method(), slot.call.params(), (JsonNode) outcome);
    }
  }

  /**
   * Adds a call. The batch's timeout and retries replace those of the call.
   *
   * @param <R> the type of the result
   * @param call the call
   * @return the slot of its result
   */
  public <R> Slot<R> add(Call<R> call) {
    Slot<R> slot = new Slot<>(call);
    slots.put(caller.nextId(), slot);
    return slot;
  }

  /**
   * Sets the total time of the batch, including retries, instead of the client's.
   *
   * @param timeout the time
   * @return this
   */
  public Batch timeout(Duration timeout) {
    options = options.withTimeout(timeout);
    return this;
  }

  /**
   * How often a request is sent again after a passing failure, if all its methods may be called
   * twice.
   *
   * @param retries the number of retries
   * @return this
   */
  public Batch retries(int retries) {
    options = options.withRetries(retries);
    return this;
  }

  /**
   * Sends the calls and waits for the responses. If a call or the request of an API fails, reading
   * its result throws.
   *
   * @return the results
   * @throws TransportException if the thread is interrupted
   */
  public Answers send() {
    CompletableFuture<Answers> answers = sendAsync();
    try {
      return answers.get();
    } catch (InterruptedException cause) {
      answers.cancel(true);
      throw TransportException.interrupted(cause);
    } catch (ExecutionException failure) {
      throw new IllegalStateException(failure.getCause());
    }
  }

  /**
   * Sends the calls. Cancelling the future cancels the requests.
   *
   * @return the future results
   */
  public CompletableFuture<Answers> sendAsync() {
    Map<String, Map<Long, Slot<?>>> byPath = new LinkedHashMap<>();
    slots.forEach(
        (id, slot) ->
            byPath.computeIfAbsent(slot.call.path(), path -> new LinkedHashMap<>()).put(id, slot));
    List<CompletableFuture<Map<Long, JsonNode>>> sent = new ArrayList<>();
    List<CompletableFuture<Map<Slot<?>, Object>>> outcomes = new ArrayList<>();
    byPath.forEach(
        (path, calls) -> {
          CompletableFuture<Map<Long, JsonNode>> answers = sendPath(path, calls);
          sent.add(answers);
          outcomes.add(answers.handle((byId, failure) -> outcomes(calls, byId, failure)));
        });
    CompletableFuture<Answers> all =
        CompletableFuture.allOf(outcomes.toArray(CompletableFuture[]::new))
            .thenApply(
                done -> {
                  Map<Slot<?>, Object> found = new HashMap<>();
                  outcomes.forEach(part -> found.putAll(part.join()));
                  return new Answers(found);
                });
    CompletableFuture<Answers> unused =
        all.whenComplete(
            (answers, failure) -> {
              if (failure != null) {
                sent.forEach(each -> each.cancel(true));
              }
            });
    return all;
  }

  private CompletableFuture<Map<Long, JsonNode>> sendPath(String path, Map<Long, Slot<?>> calls) {
    String text =
        calls.entrySet().stream()
            .map(
                entry -> {
                  Call<?> call = entry.getValue().call;
                  return Json.request(entry.getKey(), call.method(), call.params());
                })
            .collect(Collectors.joining(",", "[", "]"));
    boolean repeatable = calls.values().stream().allMatch(slot -> slot.call.method().repeatable());
    boolean isSilent =
        calls.values().stream().allMatch(slot -> slot.call.method().isNotification());
    return caller.sendAsync(
        "a batch",
        caller.request(path, text),
        repeatable,
        options,
        body -> isSilent ? Map.of() : Answer.byId(list(body), calls.keySet()));
  }

  private static JsonNode list(byte[] body) {
    JsonNode answers = Json.tree(body, "the answer to a batch is not JSON");
    if (!answers.isArray()) {
      if (!answers.isObject() || !answers.has("error") || answers.path("id").isNull()) {
        Answer.read(WHOLE, null, answers);
      }
      throw Json.response("batch response is not an array", null);
    }
    return answers;
  }

  /** The result of each call, or its failure. */
  private static Map<Slot<?>, Object> outcomes(
      Map<Long, Slot<?>> calls, Map<Long, JsonNode> byId, Throwable failure) {
    Map<Slot<?>, Object> outcomes = new HashMap<>();
    calls.forEach(
        (id, slot) -> {
          Method<?> method = slot.call.method();
          Object outcome = failure == null ? byId.get(id) : failureOf(failure);
          if (outcome == null && method.isNotification()) {
            outcome = NullNode.getInstance();
          } else if (outcome == null) {
            outcome = Json.response(method.name() + ": the batch has no response to it", null);
          }
          outcomes.put(slot, outcome);
        });
    return outcomes;
  }

  private static ClientException failureOf(Throwable failure) {
    Throwable cause = Caller.causeOf(failure);
    return cause instanceof ClientException own
        ? own
        : Json.response("the batch was not sent: " + cause, cause);
  }
}
