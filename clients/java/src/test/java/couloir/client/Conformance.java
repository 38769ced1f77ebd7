package couloir.client;

import couloir.client.types.EventsQuery;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes the calls from standard input through the client and prints the results, as {@code
 * clients/README.md} describes.
 */
final class Conformance {
  private Conformance() {}

  /** A line of input, or a call of a batch in it. */
  record Line(JsonNode json) {
    private String text(String name) {
      return json.path(name).asString("");
    }

    /** The API and the method's name in it. */
    String name() {
      String method = text("method");
      String api = json.path("api").asString(method.substring(0, method.indexOf('.')));
      return api + method.substring(method.indexOf('.'));
    }

    IndexPath path() {
      for (IndexPath path : IndexPath.values()) {
        if (path.path().equals("/ext/index/" + text("path"))) {
          return path;
        }
      }
      throw new IllegalArgumentException("no path " + text("path"));
    }

    <P> P params(Class<P> type) {
      JsonNode params = json.path("params");
      return Json.MAPPER.treeToValue(
          params.isObject() ? params : Json.MAPPER.createObjectNode(), type);
    }
  }

  public static void main(String[] args) throws IOException {
    Function<Line, Call<?>> calls;
    Supplier<Batch> batches;
    Function<EventsQuery, EventStream> events;
    if (args[1].equals("spec")) {
      CouloirClient client = CouloirClient.create(args[0]);
      calls = line -> Calls.spec(client, line);
      batches = client::batch;
      events = client::events;
    } else {
      AvalanchegoClient client = AvalanchegoClient.create(args[0]);
      calls = line -> Calls.avalanchego(client, line);
      batches = client::batch;
      events = client::events;
    }
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    for (String text = in.readLine(); text != null; text = in.readLine()) {
      JsonNode line = Json.MAPPER.readTree(text);
      Consumer<ObjectNode> say =
          answer -> {
            answer.set("id", line.get("id"));
            out.println(answer);
          };
      if (line.has("events")) {
        ConformanceEvents.listen(line, events, say);
        continue;
      }
      try {
        say.accept(answer(line, calls, batches));
      } catch (ClientException failure) {
        say.accept(Json.MAPPER.createObjectNode().put("failure", failure.toString()));
      } catch (RuntimeException failure) {
        String what = "an error that is not of the client";
        say.accept(Json.MAPPER.createObjectNode().put("failure", what));
      }
    }
  }

  private static ObjectNode answer(
      JsonNode line, Function<Line, Call<?>> calls, Supplier<Batch> batches) {
    JsonNode lines = line.get("batch");
    if (lines == null) {
      return outcome(() -> calls.apply(new Line(line)).send());
    }
    Batch batch = batches.get();
    List<Batch.Slot<?>> slots = new ArrayList<>();
    lines.forEach(each -> slots.add(batch.add(calls.apply(new Line(each)))));
    Batch.Answers answers = batch.send();
    ObjectNode answer = Json.MAPPER.createObjectNode();
    var list = answer.putArray("batch");
    slots.forEach(slot -> list.add(outcome(() -> answers.get(slot))));
    return answer;
  }

  private static ObjectNode outcome(Supplier<?> call) {
    ObjectNode answer = Json.MAPPER.createObjectNode();
    try {
      answer.set("result", Json.MAPPER.valueToTree(call.get()));
    } catch (RpcException error) {
      ObjectNode described = answer.putObject("error");
      described.put("code", error.code());
      described.put("message", error.nodeMessage());
      described.set("data", error.data().orElse(null));
      described.put("name", error.errorName().map(ErrorName::text).orElse(null));
      described.put("text", error.getMessage());
      ObjectNode arguments = described.putObject("arguments");
      error.arguments().forEach(arguments::put);
    }
    return answer;
  }
}
