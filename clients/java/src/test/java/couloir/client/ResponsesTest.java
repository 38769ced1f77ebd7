package couloir.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import couloir.client.types.EventsQuery;
import couloir.client.types.PlatformGetHeightResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * What every client makes of each response: the height, an error's code, or an invalid response.
 */
class ResponsesTest {
  private static JsonNode vectors(String part) throws IOException {
    String text = Files.readString(Path.of("../conformance/responses.json"));
    return Json.MAPPER.readTree(text).get(part);
  }

  /** Sends a text with the IDs of the calls, which are 1 and 2. */
  private static FakeNode nodeOf(JsonNode vector) throws IOException {
    String text = vector.get("text").stringValue().replace("$1", "1").replace("$2", "2");
    return new FakeNode(FakeNode.status(200, text));
  }

  private static JsonNode outcomeOf(Supplier<PlatformGetHeightResult> call) {
    try {
      return Json.MAPPER.valueToTree(call.get().height().intValueExact());
    } catch (RpcException error) {
      return Json.MAPPER.valueToTree(error.code());
    } catch (TransportException failure) {
      boolean isInvalid = failure.reason() == TransportException.Reason.RESPONSE;
      return Json.MAPPER.valueToTree(isInvalid ? "invalid" : failure.toString());
    }
  }

  private static final Map<String, Function<CouloirClient, Call<?>>> METHODS =
      Map.of(
          "dev.dumpState", client -> client.dev().dumpState(),
          "info.getVMs", client -> client.info().getVms(),
          "platform.getCurrentValidators", client -> client.platform().getCurrentValidators(),
          "platform.getHeight", client -> client.platform().getHeight(),
          "platform.getSubnet", client -> client.platform().getSubnet("s"));

  @Test
  void invalidResultsAreErrorsThatNameTheField() throws IOException {
    for (JsonNode vector : vectors("results")) {
      String method = vector.get("method").stringValue();
      String result = vector.get("result").stringValue();
      try (FakeNode node = new FakeNode(FakeNode.answers("\"result\":" + result))) {
        Call<?> call = METHODS.get(method).apply(CouloirClient.create(node.url()));
        TransportException failure = assertThrows(TransportException.class, call::send, result);
        assertEquals(TransportException.Reason.RESPONSE, failure.reason(), result);
        String start = method + ": " + vector.get("field").stringValue();
        assertTrue(failure.getMessage().startsWith(start), failure.getMessage());
      }
    }
  }

  @Test
  void invalidEventsEndTheirStream() throws IOException {
    for (JsonNode vector : vectors("events")) {
      String data = vector.stringValue();
      try (FakeNode node = new FakeNode(EventTexts.stays("id: 1\ndata: " + data + "\n\n"));
          EventStream stream = CouloirClient.create(node.url()).events(EventsQuery.of())) {
        TransportException failure = assertThrows(TransportException.class, stream::hasNext, data);
        assertEquals(TransportException.Reason.RESPONSE, failure.reason(), data);
      }
    }
  }

  @Test
  void responsesToCallsHaveOneOutcomeInEveryClient() throws IOException {
    for (JsonNode vector : vectors("calls")) {
      try (FakeNode node = nodeOf(vector)) {
        var call = CouloirClient.create(node.url()).platform().getHeight();
        assertEquals(
            vector.get("outcome"), outcomeOf(call::send), vector.get("name").stringValue());
      }
    }
  }

  @Test
  void responsesToBatchesHaveOneOutcomeInEveryClient() throws IOException {
    for (JsonNode vector : vectors("batches")) {
      try (FakeNode node = nodeOf(vector)) {
        CouloirClient client = CouloirClient.create(node.url());
        Batch batch = client.batch();
        var first = batch.add(client.platform().getHeight());
        var second = batch.add(client.platform().getHeight());
        Batch.Answers answers = batch.send();
        List<JsonNode> outcomes =
            List.of(outcomeOf(() -> answers.get(first)), outcomeOf(() -> answers.get(second)));
        assertEquals(
            vector.get("outcomes"),
            Json.MAPPER.valueToTree(outcomes),
            vector.get("name").stringValue());
      }
    }
  }
}
