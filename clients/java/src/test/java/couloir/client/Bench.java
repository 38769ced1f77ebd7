package couloir.client;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Locale;
import tools.jackson.databind.json.JsonMapper;

/** CPU time of a call through the client beside one written by hand with the same libraries. */
final class Bench {
  private static final JsonMapper MAPPER = new JsonMapper();

  private Bench() {}

  private interface Work {
    void run() throws IOException, InterruptedException;
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    int rounds = Integer.parseInt(args[1]);
    int calls = Integer.parseInt(args[2]);
    HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    URI address = URI.create(args[0] + "/ext/bc/P");
    CouloirClient client = CouloirClient.create(args[0]);
    Work byHand = () -> byHand(http, address);
    Work byClient = () -> client.platform().getHeight().send().height();
    for (int round = 0; round < rounds; round++) {
      boolean handFirst = round % 2 == 0;
      double first = micros(handFirst ? byHand : byClient, calls);
      double second = micros(handFirst ? byClient : byHand, calls);
      System.out.printf(
          Locale.ROOT,
          "{\"byHandMicros\":%.3f,\"clientMicros\":%.3f}%n",
          handFirst ? first : second,
          handFirst ? second : first);
    }
  }

  private static BigInteger byHand(HttpClient http, URI address)
      throws IOException, InterruptedException {
    var request = MAPPER.createObjectNode();
    request.put("jsonrpc", "2.0").put("id", 1).put("method", "platform.getHeight");
    HttpRequest post =
        HttpRequest.newBuilder(address)
            .header("content-type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(MAPPER.writeValueAsBytes(request)))
            .build();
    byte[] answer = http.send(post, BodyHandlers.ofByteArray()).body();
    return new BigInteger(MAPPER.readTree(answer).path("result").path("height").stringValue());
  }

  /** CPU time of the process for each call. */
  private static double micros(Work work, int calls) throws IOException, InterruptedException {
    long start = cpuNanos();
    for (int i = 0; i < calls; i++) {
      work.run();
    }
    return (cpuNanos() - start) / 1e3 / calls;
  }

  private static long cpuNanos() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
